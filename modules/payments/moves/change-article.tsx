import * as z from 'zod';
import { userById } from '#modules/accounts/index.ts';
import { saleFor } from '#modules/events/index.ts';
import {
  type AdminOrderRecord,
  type ArticleChange,
  adminOrderAnswer,
  adminOrderShapeSchema,
  articleName,
  changeArticle,
  headOfOrder,
  loadManagedOrder,
  loadManagedPerson,
  loadOwnOrder,
  loadOwnPerson,
  nameOf,
  orderPageTranslator,
  orderShapeSchema,
  orderTranslator,
  ownOrderAnswer,
  type PersonPlace,
  piecesOfChoice,
  quantityField,
  renderBelow,
  variantChoicePattern,
  variantsInStock,
} from '#modules/orders/index.ts';
import { mayBuyerChange } from '#modules/orders/rules/buyer-changes.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type Field, formOf } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { api, type PageCall } from '#src/web/http.ts';
import { mustBePaidInTime, setDeadline } from '../additions/additions.ts';
import { adminOrderPath, ownOrderPath, paymentPath } from '../paths.ts';
import { settleTotal } from '../settle-total.ts';
import { requireBuyerMay } from './add-member.tsx';

/**
 * Changes articles and settles the price difference: a surcharge is open until it is paid, a reduction is refunded. The buyer is
 * notified. Returns what is open of a surcharge. What a buyer adds to a paid order must be paid in time; buyers change nothing for something cheaper.
 * @throws Problem those of `changeArticle`, VALIDATION_FAILED (`to`)
 */
export async function changeBookedArticle(
  work: Work,
  input: ArticleChange & { by?: 'buyer' },
): Promise<{ toPay: Cents }> {
  const { orderId, participantId, editorId, by } = input;
  const changed = await changeArticle(work, input);
  if (!changed) return { toPay: zeroCents };
  const { before, after, difference, participantArticleId } = changed;
  if (by === 'buyer' && difference < 0) return refuseFields({ to: ['cheaper'] });
  const { open, goesBack, order } = await settleTotal(work, { orderId, editorId, difference });
  // A piece that replaces a paid one stays, with the rest open.
  const isAdded = by === 'buyer' && before === null && participantArticleId !== null;
  if (isAdded && mustBePaidInTime(order, { difference, open })) await setDeadline(work, participantArticleId, order);
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  await work.post({
    type: 'ArticleChanged',
    uniqueKey: `ArticleChanged|${participantId}|${work.now}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId, participantId, before, after, difference, goesBack },
    orderId,
  });
  return { toPay: difference > 0 ? open : zeroCents };
}

const changeCodes = [
  'CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS',
  'ORDERED_NOT_ENOUGH_ARTICLES',
  'ORDERED_TOO_MANY_ARTICLES',
  'RESERVING_ARTICLES_FAILED',
] as const;

const pieces = z.object({
  articleId: z.int().positive(),
  variantId: z.int().positive(),
  quantity: z.int().min(1).max(100),
});

const change = z.object({
  participantId: z.int().positive(),
  from: pieces.optional().describe('Pieces that the participant has'),
  to: pieces
    .extend({ unitPrice: z.int().min(0).max(100_000_00).optional().describe('Cents, for a donation') })
    .optional(),
});
const namesPieces = ({ from, to }: { from?: unknown; to?: unknown }): boolean => from !== undefined || to !== undefined;
const nothingNamed = { path: ['to'], error: 'required' };

const inputOf = ({ to, ...rest }: z.output<typeof change> & { keepsPrice?: boolean }) => {
  const unitPrice = to?.unitPrice === undefined ? undefined : cents(to.unitPrice);
  return { ...rest, to: to && { ...to, unitPrice } };
};

export const changeArticleByApi = api(
  {
    method: 'post',
    path: '/api/admin/orders/{orderId}/articles/change',
    may: 'order.manage',
    refuses: changeCodes,
    summary:
      'Changes an article of a participant: `from` and `to` swap, `from` alone takes off, `to` alone adds. A higher price leaves an open amount; a lower price is refunded.',
    load: loadManagedOrder,
    body: change
      .extend({ keepsPrice: z.boolean().optional().describe('true: neither an extra charge nor a refund') })
      .refine(namesPieces, nothingNamed),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, record: orderId, body }) => {
    await deps.write((work) => changeBookedArticle(work, { ...inputOf(body), orderId, editorId: viewer.userId }));
    return { order: await adminOrderAnswer(deps, orderId) };
  },
);

export const changeOwnArticle = api(
  {
    method: 'post',
    path: '/api/orders/{orderId}/articles/change',
    may: 'order.change',
    refuses: [...changeCodes, 'CANT_EDIT_PARTICIPANT_DATA_TOO_LATE'],
    summary:
      'Changes an article of a participant as the buyer, where the event allows it: for the same price or a higher one. A higher price leaves an open amount.',
    load: loadOwnOrder,
    body: change.refine(namesPieces, nothingNamed),
    answer: z.object({ order: orderShapeSchema }),
  },
  async (call) => {
    const { deps, viewer, record: order, body, now } = call;
    requireBuyerMay(order, now);
    const who = { orderId: order.id, editorId: viewer.userId, by: 'buyer' } as const;
    await deps.write((work) => changeBookedArticle(work, { ...inputOf(body), ...who }));
    return { order: await ownOrderAnswer(deps, await loadOwnOrder(call)) };
  },
);

const personPage = (orderId: number, participantId: number): string =>
  `${adminOrderPath(orderId)}/participants/${participantId}`;

type Call = PageCall<'order.manage', 'orderId' | 'participantId', PersonPlace<AdminOrderRecord>>;
type OwnCall = PageCall<'order.change', 'orderId' | 'participantId', PersonPlace>;

/** The articles of the participant, and those that they could have. */
async function choicesOf(
  { deps, now }: Pick<PageCall, 'deps' | 'now'>,
  { order, catalog, person }: PersonPlace,
  i18n: Translator,
) {
  // Articles reserved for waiting lists are not available here.
  const { articles } = await saleFor(deps.read, catalog, null, now);
  const owned = Map.groupBy(person.orderedArticleVariants, ({ articleId, variantId }) => `${articleId}:${variantId}`);
  const from = [...owned].map(([value, lines]) => {
    const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return { value, label: `${count} × ${lines[0] ? articleName(lines[0]) : ''}` };
  });
  const to = variantsInStock(articles, person.competitionId).map(({ value, name: article, price, left }) => ({
    value,
    label: i18n.t('moves.article.option', { article, price: i18n.money(price), left }),
  }));
  return { order, person, i18n, from, to };
}

async function loadChoices(call: Call) {
  const { order } = call.record;
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  return { call, ...(await choicesOf(call, call.record, orderPageTranslator(call, order))), order };
}
type Choices = Awaited<ReturnType<typeof loadChoices>>;

const loadOwnChoices = async (call: OwnCall) => ({
  call,
  ...(await choicesOf(call, call.record, orderTranslator(call.record.order, call.i18n.locale))),
});
type OwnChoices = Awaited<ReturnType<typeof loadOwnChoices>>;

/** The value of the choice that puts nothing in the article's place. */
const takeOff = 'none';

/** Buyers take nothing off, and pay what costs more. */
const articleForm = ({ i18n, from, to }: Pick<Choices, 'i18n' | 'from' | 'to'>, by: 'organizer' | 'buyer') =>
  formOf('moves.article', [
    {
      name: 'articles',
      above: <p className="soft">{i18n.t(by === 'buyer' ? 'moves.article.ownText' : 'moves.article.text')}</p>,
      fields: [
        {
          name: 'from',
          kind: 'choice',
          label: i18n.t('moves.article.from'),
          none: i18n.t('moves.article.add'),
          options: from,
        },
        {
          name: 'to',
          kind: 'choice',
          label: i18n.t('moves.article.to'),
          required: true,
          hasNone: true,
          options: by === 'buyer' ? to : [...to, { value: takeOff, label: i18n.t('moves.article.takeOff') }],
          read: (text, { from: chosenBefore }) =>
            text === takeOff && chosenBefore === '' ? { error: i18n.t('moves.article.neither') } : undefined,
        },
        quantityField(i18n),
        ...(by === 'buyer' ? [] : [differenceField(i18n)]),
      ],
    },
  ]);

const differenceField = (i18n: Translator): Field => ({
  name: 'difference',
  kind: 'choice',
  label: i18n.t('moves.difference'),
  required: true,
  options: (['settle', 'keep'] as const).map((value) => ({ value, label: i18n.t(`moves.difference.${value}`) })),
});

const recordOf = (from: Choices['from']) => ({ from: from[0]?.value ?? null, to: null, quantity: 1 });

function showChoices(choices: Choices, state?: FormState): Promise<Response> {
  const { call, order, person, i18n } = choices;
  const back = personPage(order.id, person.id);
  return renderBelow(
    call,
    order,
    i18n.t('moves.article.title', { name: nameOf(person) }),
    <SavingForm
      form={articleForm(choices, 'organizer')}
      record={{ ...recordOf(choices.from), difference: 'settle' }}
      state={state}
      i18n={i18n}
      action={`${back}/articles`}
      submit={i18n.t('moves.article.submit')}
      cancelHref={back}
    />,
    formStatus(state),
  );
}

const chosen = z.string().regex(variantChoicePattern);

export const articlePages = formPages({
  path: '/admin/orders/{orderId}/participants/{participantId}/articles',
  may: 'order.manage',
  load: loadManagedPerson,
  loadData: loadChoices,
  show: showChoices,
  save: (choices) => {
    const { call, order, person, i18n } = choices;
    return saveForm(
      { ...call, i18n },
      {
        form: articleForm(choices, 'organizer'),
        schema: z.object({
          from: chosen.nullable(),
          to: z.union([chosen, z.literal(takeOff)]),
          quantity: z.int(),
          difference: z.enum(['settle', 'keep']),
        }),
        save: async (work, { from, to, quantity, difference }) => {
          await changeBookedArticle(work, {
            orderId: order.id,
            participantId: person.id,
            from: from === null ? undefined : piecesOfChoice(from, quantity),
            to: to === takeOff ? undefined : piecesOfChoice(to, quantity),
            keepsPrice: difference === 'keep',
            editorId: call.viewer.userId,
          });
          return `${personPage(order.id, person.id)}?done=articleChanged`;
        },
      },
    );
  },
});

const ownPersonPage = (orderId: number, participantId: number): string =>
  `${ownOrderPath(orderId)}/participants/${participantId}`;

async function showOwnChoices(choices: OwnChoices, state?: FormState): Promise<Response> {
  const { call, order, person, i18n } = choices;
  if (!mayBuyerChange(order, call.now) && !state) return call.redirect(ownOrderPath(order.id));
  const title = i18n.t('moves.article.title', { name: nameOf(person) });
  const back = ownPersonPage(order.id, person.id);
  return call.render(
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={ownOrderPath(order.id)}>{i18n.t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{title}</h1>
      </header>
      <SavingForm
        form={articleForm(choices, 'buyer')}
        record={recordOf(choices.from)}
        state={state}
        i18n={i18n}
        action={`${back}/articles`}
        submit={i18n.t('moves.article.submit')}
        cancelHref={back}
      />
    </div>,
    headOfOrder(order, title),
    formStatus(state),
  );
}

export const ownArticlePages = formPages({
  path: '/orders/{orderId}/participants/{participantId}/articles',
  may: 'order.change',
  load: loadOwnPerson,
  loadData: loadOwnChoices,
  show: showOwnChoices,
  save: (choices) => {
    const { call, order, person, i18n } = choices;
    return saveForm(
      { ...call, i18n },
      {
        form: articleForm(choices, 'buyer'),
        schema: z.object({ from: chosen.nullable(), to: chosen, quantity: z.int() }),
        save: async (work, { from, to, quantity }) => {
          requireBuyerMay(order, work.now);
          const { toPay } = await changeBookedArticle(work, {
            ...{ orderId: order.id, participantId: person.id, editorId: call.viewer.userId, by: 'buyer' },
            from: from === null ? undefined : piecesOfChoice(from, quantity),
            to: piecesOfChoice(to, quantity),
          });
          return toPay > 0 ? paymentPath(order.eventId, order.id) : `${ownOrderPath(order.id)}?saved=article`;
        },
      },
    );
  },
});

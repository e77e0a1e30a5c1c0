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
  loadManagedOrder,
  loadManagedPerson,
  nameOf,
  orderPageTranslator,
  type PersonPlace,
  piecesOfChoice,
  quantityField,
  renderBelow,
  variantChoicePattern,
  variantsInStock,
} from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import { formOf } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { api, type PageCall } from '#src/web/http.ts';
import { adminOrderPath } from '../paths.ts';
import { settleTotal } from '../settle-total.ts';

/**
 * Changes articles and settles the price difference: a surcharge is open until it is paid, a reduction is refunded. The buyer is
 * notified.
 * @throws Problem those of `changeArticle`
 */
export async function changeBookedArticle(work: Work, input: ArticleChange): Promise<void> {
  const { orderId, participantId, editorId } = input;
  const changed = await changeArticle(work, input);
  if (!changed) return;
  const { before, after, difference } = changed;
  const { goesBack, order } = await settleTotal(work, { orderId, editorId, difference });
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  await work.post({
    type: 'ArticleChanged',
    uniqueKey: `ArticleChanged|${participantId}|${work.now}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId, participantId, before, after, difference, goesBack },
    orderId,
  });
}

const pieces = z.object({
  articleId: z.int().positive(),
  variantId: z.int().positive(),
  quantity: z.int().min(1).max(100),
});

export const changeArticleByApi = api(
  {
    method: 'post',
    path: '/api/admin/orders/{orderId}/articles/change',
    may: 'order.manage',
    refuses: [
      'CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS',
      'ORDERED_NOT_ENOUGH_ARTICLES',
      'ORDERED_TOO_MANY_ARTICLES',
      'RESERVING_ARTICLES_FAILED',
    ],
    summary:
      'Changes an article of a participant: `from` and `to` swap, `from` alone takes off, `to` alone adds. A higher price leaves an open amount; a lower price is refunded.',
    load: loadManagedOrder,
    body: z
      .object({
        participantId: z.int().positive(),
        from: pieces.optional().describe('Pieces that the participant has'),
        to: pieces
          .extend({ unitPrice: z.int().min(0).max(100_000_00).optional().describe('Cents, for a donation') })
          .optional(),
        keepsPrice: z.boolean().optional().describe('true: neither an extra charge nor a refund'),
      })
      .refine(({ from, to }) => from !== undefined || to !== undefined, { path: ['to'], error: 'required' }),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, record: orderId, body }) => {
    const { to, ...change } = body;
    const unitPrice = to?.unitPrice === undefined ? undefined : cents(to.unitPrice);
    const input = { ...change, orderId, editorId: viewer.userId, to: to && { ...to, unitPrice } };
    await deps.write((work) => changeBookedArticle(work, input));
    return { order: await adminOrderAnswer(deps, orderId) };
  },
);

const personPage = (orderId: number, participantId: number): string =>
  `${adminOrderPath(orderId)}/participants/${participantId}`;

type Call = PageCall<'order.manage', 'orderId' | 'participantId', PersonPlace<AdminOrderRecord>>;

/** The articles of the participant, and those that they could have. */
async function loadChoices(call: Call) {
  const { order, catalog, person } = call.record;
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  const i18n = orderPageTranslator(call, order);
  // Articles reserved for waiting lists are not available here.
  const { articles } = await saleFor(call.deps.read, catalog, null, call.now);
  const owned = Map.groupBy(person.orderedArticleVariants, ({ articleId, variantId }) => `${articleId}:${variantId}`);
  const from = [...owned].map(([value, lines]) => {
    const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return { value, label: `${count} × ${lines[0] ? articleName(lines[0]) : ''}` };
  });
  const to = variantsInStock(articles, person.competitionId).map(({ value, name: article, price, left }) => ({
    value,
    label: i18n.t('moves.article.option', { article, price: i18n.money(price), left }),
  }));
  return { call: { ...call, i18n }, order, person, from, to };
}
type Choices = Awaited<ReturnType<typeof loadChoices>>;

/** The value of the choice that puts nothing in the article's place. */
const takeOff = 'none';

const articleForm = ({ call: { i18n }, from, to }: Choices) =>
  formOf('moves.article', [
    {
      name: 'articles',
      above: <p className="soft">{i18n.t('moves.article.text')}</p>,
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
          options: [...to, { value: takeOff, label: i18n.t('moves.article.takeOff') }],
          read: (text, { from: chosenBefore }) =>
            text === takeOff && chosenBefore === '' ? { error: i18n.t('moves.article.neither') } : undefined,
        },
        quantityField(i18n),
        {
          name: 'difference',
          kind: 'choice',
          label: i18n.t('moves.difference'),
          required: true,
          options: (['settle', 'keep'] as const).map((value) => ({
            value,
            label: i18n.t(`moves.difference.${value}`),
          })),
        },
      ],
    },
  ]);

function showChoices(choices: Choices, state?: FormState): Promise<Response> {
  const { call, order, person } = choices;
  const { i18n } = call;
  const back = personPage(order.id, person.id);
  return renderBelow(
    call,
    order,
    i18n.t('moves.article.title', { name: nameOf(person) }),
    <SavingForm
      form={articleForm(choices)}
      record={{ from: choices.from[0]?.value ?? null, to: null, quantity: 1, difference: 'settle' }}
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
    const { call, order, person } = choices;
    return saveForm(call, {
      form: articleForm(choices),
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
    });
  },
});

import { catalogOf } from '#modules/events/index.ts';
import {
  buyerName,
  greeting,
  mailBodyOf,
  nameOf,
  type OrderRecord,
  orderOf,
  orderTranslator,
  participantsOf,
  peopleOf,
  sampled,
  signedOrderLink,
} from '#modules/orders/index.ts';
import { type CancelReason, visibleStatus } from '#modules/orders/rules/order-state.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { MailBlock } from '#src/mail/body.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale, MessageKey, Translator } from '#src/texts/locale.ts';
import { additionDue, firstDueOf } from './additions/read-due.ts';
import {
  type BankTransfer,
  bankTransferOf,
  codeBlock,
  codeFile,
  sampleTransfer,
  transferFacts,
} from './bank-transfer.ts';
import { paymentPath } from './paths.ts';

/** `difference`, `goesBack`: cents. */
type Addition = {
  orderId: number;
  participantId: number;
  name: string;
  quantity: number;
  difference: Cents;
  goesBack: Cents;
};

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    ArticleAdded: Addition & { participantArticleId: number };
    ArticleTakenOff: Addition;
    /** `before`, `after`: articles, such as `Shirt, M` or `2 × Shirt, M`; null: none. */
    ArticleChanged: {
      orderId: number;
      participantId: number;
      before: string | null;
      after: string | null;
      difference: Cents;
      goesBack: Cents;
    };
    ParticipantAdded: { orderId: number; participantId: number; difference: Cents; goesBack: Cents };
    /** The participant belongs to the canceled order. */
    ParticipantCanceled: {
      orderId: number;
      canceledOrderId: number;
      participantId: number;
      reason: CancelReason;
      difference: Cents;
      goesBack: Cents;
    };
  }
}

export const additionMailTypes = (deps: Deps): MailType[] => [
  mailType('ArticleAdded', {
    audience: 'buyer',
    async make(params, locale) {
      const newTotal = await newTotalOf(deps, params, locale);
      const person = newTotal && participantsOf(newTotal.order).find(({ id }) => id === params.participantId);
      if (!newTotal || !person) return null;
      const { order, i18n, total } = newTotal;
      const due = total.open > 0 ? await additionDue(deps.read, params.participantArticleId) : null;
      return newTotalMail(deps, order, i18n, total, {
        section: 'additions.mail.added',
        values: { article: params.name, count: params.quantity, name: nameOf(person) },
        hint: due === null ? null : i18n.t('additions.mail.due', { until: i18n.weekdayDateTime(due) }),
      });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const name = buyerName(order) ?? order.orderNumber;
        const until = i18n.weekdayDateTime(plus(deps.clock(), days(10)));
        return newTotalMail(deps, order, i18n, sampleTotal(deps, order, cents(2500)), {
          section: 'additions.mail.added',
          values: { article: await articleAt(deps, eventId), count: 1, name },
          hint: i18n.t('additions.mail.due', { until }),
        });
      }),
  }),
  mailType('ArticleTakenOff', {
    audience: 'buyer',
    async make(params, locale) {
      const newTotal = await newTotalOf(deps, params, locale);
      if (!newTotal) return null;
      const { order, i18n, total } = newTotal;
      const values = { article: params.name, count: params.quantity };
      return newTotalMail(deps, order, i18n, total, { section: 'additions.mail.takenOff', values });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const total = { ...sampleTotal(deps, order, cents(-2500)), open: zeroCents, transfer: null };
        const values = { article: await articleAt(deps, eventId), count: 1 };
        return newTotalMail(deps, order, i18n, total, { section: 'additions.mail.takenOff', values });
      }),
  }),
  mailType('ArticleChanged', {
    audience: 'buyer',
    async make(params, locale) {
      const newTotal = await newTotalOf(deps, params, locale);
      const person = newTotal && participantsOf(newTotal.order).find(({ id }) => id === params.participantId);
      if (!newTotal || !person) return null;
      const { order, i18n, total } = newTotal;
      return newTotalMail(deps, order, i18n, total, {
        ...articleChanged({ ...params, name: nameOf(person) }),
        hint: dueHint('additions.mail.due', i18n, total, await firstDueOf(deps.read, order.id)),
      });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const article = await articleAt(deps, eventId);
        const change = {
          before: `${article}, M`,
          after: `${article}, L`,
          name: buyerName(order) ?? order.orderNumber,
        };
        return newTotalMail(deps, order, i18n, sampleTotal(deps, order, cents(500)), articleChanged(change));
      }),
  }),
  mailType('ParticipantAdded', {
    audience: 'buyer',
    async make(params, locale) {
      const newTotal = await newTotalOf(deps, params, locale);
      const seat = newTotal && peopleOf(newTotal.order).find(({ person }) => person.id === params.participantId);
      if (!newTotal || !seat) return null;
      const { order, i18n, total } = newTotal;
      const { person, competition } = seat;
      return newTotalMail(deps, order, i18n, total, {
        section: 'members.mail.added',
        values: { name: nameOf(person), competition: competition.title },
        hint: dueHint('members.mail.due', i18n, total, await firstDueOf(deps.read, order.id)),
      });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) =>
        newTotalMail(deps, order, i18n, sampleTotal(deps, order, cents(1500)), {
          section: 'members.mail.added',
          values: sampleSeat(order),
        }),
      ),
  }),
  mailType('ParticipantCanceled', {
    audience: 'buyer',
    async make(params, locale) {
      const newTotal = await newTotalOf(deps, params, locale);
      const canceled = await orderOf(deps.read, params.canceledOrderId);
      const seat = canceled && peopleOf(canceled).find(({ person }) => person.id === params.participantId);
      if (!newTotal || !seat) return null;
      const { order, i18n, total } = newTotal;
      return newTotalMail(deps, order, i18n, total, {
        section: 'members.mail.canceled',
        values: { name: nameOf(seat.person), competition: seat.competition.title, reason: params.reason },
      });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const back = cents(1500);
        const total = { ...sampleTotal(deps, order, cents(-back)), open: zeroCents, goesBack: back, transfer: null };
        return newTotalMail(deps, order, i18n, total, {
          section: 'members.mail.canceled',
          values: { ...sampleSeat(order), reason: 'byAdmin' },
        });
      }),
  }),
];

const sampleSeat = (order: OrderRecord) => ({
  name: buyerName(order) ?? order.orderNumber,
  competition: order.competitions[0]?.title ?? order.event.title,
});

const dueHint = (
  key: 'additions.mail.due' | 'members.mail.due',
  i18n: Translator,
  { open }: NewTotal,
  due: Instant | null,
): string | null => (due === null || open === 0 ? null : i18n.t(key, { until: i18n.weekdayDateTime(due) }));

const articleChanged = (change: { before: string | null; after: string | null; name: string }): ChangeReason => ({
  section: 'additions.mail.changed',
  values: { name: change.name, before: change.before ?? '', after: change.after ?? '', kind: kindOf(change) },
});
const kindOf = ({ before, after }: { before: string | null; after: string | null }) =>
  before === null ? 'added' : after === null ? 'takenOff' : 'swapped';

const articleAt = async ({ read }: Pick<Deps, 'read'>, eventId: number): Promise<string> =>
  (await catalogOf(read, eventId))?.articles[0]?.name ?? 'T-Shirt';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** `difference`, `goesBack`: cents. */
    ParticipantMoved: {
      orderId: number;
      participantId: number;
      from: string;
      to: string;
      difference: Cents;
      goesBack: Cents;
    };
  }
}

type Move = { name: string; from: string; competition: string };
const why = (values: Move) => ({ section: 'moves.mail' as const, values });

export const moveMailTypes = (deps: Deps): MailType[] => [
  mailType('ParticipantMoved', {
    audience: 'buyer',
    async make(params, locale) {
      const { from, to: competition, participantId } = params;
      const newTotal = await newTotalOf(deps, params, locale);
      const person = newTotal && participantsOf(newTotal.order).find(({ id }) => id === participantId);
      if (!newTotal || !person) return null;
      const { order, i18n, total } = newTotal;
      return newTotalMail(deps, order, i18n, total, why({ name: nameOf(person), from, competition }));
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const title = order.competitions[0]?.title ?? order.event.title;
        const others = (await catalogOf(deps.read, eventId))?.competitions.filter((other) => other.title !== title);
        const name = buyerName(order) ?? order.orderNumber;
        const move = { name, from: others?.[0]?.title ?? title, competition: title };
        return newTotalMail(deps, order, i18n, sampleTotal(deps, order, cents(1500)), why(move));
      }),
  }),
];

/** What a buyer is told when the total of their order changed. */
export type NewTotal = {
  /** Change of the total, negative for a reduction; the open part of it, and the refund. */
  difference: Cents;
  open: Cents;
  onAccount: Cents;
  goesBack: Cents;
  transfer: BankTransfer | null;
};
/** Reason of the change: `section` is the locale section with subject, title, preheader and lead. */
export type ChangeReason = {
  section:
    | 'moves.mail'
    | 'additions.mail.added'
    | 'additions.mail.takenOff'
    | 'additions.mail.changed'
    | 'members.mail.added'
    | 'members.mail.canceled';
  values: Record<string, string | number>;
  hint?: string | null;
};

type Making = Pick<Deps, 'config' | 'signer' | 'clock' | 'read' | 'orderMoney'>;

/** The order, its translator, and its current money; null when there is nothing more to tell. */
async function newTotalOf(
  deps: Making,
  { orderId, difference, goesBack }: { orderId: number; difference: Cents; goesBack: Cents },
  locale: Locale,
): Promise<{ order: OrderRecord; i18n: Translator; total: NewTotal } | null> {
  const order = await orderOf(deps.read, orderId);
  if (!order || order.status === 'canceled') return null;
  const money = await deps.orderMoney(order);
  const isOnAccount = visibleStatus(order) === 'onAccount';
  const open = isOnAccount ? zeroCents : money.open;
  const onAccount = isOnAccount ? money.open : zeroCents;
  const { bank } = deps.config;
  const isTransferable = open > 0 && bank && order.event.paymentInAdvancePossible;
  const transfer = isTransferable ? await bankTransferOf(deps.read, bank, order.id) : null;
  return { order, i18n: orderTranslator(order, locale), total: { difference, open, onAccount, goesBack, transfer } };
}

const sampleTotal = (deps: Pick<Deps, 'config'>, order: OrderRecord, grown: Cents): NewTotal => ({
  ...{ difference: grown, open: grown, onAccount: zeroCents, goesBack: zeroCents },
  transfer: { ...sampleTransfer(deps.config.bank, order), totalPrice: grown },
});

async function newTotalMail(
  deps: Pick<Deps, 'config' | 'signer' | 'clock'>,
  order: OrderRecord,
  i18n: Translator,
  total: NewTotal,
  why: ChangeReason,
): Promise<MailContent> {
  const { open, transfer } = total;
  const values = { ...why.values, event: order.event.title, orderNumber: order.orderNumber };
  const say = (part: 'subject' | 'title' | 'preheader' | 'lead') =>
    i18n.t(`${why.section}.${part}` as MessageKey, values);
  const blocks: MailBlock[] = [
    { kind: 'heading', text: say('title') },
    greeting(buyerName(order), i18n),
    { kind: 'paragraph', text: say('lead') },
    { kind: 'paragraph', text: differenceText(total.difference, i18n) },
    { kind: 'facts', facts: [{ label: i18n.t('moves.mail.total'), value: i18n.money(order.totalPrice) }] },
    ...moneyBlocks(total, i18n),
    ...(why.hint ? [{ kind: 'hint' as const, text: why.hint }] : []),
    ...(open > 0 ? [{ kind: 'hint' as const, text: i18n.t('ownOrder.mail.payLogin') }] : []),
    {
      kind: 'button',
      label: i18n.t(open > 0 ? 'moves.mail.pay' : 'moves.mail.toOrder'),
      url: deps.config.publicUrl + (open > 0 ? paymentPath(order.eventId, order.id) : signedOrderLink(deps, order)),
    },
  ];
  return renderMail(
    say('subject'),
    mailBodyOf(deps.config, order, i18n, {
      preheader: say('preheader'),
      blocks,
      why: i18n.t('mail.footer.order', { event: order.event.title }),
    }),
    transfer ? [await codeFile(transfer)] : [],
  );
}

function differenceText(difference: Cents, i18n: Translator): string {
  if (difference === 0) return i18n.t('moves.mail.same');
  return difference > 0
    ? i18n.t('moves.mail.more', { amount: i18n.money(difference) })
    : i18n.t('moves.mail.less', { amount: i18n.money(cents(-difference)) });
}

function moneyBlocks({ open, onAccount, goesBack, transfer }: NewTotal, i18n: Translator): MailBlock[] {
  if (onAccount > 0)
    return [{ kind: 'paragraph', text: i18n.t('ownOrder.todo.onAccountText', { amount: i18n.money(onAccount) }) }];
  if (goesBack > 0)
    return [{ kind: 'paragraph', text: i18n.t('moves.mail.goesBack', { amount: i18n.money(goesBack) }) }];
  if (open === 0) return [];
  if (!transfer) return [{ kind: 'paragraph', text: i18n.t('moves.mail.openOnline', { amount: i18n.money(open) }) }];
  return [
    { kind: 'paragraph', text: i18n.t('moves.mail.open', { amount: i18n.money(open) }) },
    { kind: 'facts', facts: transferFacts(transfer, i18n) },
    codeBlock(i18n),
  ];
}

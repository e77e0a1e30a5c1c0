import { userById } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { sumCents } from '#src/kernel/money.ts';
import type { MailBlock, MailFact } from '#src/mail/frame.tsx';
import type { MailType } from '#src/mail/kinds.ts';
import { mailType } from '#src/mail/kinds.ts';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isLocale, type Locale, type Translator } from '#src/texts/locale.ts';
import { mainOrganizer, orderTranslator, sellerOf } from '../assemble-orders.ts';
import { cancellationMails } from '../order/cancel-order.ts';
import { confirmationFileName, confirmationPdf, paymentWay } from '../order/confirmation.ts';
import { mayMailGuest } from '../order/guest-limits.ts';
import { giftCardFactsOf, itemLabel, taxText, totalText } from '../order/order-lines.tsx';
import { refundSentence } from '../order/order-refunds.tsx';
import { signedOrderLink } from '../order/paths.ts';
import { statesWithdrawal, withdrawalNotes } from '../order/withdrawal.ts';
import { namedWhole, nameOf, participantsOf, peopleOf } from '../people.ts';
import { type OrderRecord, orderOf, type ParticipantRecord } from '../read.ts';
import { feeOf } from '../rules/cancel-refund.ts';
import { taxesOf } from '../rules/order-item.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { type CancelReason, isPaidStatus, waitsForProof } from '../rules/order-state.ts';
import { buyerName, greeting, orderMail, proofBlocks } from './mail-body.ts';
import { sampleCanceled, sampleOrder, samplePending, sampleRefundedMoney, sampleUnpaid } from './sample-order.ts';

type CancellationParams = { orderId: number; wasPaid: boolean };
declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrderConfirmation: { orderId: number };
    PendingOrderReminder: { orderId: number };
    OrderCancellation: CancellationParams;
    OrderCancellationByUser: CancellationParams;
    OrderCancellationByAdmin: CancellationParams;
  }
}

/** Mails to buyers, in the order's language and the event's wording. */
export const orderMailTypes = (deps: Deps): MailType[] => [
  mailType('OrderConfirmation', {
    audience: 'buyer',
    make: (params, locale) =>
      about(deps, params, locale, async (order, i18n) =>
        isPaidStatus(order.status)
          ? confirmation(deps, order, i18n, [
              await confirmationFile(deps, order),
              ...(waitsForProof(order) ? [] : await ticketFiles(deps, order)),
            ])
          : null,
      ),
    sample: (eventId, locale) => sampled(deps, eventId, locale, {}, (order, i18n) => confirmation(deps, order, i18n)),
  }),
  mailType('PendingOrderReminder', {
    audience: 'buyer',
    make: (params, locale) =>
      about(deps, params, locale, async (order, i18n) =>
        (await mayMailGuest(deps, order)) ? reminder(deps, order, i18n) : null,
      ),
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, samplePending(deps.clock()), async (order, i18n) => reminder(deps, order, i18n)),
  }),
  ...(Object.keys(cancellationMails) as CancelReason[]).map((reason) =>
    mailType(cancellationMails[reason], {
      audience: 'buyer',
      make: (params, locale) =>
        about(deps, params, locale, async (order, i18n) =>
          canceledMail(deps, order, i18n, { reason, wasPaid: params.wasPaid, money: await deps.orderMoney(order) }),
        ),
      sample: (eventId, locale) =>
        sampled(deps, eventId, locale, sampleCanceled(deps.clock()), async (order, i18n) =>
          cancellation(deps, order, i18n, {
            reason,
            wasPaid: reason !== 'expired',
            money: reason === 'expired' ? sampleUnpaid : sampleRefundedMoney(order),
          }),
        ),
    }),
  ),
];

async function about(
  deps: Deps,
  { orderId }: { orderId: number },
  locale: Locale,
  make: (order: OrderRecord, i18n: Translator) => Promise<MailContent | null>,
): Promise<MailContent | null> {
  const order = await orderOf(deps.read, orderId);
  if (!order) return null;
  return make(order, orderTranslator(order, isLocale(locale) ? locale : order.language));
}

export async function sampled(
  deps: Pick<Deps, 'read' | 'clock'>,
  eventId: number,
  locale: Locale,
  change: Partial<OrderRecord>,
  make: (order: OrderRecord, i18n: Translator) => Promise<MailContent | null>,
): Promise<MailContent | null> {
  const catalog = await catalogOf(deps.read, eventId);
  if (!catalog) return null;
  const i18n = orderTranslator({ language: locale, event: catalog.event });
  return make(sampleOrder(catalog, i18n, deps.clock(), change), i18n);
}

const confirmationFile = async (deps: Deps, order: OrderRecord): Promise<MailAttachment> => ({
  name: confirmationFileName(order),
  type: 'application/pdf',
  bytes: await confirmationPdf(deps, order),
});

const valuesOf = ({ event, orderNumber }: OrderRecord) => ({ event: event.title, orderNumber });

async function confirmation(
  deps: Deps,
  order: OrderRecord,
  i18n: Translator,
  attachments: MailAttachment[] = [],
): Promise<MailContent> {
  const values = valuesOf(order);
  const main = mainOrganizer(order);
  const kept = main ? await organizerById(deps.read, main.id) : null;
  const people = peopleOf(order).map(({ person, competition }) =>
    i18n.t('orders.mail.participantLine', { name: namedWhole(person), competition: competition.title }),
  );
  const facts: MailFact[] = [
    { label: i18n.t('documents.order.orderNumber'), value: order.orderNumber },
    { label: i18n.t('documents.order.payment'), value: paymentWay(order, i18n) },
    ...(await giftCardFactsOf(deps, order, i18n)),
    { label: i18n.t('ownOrder.mail.seller'), value: [sellerOf(order, i18n), ...contactLines(kept)].join('\n') },
  ];
  return orderMail(
    deps,
    order,
    i18n,
    {
      subject: i18n.t('orders.mail.confirmation.subject', values),
      preheader: i18n.t('orders.mail.confirmation.preheader', values),
    },
    [
      { kind: 'heading', text: i18n.t('orders.mail.confirmation.heading') },
      greeting(buyerName(order), i18n),
      { kind: 'paragraph', text: i18n.t('orders.mail.confirmation.text', values) },
      { kind: 'list', items: people },
      totals(order, i18n),
      ...taxHints(order, i18n),
      { kind: 'facts', facts },
      ...(waitsForProof(order) ? await proofBlocks(deps, order, i18n) : ticketBlocks(deps, order, i18n)),
      orderButton(deps, order, i18n),
      ...withdrawalNotes(
        order,
        { contact: kept?.email ?? deps.config.contactEmail, publicUrl: deps.config.publicUrl },
        i18n,
      ).map((text): MailBlock => ({ kind: 'hint', text })),
      ...(statesWithdrawal(order) ? [{ kind: 'hint' as const, text: i18n.t('ownOrder.withdrawal.attached') }] : []),
      {
        kind: 'hint',
        text: i18n.t('ownOrder.mail.terms', {
          conditions: `${deps.config.publicUrl}/event-conditions/${order.eventId}`,
          terms: `${deps.config.publicUrl}/conditions`,
        }),
      },
    ],
    attachments,
  );
}

/** Their tickets come with the buyer's confirmation, unless they wait for a bib number. */
const withoutAddress = (order: OrderRecord): ParticipantRecord[] =>
  participantsOf(order).filter(
    (person) => !hasTicketMail(order, person) && !(order.event.needsBibForMail && person.rrBib === null),
  );

const hasTicketMail = ({ ticketsWithheld }: OrderRecord, { email }: ParticipantRecord): boolean =>
  Boolean(email) && !ticketsWithheld;

/** With more tickets the mail links to the order. */
const maxTickets = 10;

const ticketFiles = (deps: Deps, order: OrderRecord): Promise<MailAttachment[]> => {
  const people = withoutAddress(order);
  return people.length > maxTickets
    ? Promise.resolve([])
    : deps.ticketFiles(
        order,
        people.map(({ id }) => id),
      );
};

function ticketBlocks(deps: Deps, order: OrderRecord, i18n: Translator): MailBlock[] {
  const people = participantsOf(order);
  const without = withoutAddress(order);
  const isListed = without.length <= maxTickets;
  const hints = [
    people.some((person) => hasTicketMail(order, person)) ? i18n.t('orders.mail.confirmation.tickets') : null,
    without.length === 0
      ? null
      : i18n.t(isListed ? 'orders.mail.confirmation.ticketsHere' : 'orders.mail.confirmation.ticketsByOrder', {
          count: without.length,
        }),
    people.some((person) => !hasTicketMail(order, person)) && without.length === 0
      ? i18n.t('orders.mail.confirmation.ticketsWait')
      : null,
  ];
  return [
    ...hints.filter((text) => text !== null).map((text): MailBlock => ({ kind: 'hint', text })),
    ...(isListed ? without : []).map(
      (person): MailBlock => ({
        kind: 'button',
        label: i18n.t('orders.mail.confirmation.ticketOf', { name: nameOf(person) }),
        url: deps.ownPage(person, order.event.endTimestamp),
      }),
    ),
  ];
}

const taxHints = (order: OrderRecord, i18n: Translator): MailBlock[] =>
  taxesOf(order.orderItems)
    .filter(({ rate }) => rate > 0)
    .map((tax) => ({ kind: 'hint', text: taxText(tax, i18n) }));

function reminder(deps: Deps, order: OrderRecord, i18n: Translator): MailContent | null {
  if (order.status !== 'pending' || order.expiresAt === null) return null;
  const values = { ...valuesOf(order), until: i18n.dateTime(order.expiresAt) };
  return orderMail(
    deps,
    order,
    i18n,
    {
      subject: i18n.t('orders.mail.reminder.subject', values),
      preheader: i18n.t('orders.mail.reminder.preheader', values),
    },
    [
      { kind: 'heading', text: i18n.t('orders.mail.reminder.heading') },
      greeting(buyerName(order), i18n),
      { kind: 'paragraph', text: i18n.t('orders.mail.reminder.text', values) },
      totals(order, i18n),
      { kind: 'hint', text: i18n.t('ownOrder.mail.payLogin') },
      {
        kind: 'button',
        label: i18n.t('orders.mail.reminder.button'),
        url: `${deps.config.publicUrl}/events/${order.eventId}/payment?order=${order.id}`,
      },
    ],
  );
}

type Canceled = { reason: CancelReason; wasPaid: boolean; money: OrderMoney };

/** Skipped when the order came back meanwhile. Unpaid guest orders count against the guest's mail limit. */
async function canceledMail(
  deps: Deps,
  order: OrderRecord,
  i18n: Translator,
  canceled: Canceled,
): Promise<MailContent | null> {
  if (order.status !== 'canceled') return null;
  const isAboutMoney = canceled.wasPaid || canceled.money.received > 0;
  if (!isAboutMoney && !(await mayMailGuest(deps, order))) return null;
  const buyer = await userById(deps.read, order.userId);
  const files = canceled.wasPaid && buyer ? await deps.canceledCalendars(order, buyer.email, i18n.locale) : [];
  return { ...cancellation(deps, order, i18n, canceled), attachments: files };
}

function cancellation(deps: Deps, order: OrderRecord, i18n: Translator, canceled: Canceled): MailContent {
  const { reason } = canceled;
  const values = valuesOf(order);
  const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text });
  const isUnconfirmed = reason === 'expired' && order.memberProofUntil !== null;
  const why = reason === 'byAdmin' && order.event.canceled ? 'calledOff' : isUnconfirmed ? 'unconfirmed' : reason;
  const back = grantedWith(order, canceled.money);
  const isAsked = back.some(isWithoutAccount);
  const blocks: MailBlock[] = [
    { kind: 'heading', text: i18n.t('orders.mail.cancellation.heading') },
    greeting(buyerName(order), i18n),
    paragraph(i18n.t(`orders.mail.cancellation.${why}`, values)),
    ...moneyOfCanceled(order, i18n, canceled).map(paragraph),
    ...(isAsked ? accountBlocks(deps, order, i18n) : []),
    ...(back.length > 0 && order.hasInvoice ? [paragraph(i18n.t('ownOrder.mail.creditNote'))] : []),
    totals(order, i18n),
  ];
  if (reason === 'expired') {
    blocks.push({
      kind: 'button',
      label: i18n.t('orders.mail.cancellation.again'),
      url: `${deps.config.publicUrl}/events/${order.eventId}`,
    });
  } else blocks.push(orderButton(deps, order, i18n));
  const subject = i18n.t('orders.mail.cancellation.subject', values);
  return orderMail(
    deps,
    order,
    i18n,
    {
      subject,
      preheader: i18n.t(isAsked ? 'refunds.mail.account.preheader' : 'ownOrder.mail.canceledPreheader', values),
    },
    blocks,
  );
}

const isWithoutAccount = ({ way, status, iban, isInFile }: OrderMoney['refunds'][number]): boolean =>
  way === 'transfer' && status === 'pending' && iban === null && !isInFile;

const accountBlocks = (deps: Pick<Deps, 'refundAccountLink'>, order: OrderRecord, i18n: Translator): MailBlock[] => [
  { kind: 'button', label: i18n.t('refunds.mail.account.button'), url: deps.refundAccountLink(order) },
  { kind: 'hint', text: i18n.t('refunds.mail.account.hint') },
];

function moneyOfCanceled(order: OrderRecord, i18n: Translator, { reason, wasPaid, money }: Canceled): string[] {
  const back = grantedWith(order, money);
  const amount = sumCents(back.map((refund) => refund.amount));
  const kept = money.refundable;
  if (amount + kept === 0) {
    if (!wasPaid || (order.totalPrice > 0 && money.received === 0)) return [i18n.t('ownOrder.mail.nothingPaid')];
    return [i18n.t(order.totalPrice === 0 ? 'ownOrder.mail.wasFree' : 'ownOrder.mail.goneBefore')];
  }
  return [
    ...(amount > 0 ? [i18n.t('orders.mail.cancellation.refund', { amount: i18n.money(amount) })] : []),
    ...back.map((refund) => refundSentence(refund, i18n)),
    ...(kept > 0
      ? [i18n.t('ownOrder.mail.kept', { amount: i18n.money(kept), reason, fee: feeOf(order) > 0 ? 'yes' : 'no' })]
      : []),
  ];
}

/** Refunds granted since the cancellation. */
const grantedWith = ({ canceledAt }: OrderRecord, { refunds }: OrderMoney): OrderMoney['refunds'] =>
  refunds.filter(
    ({ at, reason, status }) =>
      reason === 'granted' && status !== 'withdrawn' && canceledAt !== null && at >= canceledAt,
  );

const totals = (order: OrderRecord, i18n: Translator): MailBlock => ({
  kind: 'totals',
  lines: order.orderItems.map((line) => ({
    label: i18n.t('orders.line.amountAndName', { amount: line.amount, name: itemLabel(line, i18n) }),
    amount: i18n.money(line.priceTotal),
  })),
  total: { label: totalText(order.orderItems, i18n), amount: i18n.money(order.totalPrice) },
});

const orderButton = (deps: Deps, order: OrderRecord, i18n: Translator): MailBlock => ({
  kind: 'button',
  label: i18n.t('orders.mail.toOrder'),
  url: `${deps.config.publicUrl}${signedOrderLink(deps, order)}`,
});

import { and, desc, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Reader } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { normalizeEmail } from '#src/kernel/email.ts';
import type { Instant } from '#src/kernel/time.ts';
import { storedMail } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { instant } from '#src/web/answers.ts';
import { type ListSource, listRows } from '#src/web/list/find.ts';
import type { ListQuery } from '#src/web/list/query.ts';
import { resendMail, ticketsMail } from '../order/resend-mail.ts';
import { participantsOf, peopleOf } from '../people.ts';
import type { ParticipantRecord } from '../read.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';

/** `notNeeded`: its reason was gone when it was due. */
const mailStates = ['waiting', 'sent', 'refused', 'notNeeded'] as const;
export type MailState = (typeof mailStates)[number];

export type OrderMail = {
  id: number;
  type: string;
  recipient: string;
  state: MailState;
  /** The mail server's reason for a refusal or delay. */
  reason: string | null;
  createdAt: Instant;
  sentAt: Instant | null;
  /** The first participant of the mail; null: it is for the buyer or the recipient of an offer. */
  participantId: number | null;
  offerId: number | null;
};

const state = sql<MailState>`case ${mails.status} when 'queued' then 'waiting' when 'failed' then 'refused'
  when 'dropped' then 'notNeeded' else 'sent' end`;
export const mailsToParticipants = ['RegistrationConfirmation', 'OldChangelink', 'ParticipantMessage'];
/** Mail types for one fixed address: a loss is told to the former holder, an offer to its recipient. */
export const mailsToOneAddress = [
  'OldChangelink',
  'OrderHandedOver',
  'TransferOffered',
  'TicketVoid',
  'TicketChanged',
  'MemberProof',
];
const isToParticipant = inArray(mails.type, mailsToParticipants);
const participantId = sql<
  number | null
>`case when ${isToParticipant} then json_extract(${mails.params}, '$.participantId') end`;

const offerId = sql<
  number | null
>`case when ${mails.type} = 'TransferOffered' then json_extract(${mails.params}, '$.transferId') end`;

export const orderMailSource = (orderId: number): ListSource => ({
  id: mails.id,
  fields: {
    id: { column: mails.id, kind: 'number' },
    type: { column: mails.type, kind: 'text' },
    recipient: { column: mails.recipient, kind: 'text' },
    state: { column: state, kind: 'text' },
    createdAt: { column: mails.createdAt, kind: 'instant' },
    sentAt: { column: mails.sentAt, kind: 'instant' },
  },
  scope: eq(mails.orderId, orderId),
  order: [desc(mails.id)],
});
const reason = sql<string | null>`case when ${state} <> 'notNeeded' then ${mails.lastError} end`;

export function orderMailsOf(reader: Reader, isOnPage: SQL): PromiseLike<OrderMail[]> {
  const { id, type, recipient, createdAt, sentAt } = mails;
  const columns = { id, type, recipient, state, reason, createdAt, sentAt, participantId, offerId };
  return reader.select(columns).from(mails).where(isOnPage);
}

export const listOrderMails = (
  reader: Reader,
  orderId: number,
  query: ListQuery,
): Promise<{ count: number; rows: OrderMail[] }> =>
  listRows(reader, orderMailSource(orderId), query, (isOnPage) => orderMailsOf(reader, isOnPage));

export const orderMailSchema = z
  .object({
    id: z.int(),
    type: z.string(),
    recipient: z.string(),
    state: z.enum(mailStates),
    reason: z.string().nullable().describe('Response of the mail server that explains the refusal or delay'),
    createdAt: instant,
    sentAt: instant.nullable(),
    participantId: z
      .int()
      .nullable()
      .describe(
        'Participant who receives the mail, the first of several; null: the buyer, or the recipient of a transfer offer',
      ),
  })
  .meta({ id: 'OrderMail', description: 'Mail about an order' });

export type Unreached = { email: string; reason: string; isBuyer: boolean; people: ParticipantRecord[] };

const refusedOf = prepared((reader) => {
  const ofOrder = eq(mails.orderId, sql.placeholder('orderId'));
  const isOver = inArray(mails.status, ['failed', 'sent']);
  const newest = reader
    .select({ id: max(mails.id) })
    .from(mails)
    .where(and(ofOrder, isOver))
    .groupBy(mails.recipient);
  return (
    reader
      .select({ recipient: mails.recipient, reason: mails.lastError })
      .from(mails)
      // Where none of its mails failed, the newest are not looked for.
      .where(and(eq(mails.status, 'failed'), ofOrder, inArray(mails.id, newest)))
  );
});

/** Current addresses of the order whose newest mail was refused. */
export async function undeliveredMails(reader: Reader, order: AdminOrderRecord): Promise<Unreached[]> {
  const refused = await refusedOf(reader).all({ orderId: order.id });
  if (refused.length === 0) return [];
  const people = peopleOf(order)
    .map(({ person }) => person)
    .filter(({ email }) => email !== null);
  const same = (email: string | null) => normalizeEmail(email ?? '') ?? email;
  return refused
    .map(({ recipient, reason }) => ({
      email: recipient,
      reason: reason ?? '',
      isBuyer: same(order.user.email) === same(recipient),
      people: people.filter(({ email }) => same(email) === same(recipient)),
    }))
    .filter(({ isBuyer, people: reached }) => isBuyer || reached.length > 0);
}

/** Whether the mail's content still applies, so that it may be sent again. */
export function isStillTrue(
  { type, offerId }: Pick<OrderMail, 'type' | 'offerId'>,
  { status }: Pick<AdminOrderRecord, 'status'>,
  openOffers: ReadonlySet<number>,
): boolean {
  if (offerId !== null) return openOffers.has(offerId);
  if (type.startsWith('OrderCancellation')) return status === 'canceled';
  // Mails about refunds are independent of the order's status.
  if (type === 'RefundAccount' || type === 'RefundSent') return true;
  if (type === 'PendingOrderReminder') return status === 'pending';
  // Mass mails go to each address once.
  if (['ParticipantMessage', 'EventCanceled', 'TicketVoid', 'TicketChanged', 'MemberProof'].includes(type))
    return false;
  if (type === 'OrderConfirmation' || type === 'RegistrationConfirmation') return isPaidStatus(status);
  return status !== 'canceled';
}

export async function requireMailOf(reader: Reader, orderId: number, mailId: number): Promise<void> {
  const [mail] = await reader
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.id, mailId), eq(mails.orderId, orderId)));
  if (!mail) refuse('NOT_FOUND');
}

/**
 * Sends a mail again, to its person's current address or its fixed address.
 * @throws Problem NOT_FOUND for a mail of another order, an outdated one, or without an address; MAIL_ALREADY_SENT
 */
export async function resendMailOfOrder(
  { openOffers }: Pick<Deps, 'openOffers'>,
  work: Work,
  order: AdminOrderRecord,
  mailId: number,
): Promise<void> {
  const { type, params, recipient: to, expiresAt: until } = mails;
  const [mailed] = await work.tx
    .select({ type, params, recipient: to, expiresAt: until, offerId })
    .from(mails)
    .where(and(eq(mails.id, mailId), eq(mails.orderId, order.id)));
  const open = mailed?.offerId == null ? new Set<number>() : await openOffers(work.tx, order.id, work.now);
  if (!mailed || !isStillTrue(mailed, order, open)) return refuse('NOT_FOUND');
  const mail = storedMail(mailed);
  const about = mailed.params.participantId;
  const person = peopleOf(order).find(({ person: { id } }) => id === about)?.person;
  const { expiresAt } = mailed;
  const shared = { locale: order.language, orderId: order.id, ...(expiresAt === null ? {} : { expiresAt }) };
  if (mail.type === 'RegistrationConfirmation') {
    const named = new Set([mail.params, ...(mail.params.others ?? [])].map(({ participantId }) => participantId));
    const people = participantsOf(order).filter(({ id, email }) => email && named.has(id));
    // The first participant who still has this address, else the first of the mail.
    const first = people.find(({ email }) => email === mailed.recipient) ?? people[0];
    if (!first?.email) return refuse('NOT_FOUND');
    const others = people.filter((other) => other !== first && other.email === first.email);
    return resendMail(
      work,
      { ...shared, ...ticketsMail(order, [first, ...others], first.email) },
      `${first.id}|${first.linkVersion}`,
    );
  }
  const recipient = mailsToOneAddress.includes(mail.type) ? mailed.recipient : order.user.email;
  return resendMail(work, { ...shared, ...mail, recipient }, String(person?.id ?? order.id));
}

import { and, desc, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Reader } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import { mails } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { normalizeEmail } from '#src/kernel/email.ts';
import { type Instant, toIso, toIsoOrNull } from '#src/kernel/time.ts';
import { storedMail } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type ListSource, listRows } from '#src/web/list/find.ts';
import type { ListQuery } from '#src/web/list/query.ts';
import { resendMail } from '../order/resend-mail.ts';
import { ticketsMail } from '../order/tickets-mail.ts';
import { participantsOf, peopleOf } from '../people.ts';
import type { ParticipantRecord } from '../read.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';

/** `notNeeded`: the reason for it was gone when it was its turn. */
const mailStates = ['waiting', 'sent', 'refused', 'notNeeded'] as const;
export type MailState = (typeof mailStates)[number];

export type OrderMail = {
  id: number;
  type: string;
  recipient: string;
  state: MailState;
  /** Why it was refused or still waits, in the words of the mail server. */
  reason: string | null;
  createdAt: Instant;
  sentAt: Instant | null;
  /** The participant of the mail, of several the first; null: it is for the buyer or for somebody who was offered a place. */
  participantId: number | null;
  /** The offer of a place that it makes. */
  offerId: number | null;
};

const state = sql<MailState>`case ${mails.status} when 'queued' then 'waiting' when 'failed' then 'refused'
  when 'dropped' then 'notNeeded' else 'sent' end`;
/** What is in neither list is written to the buyer, also where it is about a participant. */
export const mailsToParticipants = ['RegistrationConfirmation', 'OldChangelink', 'ParticipantMessage'];
/**
 * These are for one address, whoever has the order by now: what somebody lost is told the address that had it, and a place
 * is offered to nobody but whom it is for.
 */
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

/** Everything that was written about an order, newest first. */
export const listOrderMails = (
  reader: Reader,
  orderId: number,
  query: ListQuery,
): Promise<{ count: number; rows: OrderMail[] }> =>
  listRows(reader, orderMailSource(orderId), query, (isOnPage) => orderMailsOf(reader, isOnPage));

export const orderMailSchema = z.object({
  id: z.int(),
  type: z.string(),
  recipient: z.string(),
  state: z.enum(mailStates),
  reason: z.string().nullable().describe('Why it was refused or still waits, in the words of the mail server'),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  participantId: z
    .int()
    .nullable()
    .describe(
      "Whose mail it is, of several the first; null: the buyer's, or that of somebody whom a place was offered",
    ),
});
export const orderMailShape = ({ offerId: _, ...mail }: OrderMail): z.infer<typeof orderMailSchema> => ({
  ...mail,
  createdAt: toIso(mail.createdAt),
  sentAt: mail.state === 'sent' ? toIsoOrNull(mail.sentAt) : null,
});

/** Somebody of the order whom nothing reaches. */
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

/**
 * The addresses of the order, as they are now, whose newest mail was refused. One that was changed since, or that a
 * later mail reached, is no trouble any more.
 */
export async function unreachedOf(reader: Reader, order: AdminOrderRecord): Promise<Unreached[]> {
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

/** A mail that says what is not so any more is not sent again. `openOffers`: of its places, those that still stand. */
export function isStillTrue(
  { type, offerId }: Pick<OrderMail, 'type' | 'offerId'>,
  { status }: Pick<AdminOrderRecord, 'status'>,
  openOffers: ReadonlySet<number>,
): boolean {
  if (offerId !== null) return openOffers.has(offerId);
  if (type.startsWith('OrderCancellation')) return status === 'canceled';
  // Where money goes back to, and that it did, has nothing to do with the state of the order.
  if (type === 'RefundAccount' || type === 'RefundSent') return true;
  if (type === 'PendingOrderReminder') return status === 'pending';
  // One of many, which goes to each address once.
  if (['ParticipantMessage', 'EventCanceled', 'TicketVoid', 'TicketChanged', 'MemberProof'].includes(type))
    return false;
  if (type === 'OrderConfirmation' || type === 'RegistrationConfirmation') return isPaidStatus(status);
  return status !== 'canceled';
}

/** @throws Problem NOT_FOUND for a mail that is not one of this order */
export async function requireMailOf(reader: Reader, orderId: number, mailId: number): Promise<void> {
  const [mail] = await reader
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.id, mailId), eq(mails.orderId, orderId)));
  if (!mail) refuse('NOT_FOUND');
}

/**
 * Sends a mail of the order once more, to where its person is reached now, or to the one address that it is for.
 * @throws Problem NOT_FOUND for a mail of another order or that is not true any more, and for one to a participant who has no address any more;
 *   MAIL_ALREADY_SENT
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
    // Who has another address by now got the ticket there; where nobody is left at this one, the first is meant.
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

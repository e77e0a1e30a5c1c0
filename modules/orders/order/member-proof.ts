import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { mailsTo, mailsToOthers, userById } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import {
  type Enterer,
  endPendingUses,
  needsProof,
  type PendingMember,
  pendingMembers,
  proveMember,
  proveMembersOf,
  provenMailbox,
} from '#modules/member-lists/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { countAtOnce } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { days, hours, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { addAudit } from '../add-audit.ts';
import type { PricedBasket, Quote } from '../rules/pricing.ts';
import { refuse } from '../rules/problems.ts';
import { type UsedMember, usedMembers } from '../rules/used-members.ts';
import { orders, participants } from '../schema.ts';
import { completeOrders } from './complete-order.ts';
import { holdEnd } from './hold-end.ts';

/**
 * A discount by email address is for the owner of that mailbox. Of another buyer the order waits: it holds its places for a
 * day, nothing of it can be paid, and the owner is asked by mail, once for each discount. Agreed: the order goes on. Not: it
 * expires, and the next buyer who enters the address pays the full price.
 */
export const memberProofTime = hours(24);
/** So long after it the link says what became of the question. */
const linkTime = days(30);
const proofPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/participants/${participantId}/confirm-member`;

/** What the signature of the link is about; the address stands in none of its links. */
const signedText = (orderId: number, { participantId, member }: PendingMember): string =>
  `${proofPath(orderId, participantId)}#${member}`;

export function memberProofLink(
  { signer, config }: Pick<Deps, 'signer' | 'config'>,
  orderId: number,
  asked: PendingMember,
  until: Instant,
): string {
  const text = signedText(orderId, asked);
  return `${config.publicUrl}${proofPath(orderId, asked.participantId)}${signer.signPath(text, plus(until, linkTime)).slice(text.length)}`;
}

/** The question behind such a link; null when it was not signed for it. */
export async function memberOfProof(
  { read, signer }: { read: Reader } & Pick<Deps, 'signer'>,
  { orderId, participantId }: { orderId: number; participantId: number },
  query: URLSearchParams,
  now: Instant,
): Promise<PendingMember | null> {
  const asked = (await pendingMembers(read, await idsOf(read, orderId))).find(
    (each) => each.participantId === participantId,
  );
  return asked && signer.isSigned(signedText(orderId, asked), query, now) ? asked : null;
}

/** `isAsked`: the owner of the address has to agree first. */
export type OptionalProof = UsedMember & { isAsked: boolean };

/** Who of a priced basket takes a discount of a list. `catalog` knows its members (`withMembers`). */
export async function membersOf(
  reader: Reader | Tx,
  catalog: Catalog,
  basket: Pick<PricedBasket, 'teams'>,
  { tickets, enterer, now }: { tickets: Quote['tickets']; enterer: Enterer; now: Instant },
): Promise<OptionalProof[]> {
  const used = usedMembers(catalog, basket, tickets, now);
  const proven = used.length > 0 ? await provenMailbox(reader, enterer) : null;
  return used.map((each) => ({ ...each, isAsked: needsProof(catalog, each, proven) }));
}

const idsOf = async (reader: Reader | Tx, orderId: number): Promise<number[]> =>
  (await reader.select({ id: participants.id }).from(participants).where(eq(participants.orderId, orderId))).map(
    ({ id }) => id,
  );

/**
 * Asks the owners of the addresses of an order that was just written.
 * @throws Problem TOO_MANY_REQUESTS with `details.reason = "memberMails"` when one of them gets no more mails today, and
 *   `"memberQuestions"` when the buyer asks too many
 */
export async function askMembers(
  work: Work,
  { orderId, userId, locale, until }: { orderId: number; userId: number; locale: string; until: Instant },
): Promise<void> {
  const asked = await pendingMembers(work.tx, await idsOf(work.tx, orderId));
  const counted = await mailsTo(
    work.tx,
    asked.map(({ member }) => member),
  );
  const ofBuyer = [mailsToOthers.anHour, mailsToOthers.aDay].map((limit) => ({
    ...{ limit, key: String(userId), times: asked.length, reason: 'memberQuestions' },
  }));
  await countAtOnce(
    work,
    [...[...counted.values()].map((each) => ({ ...each, reason: 'memberMails' })), ...ofBuyer],
    1,
  );
  for (const { participantId, member: recipient } of asked)
    await work.post({
      ...{ type: 'MemberProof', uniqueKey: `MemberProof|${participantId}`, recipient, locale, orderId },
      ...{ params: { orderId, participantId }, expiresAt: until, priority: 3 },
    });
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'member.asked' });
}

/**
 * The owner of the address agrees. Once nobody is left to agree the order goes on: what costs nothing is complete, else its
 * places are held as those of any order from now on and the buyer is told. Twice is once.
 * @throws Problem CANT_CHANGE_ORDER_STATUS when the order is canceled
 */
export async function confirmMember(
  work: Work,
  { orderId, participantId }: { orderId: number; participantId: number },
): Promise<void> {
  const [order] = await work.tx.select().from(orders).where(eq(orders.id, orderId));
  const isLate = order?.memberProofUntil != null && order.memberProofUntil <= work.now;
  const outcome = isLate ? 'over' : await proveMember(work, participantId);
  if (outcome === 'over') return refuse('CANT_CHANGE_ORDER_STATUS', { from: 'canceled', to: 'pending' });
  if (outcome === 'proven') await goOn(work, orderId);
}

/** The buyer has proven the mailbox: what is asked of the same address is answered with it. */
export async function confirmOwnMember(work: Work, orderId: number): Promise<void> {
  const [order] = await work.tx.select().from(orders).where(eq(orders.id, orderId));
  const buyer = order?.memberProofUntil ? await userById(work.tx, order.userId) : null;
  if (!buyer) return;
  const proven = await proveMembersOf(work, buyer.email, await idsOf(work.tx, orderId));
  if (proven > 0) await goOn(work, orderId);
}

/**
 * Ends the orders that wait for the owners of these addresses, since the owners use the discount themselves. They expire
 * at once, as if nobody had agreed in time.
 */
export async function endAwaited(
  work: Work,
  used: readonly Omit<OptionalProof, 'participantLocalId'>[],
): Promise<void> {
  const { tx, now } = work;
  const ended = await endPendingUses(
    work,
    used.filter(({ isAsked }) => !isAsked),
  );
  if (ended.length === 0) return;
  const theirs = tx.select({ id: participants.orderId }).from(participants).where(inArray(participants.id, ended));
  const expired = await tx
    .update(orders)
    .set({ expiresAt: now, memberProofUntil: now })
    .where(and(inArray(orders.id, theirs), eq(orders.status, 'pending'), isNotNull(orders.memberProofUntil)))
    .returning({ id: orders.id });
  for (const { id: orderId } of expired)
    await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'member.usedByOwner' });
}

async function goOn(work: Work, orderId: number): Promise<void> {
  const { tx, now } = work;
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'member.confirmed' });
  const asked = await pendingMembers(tx, await idsOf(tx, orderId));
  if (asked.some(({ provenAt }) => provenAt === null)) return;
  const waits = and(eq(orders.id, orderId), eq(orders.status, 'pending'), isNotNull(orders.memberProofUntil));
  const [order] = await tx.select().from(orders).where(waits);
  if (!order) return;
  const { event } = present(await catalogOf(tx, order.eventId), 'an order has an event');
  await tx
    .update(orders)
    .set({ memberProofUntil: null, expiresAt: holdEnd(order, event, now) })
    .where(waits);
  if (order.totalPrice === 0) {
    await completeOrders(work, { paid: [{ orderId, paymentMethod: 'voucher' }], editorId: null });
    return;
  }
  const buyer = present(await userById(tx, order.userId), 'an order has a buyer');
  await work.post({
    ...{ type: 'MemberConfirmed', uniqueKey: `MemberConfirmed|${orderId}`, recipient: buyer.email, orderId },
    ...{ locale: order.language, params: { orderId } },
  });
}

/** @throws Problem ORDER_AWAITS_MEMBER while the owner of an address has not agreed */
export function requireNoMemberProof({
  status,
  memberProofUntil,
}: {
  status: string;
  memberProofUntil: Instant | null;
}): void {
  if (status === 'pending' && memberProofUntil !== null) refuse('ORDER_AWAITS_MEMBER');
}

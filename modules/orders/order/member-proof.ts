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
import { type UsedMember, usedMembers } from '../rules/automatic-discounts.ts';
import type { PricedBasket, Quote } from '../rules/pricing.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants } from '../schema.ts';
import { completeOrders } from './complete-order.ts';
import { holdEnd } from './expire-orders.ts';

/**
 * A discount by email address needs its owner's consent. Until then the order holds its places for a day, cannot be
 * paid, and the owner is asked by mail once per discount. Without consent it expires, and the next buyer with that
 * address pays the full price.
 */
export const memberProofTime = hours(24);
/** The link explains the outcome for this long. */
const linkTime = days(30);
const proofPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/participants/${participantId}/confirm-member`;

/** Content of the signature; the link does not contain the address. */
const signedText = (orderId: number, { participantId, member }: PendingMember): string =>
  `${proofPath(orderId, participantId)}#${member}`;

export function memberProofLink(
  { signer, config }: Pick<Deps, 'signer' | 'config'>,
  orderId: number,
  pending: PendingMember,
  until: Instant,
): string {
  const text = signedText(orderId, pending);
  return `${config.publicUrl}${proofPath(orderId, pending.participantId)}${signer.signPath(text, plus(until, linkTime)).slice(text.length)}`;
}

/** The discount of a signed link; null: invalid. */
export async function memberOfProof(
  { read, signer }: { read: Reader } & Pick<Deps, 'signer'>,
  { orderId, participantId }: { orderId: number; participantId: number },
  query: URLSearchParams,
  now: Instant,
): Promise<PendingMember | null> {
  const pending = (await pendingMembers(read, await idsOf(read, orderId))).find(
    (each) => each.participantId === participantId,
  );
  return pending && signer.isSigned(signedText(orderId, pending), query, now) ? pending : null;
}

/** `isAsked`: the owner of the address must agree first. */
export type OptionalProof = UsedMember & { isAsked: boolean };

/** List discounts used by a priced basket. `catalog` includes members (`withMembers`). */
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
 * Asks the owners of the addresses of a new order.
 * @throws Problem TOO_MANY_REQUESTS with `details.reason = "memberMails"` at the daily limit of an address, and
 *   `"memberQuestions"` at the limit of the buyer
 */
export async function askMembers(
  work: Work,
  { orderId, userId, locale, until }: { orderId: number; userId: number; locale: string; until: Instant },
): Promise<void> {
  const pending = await pendingMembers(work.tx, await idsOf(work.tx, orderId));
  const counted = await mailsTo(
    work.tx,
    pending.map(({ member }) => member),
  );
  const ofBuyer = [mailsToOthers.anHour, mailsToOthers.aDay].map((limit) => ({
    ...{ limit, key: String(userId), times: pending.length, reason: 'memberQuestions' },
  }));
  await countAtOnce(
    work,
    [...[...counted.values()].map((each) => ({ ...each, reason: 'memberMails' })), ...ofBuyer],
    1,
  );
  for (const { participantId, member: recipient } of pending)
    await work.post({
      ...{ type: 'MemberProof', uniqueKey: `MemberProof|${participantId}`, recipient, locale, orderId },
      ...{ params: { orderId, participantId }, expiresAt: until, priority: 3 },
    });
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'member.asked' });
}

/**
 * The owner agrees; idempotent. After the last consent a free order completes, any other gets the normal hold and the
 * buyer is told.
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
  if (outcome === 'proven') await resumeOrder(work, orderId);
}

/** A proven buyer agrees for discounts of the same address. */
export async function confirmOwnMember(work: Work, orderId: number): Promise<void> {
  const [order] = await work.tx.select().from(orders).where(eq(orders.id, orderId));
  const buyer = order?.memberProofUntil ? await userById(work.tx, order.userId) : null;
  if (!buyer) return;
  const proven = await proveMembersOf(work, buyer.email, await idsOf(work.tx, orderId));
  if (proven > 0) await resumeOrder(work, orderId);
}

/** Expires orders that wait for these addresses, because the owners use the discount themselves. */
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
  const orderIds = tx.select({ id: participants.orderId }).from(participants).where(inArray(participants.id, ended));
  const expired = await tx
    .update(orders)
    .set({ expiresAt: now, memberProofUntil: now })
    .where(and(inArray(orders.id, orderIds), eq(orders.status, 'pending'), isNotNull(orders.memberProofUntil)))
    .returning({ id: orders.id });
  for (const { id: orderId } of expired)
    await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'member.usedByOwner' });
}

async function resumeOrder(work: Work, orderId: number): Promise<void> {
  const { tx, now } = work;
  await addAudit(work, { orderId, type: 'Other', editorId: null, comment: 'member.confirmed' });
  const pending = await pendingMembers(tx, await idsOf(tx, orderId));
  if (pending.some(({ provenAt }) => provenAt === null)) return;
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

export function refuseOrderAwaitingMember({
  status,
  memberProofUntil,
}: {
  status: string;
  memberProofUntil: Instant | null;
}): void {
  if (status === 'pending' && memberProofUntil !== null) refuse('ORDER_AWAITS_MEMBER');
}

import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { brokenConstraint, type Reader, type Tx } from '#src/data/database.ts';
import { insertRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { discountUses } from './schema.ts';

/** `isAsked`: the owner of the address is asked. */
export type UsedMember = { discountId: number; member: string; participantId: number; isAsked: boolean };

/**
 * These participants have the discount of these members. Answers whether nobody else has: an index decides, whichever
 * process was faster.
 */
export async function takeMembers({ tx }: Work, used: readonly UsedMember[]): Promise<boolean> {
  if (used.length === 0) return true;
  try {
    await insertRows(tx, discountUses, used);
    return true;
  } catch (error) {
    if (brokenConstraint(error) !== 'unique') throw error;
    return false;
  }
}

/** Whether somebody else has by now what these participants had before their order was canceled. */
export async function areUsedElsewhere({ tx }: Work, participantIds: readonly number[]): Promise<boolean> {
  const found = await tx.all(sql`
    select 1 from ${discountUses} own
    join ${discountUses} other on other.discount_id = own.discount_id and other.member = own.member and other.live = 1
    where own.live = 0 and own.participant_id in (select value from json_each(${JSON.stringify(participantIds)})) limit 1`);
  return found.length > 0;
}

/** Who enters an address: an account, whose own mailbox is proven or not, or the organizer's desk. */
export type Enterer = { userId: number; level: string } | 'desk' | null;

/** The address that the enterer has proven; `all` at the desk. */
export async function provenMailbox(reader: Reader | Tx, enterer: Enterer): Promise<string | 'all' | null> {
  if (enterer === 'desk') return 'all';
  if (enterer?.level !== 'verified') return null;
  return (await userById(reader, enterer.userId))?.email ?? null;
}

/** Whether the owner of the address has to agree first. Member numbers are as secret as the club keeps them. */
export const needsProof = (
  { discounts }: Pick<Catalog, 'discounts'>,
  { discountId, member }: { discountId: number; member: string },
  proven: string | 'all' | null,
): boolean =>
  proven !== 'all' && member !== proven && discounts.find(({ id }) => id === discountId)?.memberFieldId === null;

export type PendingMember = { participantId: number; member: string; provenAt: Instant | null };

/** Discounts of these people by an address whose owner was asked. */
export async function pendingMembers(reader: Reader | Tx, participantIds: readonly number[]): Promise<PendingMember[]> {
  const { participantId, member, provenAt, isAsked } = discountUses;
  return reader
    .select({ participantId, member, provenAt })
    .from(discountUses)
    .where(and(eq(isAsked, true), inArray(participantId, [...participantIds])));
}

/** Notes that the owner agreed. `before`: they had agreed already; `over`: the place was given up meanwhile. */
export async function proveMember({ tx, now }: Work, participantId: number): Promise<'proven' | 'before' | 'over'> {
  const isOpen = and(eq(discountUses.participantId, participantId), isNull(discountUses.provenAt));
  const changed = await tx
    .update(discountUses)
    .set({ provenAt: now })
    .where(and(isOpen, eq(discountUses.live, true), eq(discountUses.isAsked, true)))
    .returning({ id: discountUses.participantId });
  if (changed.length > 0) return 'proven';
  const [use] = await pendingMembers(tx, [participantId]);
  return use?.provenAt ? 'before' : 'over';
}

/** The same for all of these people who have the discount by this address. Answers how many. */
export async function proveMembersOf(work: Work, address: string, participantIds: readonly number[]): Promise<number> {
  const asked = await pendingMembers(work.tx, participantIds);
  let count = 0;
  for (const { participantId, member } of asked)
    if (member === address && (await proveMember(work, participantId)) === 'proven') count += 1;
  return count;
}

/**
 * Ends the uses of these discounts that wait for the owner of the address, who uses it now. Answers whose they were.
 */
export async function endPendingUses(
  { tx }: Work,
  used: readonly { discountId: number; member: string }[],
): Promise<number[]> {
  if (used.length === 0) return [];
  const { participantId, discountId, member, isAsked, provenAt, live } = discountUses;
  const isSame = used.map((each) => and(eq(discountId, each.discountId), eq(member, each.member)));
  const ended = await tx
    .update(discountUses)
    .set({ live: false })
    .where(and(eq(live, true), eq(isAsked, true), isNull(provenAt), or(...isSame)))
    .returning({ participantId });
  return ended.map((use) => use.participantId);
}

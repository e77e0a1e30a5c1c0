import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { brokenConstraint, type Reader, type Tx } from '#src/data/database.ts';
import { insertRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { discountMembers, discountUses } from './schema.ts';

/** `isAsked`: the owner of the address is asked for consent. */
export type UsedMember = { discountId: number; member: string; participantId: number; isAsked: boolean };

/** Returns false when another participant uses one of these members; a unique index decides. */
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

/** Whether members of a canceled order are used by others now. */
export async function areUsedElsewhere({ tx }: Work, participantIds: readonly number[]): Promise<boolean> {
  const found = await tx.all(sql`
    select 1 from ${discountUses} own
    join ${discountUses} other on other.discount_id = own.discount_id and other.member = own.member and other.live = 1
    where own.live = 0 and own.participant_id in (select value from json_each(${JSON.stringify(participantIds)})) limit 1`);
  return found.length > 0;
}

/** An account, or the organizer's desk. */
export type DiscountUser = { userId: number; level: string } | 'desk' | null;

/** The verified address of the enterer; `all` at the desk. */
export async function provenMailbox(reader: Reader | Tx, enterer: DiscountUser): Promise<string | 'all' | null> {
  if (enterer === 'desk') return 'all';
  if (enterer?.level !== 'verified') return null;
  return (await userById(reader, enterer.userId))?.email ?? null;
}

/** Whether the owner of the address must agree. Member numbers need no consent. */
export const needsProof = (
  { discounts }: Pick<Catalog, 'discounts'>,
  { discountId, member }: { discountId: number; member: string },
  proven: string | 'all' | null,
): boolean =>
  proven !== 'all' && member !== proven && discounts.find(({ id }) => id === discountId)?.memberFieldId === null;

export type PendingMember = { participantId: number; member: string; provenAt: Instant | null };

/** Uses by an address whose owner was asked. */
export async function pendingMembers(reader: Reader | Tx, participantIds: readonly number[]): Promise<PendingMember[]> {
  const { participantId, member, provenAt, isAsked } = discountUses;
  return reader
    .select({ participantId, member, provenAt })
    .from(discountUses)
    .where(and(eq(isAsked, true), inArray(participantId, [...participantIds])));
}

/** Whether the owner of the address can still get the discount that the participant waits for. */
export async function isStillGiven(reader: Reader, participantId: number): Promise<boolean> {
  const { discountId, member, live, isAsked, provenAt } = discountUses;
  const [asked] = await reader.select().from(discountUses).where(eq(discountUses.participantId, participantId));
  if (!asked) return false;
  const [listed] = await reader
    .select({ id: discountMembers.id })
    .from(discountMembers)
    .where(and(eq(discountMembers.discountId, asked.discountId), eq(discountMembers.member, asked.member)));
  const isUsed = or(eq(isAsked, false), isNotNull(provenAt));
  const [used] = await reader
    .select({ participantId: discountUses.participantId })
    .from(discountUses)
    .where(and(eq(discountId, asked.discountId), eq(member, asked.member), eq(live, true), isUsed));
  return listed !== undefined && used === undefined;
}

/** `before`: the owner had agreed already; `over`: the use has ended. */
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

/** The same for all these participants; returns the count. */
export async function proveMembersOf(work: Work, address: string, participantIds: readonly number[]): Promise<number> {
  const pending = await pendingMembers(work.tx, participantIds);
  let count = 0;
  for (const { participantId, member } of pending)
    if (member === address && (await proveMember(work, participantId)) === 'proven') count += 1;
  return count;
}

/** Ends uses that wait for consent, because the owner uses the discount. Returns their participants. */
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

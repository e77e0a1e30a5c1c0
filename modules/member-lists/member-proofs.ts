import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { discountMembers, discountUses } from './schema.ts';

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

/** Whether the discount that this person was to get is still there for the owner of the address. */
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

import { and, eq, exists, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { changeRights, findOrCreateUser } from '#modules/accounts/index.ts';
import type { OrganizerRole } from '#src/access/permissions.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from './rules/problems.ts';
import { organizers, organizerUsers } from './schema.ts';

const others = alias(organizerUsers, 'others');

/** The user is not an owner, or another owner remains. Part of the statement that removes the role. */
const staysOwned = (work: Work) =>
  or(
    ne(organizerUsers.role, 'owner'),
    exists(
      work.tx
        .select({ one: sql`1` })
        .from(others)
        .where(
          and(
            eq(others.organizerId, organizerUsers.organizerId),
            ne(others.userId, organizerUsers.userId),
            eq(others.role, 'owner'),
          ),
        ),
    ),
  );

const roleOf = async (work: Work, organizerId: number, userId: number): Promise<OrganizerRole | null> => {
  const [row] = await work.tx
    .select({ role: organizerUsers.role })
    .from(organizerUsers)
    .where(and(eq(organizerUsers.organizerId, organizerId), eq(organizerUsers.userId, userId)));
  return row?.role ?? null;
};

const refuseLastOwner = (): never => refuse('CANT_REMOVE_ORGANIZER_IS_LAST', { reason: 'lastOwner' });

/**
 * Gives a person a role; creates the account if needed. Returns whether anything changed.
 * @throws Problem NOT_FOUND; VALIDATION_FAILED for an invalid address; CANT_REMOVE_ORGANIZER_IS_LAST when the only
 * owner would change role
 */
export async function addOrganizerUser(
  work: Work,
  organizerId: number,
  email: string,
  actorId: number | null = null,
  role: OrganizerRole = 'manager',
): Promise<boolean> {
  const [known] = await work.tx.select({ id: organizers.id }).from(organizers).where(eq(organizers.id, organizerId));
  if (!known) refuse('NOT_FOUND');
  const { id: userId } = await findOrCreateUser(work, email, { language: null });
  const changed = await work.tx
    .insert(organizerUsers)
    .values({ organizerId, userId, role })
    .onConflictDoUpdate({
      target: [organizerUsers.organizerId, organizerUsers.userId],
      set: { role },
      setWhere: and(ne(organizerUsers.role, role), staysOwned(work)),
    })
    .returning({ userId: organizerUsers.userId });
  if (changed.length === 0) {
    if ((await roleOf(work, organizerId, userId)) !== role) refuseLastOwner();
    return false;
  }
  await changeRights(work, userId, actorId, `+ organizer ${organizerId}${role === 'manager' ? '' : ` ${role}`}`);
  return true;
}

/**
 * Takes effect with the person's next request.
 * @throws Problem NOT_FOUND without a role; CANT_REMOVE_ORGANIZER_IS_LAST for the only owner
 */
export async function removeOrganizerUser(
  work: Work,
  organizerId: number,
  userId: number,
  actorId: number | null = null,
): Promise<void> {
  const removed = await work.tx
    .delete(organizerUsers)
    .where(and(eq(organizerUsers.organizerId, organizerId), eq(organizerUsers.userId, userId), staysOwned(work)))
    .returning({ userId: organizerUsers.userId });
  if (removed.length === 0) {
    if (await roleOf(work, organizerId, userId)) refuseLastOwner();
    refuse('NOT_FOUND');
  }
  await changeRights(work, userId, actorId, `- organizer ${organizerId}`);
}

/**
 * Removes the roles of a deleted account. An only owner with colleagues must name another owner first.
 * @throws Problem CANT_REMOVE_ORGANIZER_IS_LAST
 */
export async function leaveOrganizers(work: Work, userId: number): Promise<void> {
  const alone = sql`not exists (select 1 from ${organizerUsers} as colleagues
    where colleagues.organizer_id = ${organizerUsers.organizerId} and colleagues.user_id <> ${organizerUsers.userId})`;
  await work.tx.delete(organizerUsers).where(and(eq(organizerUsers.userId, userId), or(staysOwned(work), alone)));
  const [left] = await work.tx
    .select({ id: organizerUsers.organizerId })
    .from(organizerUsers)
    .where(eq(organizerUsers.userId, userId));
  if (left) refuseLastOwner();
}

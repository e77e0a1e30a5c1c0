import { and, eq, ne } from 'drizzle-orm';
import { changeRights, findOrCreateUser } from '#modules/accounts/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import type { OrganizerRole } from './rules/role.ts';
import { organizers, organizerUsers } from './schema.ts';

/**
 * Lets the person behind an address work for an organizer, in a role; the account is made when there is none. Whoever works
 * there already gets the role that is named.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED when `email` is no address
 */
export async function addOrganizerUser(
  work: Work,
  organizerId: number,
  email: string,
  actorId: number | null = null,
  role: OrganizerRole = 'manager',
): Promise<void> {
  const [known] = await work.tx.select({ id: organizers.id }).from(organizers).where(eq(organizers.id, organizerId));
  if (!known) refuse('NOT_FOUND');
  const { id: userId } = await findOrCreateUser(work, email, { language: null });
  const changed = await work.tx
    .insert(organizerUsers)
    .values({ organizerId, userId, role })
    .onConflictDoUpdate({
      target: [organizerUsers.organizerId, organizerUsers.userId],
      set: { role },
      setWhere: ne(organizerUsers.role, role),
    })
    .returning({ userId: organizerUsers.userId });
  const said = role === 'manager' ? '' : ` ${role}`;
  if (changed.length > 0) await changeRights(work, userId, actorId, `+ organizer ${organizerId}${said}`);
}

/** @throws Problem NOT_FOUND when that person does not work for the organizer */
export async function removeOrganizerUser(
  work: Work,
  organizerId: number,
  userId: number,
  actorId: number | null = null,
): Promise<void> {
  const removed = await work.tx
    .delete(organizerUsers)
    .where(and(eq(organizerUsers.organizerId, organizerId), eq(organizerUsers.userId, userId)))
    .returning({ userId: organizerUsers.userId });
  if (removed.length === 0) refuse('NOT_FOUND');
  await changeRights(work, userId, actorId, `- organizer ${organizerId}`);
}

import { eq, or } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { leaveOrganizers } from './organizer-users.ts';
import { organizerInvitations, organizers, organizerUsers } from './schema.ts';

export const organizerData: PersonalData = {
  async collect(reader, userId) {
    const rows = await reader
      .select({ id: organizers.id, name: organizers.name, role: organizerUsers.role })
      .from(organizerUsers)
      .innerJoin(organizers, eq(organizers.id, organizerUsers.organizerId))
      .where(eq(organizerUsers.userId, userId));
    const user = await userById(reader, userId);
    const invitations = await reader
      .select({
        organizer: organizers.name,
        role: organizerInvitations.role,
        message: organizerInvitations.message,
        createdAt: organizerInvitations.createdAt,
        outcome: organizerInvitations.outcome,
      })
      .from(organizerInvitations)
      .innerJoin(organizers, eq(organizers.id, organizerInvitations.organizerId))
      .where(eq(organizerInvitations.email, user?.email ?? ''));
    return { worksFor: rows, invitations };
  },
  async erase(work, userId) {
    const user = await userById(work.tx, userId);
    await leaveOrganizers(work, userId);
    await work.tx
      .delete(organizerInvitations)
      .where(or(eq(organizerInvitations.email, user?.email ?? ''), eq(organizerInvitations.acceptedBy, userId)));
    await work.tx
      .update(organizerInvitations)
      .set({ invitedBy: null })
      .where(eq(organizerInvitations.invitedBy, userId));
  },
};

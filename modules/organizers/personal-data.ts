import { eq } from 'drizzle-orm';
import type { PersonalData } from '#src/platform/module.ts';
import { organizers, organizerUsers } from './schema.ts';

/** For whom the person works. */
export const organizerData: PersonalData = {
  async collect(reader, userId) {
    const rows = await reader
      .select({ id: organizers.id, name: organizers.name, role: organizerUsers.role })
      .from(organizerUsers)
      .innerJoin(organizers, eq(organizers.id, organizerUsers.organizerId))
      .where(eq(organizerUsers.userId, userId));
    return { worksFor: rows };
  },
  async erase({ tx }, userId) {
    await tx.delete(organizerUsers).where(eq(organizerUsers.userId, userId));
  },
};

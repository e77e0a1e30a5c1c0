import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '#src/data/database.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { organizers } from './schema.ts';

/** @throws Problem VALIDATION_FAILED for a host name that another organizer has */
export async function refuseTakenHost(tx: Tx, hostName: string | null | undefined, organizerId: number): Promise<void> {
  if (!hostName) return;
  const taken = await tx
    .select({ id: organizers.id })
    .from(organizers)
    .where(and(eq(organizers.hostName, hostName), ne(organizers.id, organizerId)));
  if (taken.length > 0) refuseFields({ hostName: ['taken'] });
}

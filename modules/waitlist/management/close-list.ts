import { eq } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { closedWaitlists } from '../schema.ts';

/** A closed list takes nobody in any more; whoever is on it goes on waiting. */
export async function closeList(
  { tx }: Work,
  { eventId, competitionId, isClosed }: { eventId: number; competitionId: number; isClosed: boolean },
): Promise<void> {
  if (isClosed) await tx.insert(closedWaitlists).values({ eventId, competitionId }).onConflictDoNothing();
  else await tx.delete(closedWaitlists).where(eq(closedWaitlists.competitionId, competitionId));
}

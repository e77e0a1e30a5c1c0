import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { starterOf } from './read-starters.ts';
import { publicNames } from './schema.ts';
import { touchResults } from './touch-results.ts';

/** The place was passed on: the choice about the name was the previous person's. */
export async function forgetPublicName(work: Work, participantId: number): Promise<void> {
  await work.tx.delete(publicNames).where(eq(publicNames.participantId, participantId));
  const starter = await starterOf(work.tx, participantId);
  if (starter) await touchResults(work, starter.eventId);
}

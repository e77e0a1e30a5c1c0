import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { starterOf } from './read-starters.ts';
import { publicNames } from './schema.ts';
import { touchResults } from './touch-results.ts';

/** Somebody else has the place: what was said about the name before was said by another person. */
export async function forgetPublicName(work: Work, participantId: number): Promise<void> {
  await work.tx.delete(publicNames).where(eq(publicNames.participantId, participantId));
  const starter = await starterOf(work.tx, participantId);
  if (starter) await touchResults(work, starter.eventId);
}

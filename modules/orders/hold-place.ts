import { and, eq, isNotNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { placeTakeovers } from './schema.ts';

/** Somebody starts themselves: whatever order waits for their place does not get it, and its money goes back. */
export async function holdPlace({ tx }: Work, participantId: number): Promise<void> {
  await tx
    .update(placeTakeovers)
    .set({ person: null })
    .where(and(eq(placeTakeovers.participantId, participantId), isNotNull(placeTakeovers.person)));
}

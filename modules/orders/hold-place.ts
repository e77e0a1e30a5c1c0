import { and, eq, isNotNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { placeTakeovers } from './schema.ts';

/** Cancels a waiting takeover of this place, because its holder changed it; its money goes back. */
export async function holdPlace({ tx }: Work, participantId: number): Promise<void> {
  await tx
    .update(placeTakeovers)
    .set({ person: null })
    .where(and(eq(placeTakeovers.participantId, participantId), isNotNull(placeTakeovers.person)));
}

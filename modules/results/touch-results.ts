import { sql } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { resultSettings } from './schema.ts';

/** The lists of results of an event say something else from now on: whoever kept one makes it anew. */
export async function touchResults({ tx }: Pick<Work, 'tx'>, eventId: number): Promise<void> {
  await tx
    .insert(resultSettings)
    .values({ eventId, version: 1 })
    .onConflictDoUpdate({ target: resultSettings.eventId, set: { version: sql`${resultSettings.version} + 1` } });
}

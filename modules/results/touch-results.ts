import { sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { resultsChanged } from './rules/facts.ts';
import { resultSettings } from './schema.ts';

export async function touchResults(work: Work, eventId: number): Promise<void> {
  await work.tx
    .insert(resultSettings)
    .values({ eventId, version: 1 })
    .onConflictDoUpdate({ target: resultSettings.eventId, set: { version: sql`${resultSettings.version} + 1` } });
  await work.announce(resultsChanged({ eventId }));
}

import type { Work } from '#src/data/work.ts';
import type { Settings } from './read-settings.ts';
import { raceResultFetches } from './schema.ts';

/** Results can be asked for: there is a list, and the name of the field with the time. */
export const isFetchable = ({ listUrl, resultTimeField }: Pick<Settings, 'listUrl' | 'resultTimeField'>): boolean =>
  listUrl !== null && resultTimeField !== null;

/** From now on by itself, or not any more. The job knows when the race runs. */
export async function planFetches({ tx, now }: Work, eventId: number, byItself: boolean): Promise<void> {
  const nextAt = byItself ? now : null;
  await tx
    .insert(raceResultFetches)
    .values({ eventId, nextAt })
    .onConflictDoUpdate({ target: raceResultFetches.eventId, set: { nextAt, quiet: 0 } });
}

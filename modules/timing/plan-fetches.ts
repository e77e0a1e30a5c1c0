import type { Work } from '#src/data/work.ts';
import type { Settings } from './read-settings.ts';
import { raceResultFetches } from './schema.ts';

/** Needs a list and the field with the time. */
export const isFetchable = ({ listUrl, resultTimeField }: Pick<Settings, 'listUrl' | 'resultTimeField'>): boolean =>
  listUrl !== null && resultTimeField !== null;

/** Switches automatic fetching on or off. */
export async function planFetches({ tx, now }: Work, eventId: number, byItself: boolean): Promise<void> {
  const nextAt = byItself ? now : null;
  await tx
    .insert(raceResultFetches)
    .values({ eventId, nextAt })
    .onConflictDoUpdate({ target: raceResultFetches.eventId, set: { nextAt, quiet: 0 } });
}

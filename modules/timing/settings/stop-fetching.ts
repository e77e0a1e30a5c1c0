import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { settingsOf } from '../read-settings.ts';
import { changeRaceResult } from './change-settings.ts';

/** Switches automatic fetching off. Returns whether it was on. */
export async function stopFetching(work: Work, eventId: number, editor: Pick<Viewer, 'userId'>): Promise<boolean> {
  const { fetchesResults } = await settingsOf(work.tx, eventId);
  // Addresses do not change, so they need no check.
  if (fetchesResults)
    await changeRaceResult(work, eventId, { fetchesResults: false }, editor, { allowPrivateAddresses: false });
  return fetchesResults;
}

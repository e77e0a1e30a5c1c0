import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { settingsOf } from '../read-settings.ts';
import { changeRaceResult } from './change-settings.ts';

/** From now on times come by a button alone. Answers whether they came by themselves before. */
export async function stopFetching(work: Work, eventId: number, editor: Pick<Viewer, 'userId'>): Promise<boolean> {
  const { fetchesResults } = await settingsOf(work.tx, eventId);
  // No address is changed, so none is looked at.
  if (fetchesResults)
    await changeRaceResult(work, eventId, { fetchesResults: false }, editor, { allowPrivateAddresses: false });
  return fetchesResults;
}

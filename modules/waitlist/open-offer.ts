import { releaseHold } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { keyOf } from './offers.ts';
import { refuse } from './rules/problems.ts';
import type { Entry } from './schema.ts';

/**
 * From now on this visit can buy what was offered; a lost tab or another device opens it once more. @throws Problem
 * WAITLIST_NO_PLACES when nothing is kept for them any more
 */
export async function openOffer(work: Work, entry: Entry, { visitId }: Pick<Viewer, 'visitId'>): Promise<void> {
  if (!(await releaseHold(work, keyOf(entry), visitId))) refuse('WAITLIST_NO_PLACES');
}

import { releaseHold } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { keyOf } from './offers.ts';
import { refuse } from './rules/problems.ts';
import type { Entry } from './schema.ts';

/**
 * Gives the offered places to this visit; can be repeated from another tab or device.
 * @throws Problem WAITLIST_NO_PLACES when nothing is held any more
 */
export async function openOffer(work: Work, entry: Entry, { visitId }: Pick<Viewer, 'visitId'>): Promise<void> {
  if (!(await releaseHold(work, keyOf(entry), visitId))) refuse('WAITLIST_NO_PLACES');
}

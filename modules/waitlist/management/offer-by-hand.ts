import { catalogOf } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { fillLists, freeFor } from '../fill-lists.ts';
import { offerPlaces } from '../offers.ts';
import { refuse } from '../rules/problems.ts';
import type { Entry } from '../schema.ts';
import { type Editor, noteOnList } from './note-on-list.ts';

/** Offers to one entry regardless of its position. @throws Problem WAITLIST_NO_PLACES when not enough is free */
export async function offerByHand(work: Work, entry: Entry, editor: Editor): Promise<void> {
  const catalog = await catalogOf(work.tx, entry.eventId);
  const places = catalog ? await freeFor(work, catalog, entry) : undefined;
  if (entry.state !== 'waiting' || !catalog || !places || places.free < entry.places)
    return refuse('WAITLIST_NO_PLACES');
  if (!(await offerPlaces(work, catalog, entry, places))) return refuse('WAITLIST_NO_PLACES');
  await noteOnList(work, editor, entry, { field: 'offeredByHand', before: null, after: entry.places });
  await fillLists(work, entry.eventId);
}

import type { Work } from '#src/data/work.ts';
import { endEntry } from '../end-entry.ts';
import type { Entry } from '../schema.ts';
import { type Editor, noteOnList } from './note-on-list.ts';

/** Answers false if the entry had already ended. */
export async function removeEntry(work: Work, entry: Entry, editor: Editor): Promise<boolean> {
  const isGone = await endEntry(work, entry, 'organizer');
  if (isGone) await noteOnList(work, editor, entry, { field: 'takenOffList', before: null, after: entry.places });
  return isGone;
}

import { and, eq, inArray } from 'drizzle-orm';
import { giveBackHold } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { postEnd } from './emails.ts';
import { fillLists } from './fill-lists.ts';
import { keyOf } from './offers.ts';
import { entryOf } from './read-entries.ts';
import { liveStates } from './rules/entry-state.ts';
import { type Entry, waitlistEntries } from './schema.ts';

/** Removes an entry from the list and passes its hold on. Answers false if it had already ended. */
export async function endEntry(work: Work, entry: Entry, by: 'themselves' | 'organizer'): Promise<boolean> {
  const wasOffered = entry.state === 'offered';
  const state = by === 'organizer' ? 'removed' : wasOffered ? 'declined' : 'left';
  const ended = await work.tx
    .update(waitlistEntries)
    .set({ state, endedAt: work.now })
    .where(and(eq(waitlistEntries.id, entry.id), inArray(waitlistEntries.state, [...liveStates])))
    .returning({ id: waitlistEntries.id });
  if (ended.length === 0) return false;
  await giveBackHold(work, [keyOf(entry)]);
  if (by === 'organizer' && entry.state !== 'asked') await postEnd(work, entry, 'removed');
  await fillLists(work, entry.eventId);
  return true;
}

/** The person got a place by a transfer: ends the entry and passes its hold on. */
export async function endByPlace(work: Work, entryId: number): Promise<void> {
  const { tx, now } = work;
  const entry = await entryOf(tx, entryId);
  if (!entry) return;
  const ended = await tx
    .update(waitlistEntries)
    .set({ state: 'bought', endedAt: now })
    .where(and(eq(waitlistEntries.id, entryId), inArray(waitlistEntries.state, [...liveStates])))
    .returning({ id: waitlistEntries.id });
  if (ended.length === 0) return;
  await giveBackHold(work, [keyOf(entry)]);
  await fillLists(work, entry.eventId);
}

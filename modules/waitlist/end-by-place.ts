import { and, eq, inArray } from 'drizzle-orm';
import { giveBackHold } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { fillLists } from './fill-lists.ts';
import { keyOf } from './offers.ts';
import { entryOf } from './read-entries.ts';
import { liveStates } from './rules/entry-state.ts';
import { waitlistEntries } from './schema.ts';

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

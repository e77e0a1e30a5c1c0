import { and, eq, inArray } from 'drizzle-orm';
import { eventChanged, keptPlacesBought, keptPlacesFreed } from '#modules/events/rules/facts.ts';
import { type FactHandler, onFact } from '#src/platform/facts.ts';
import type { Work } from '#src/platform/work.ts';
import { fillLists } from './fill-lists.ts';
import { liveStates } from './rules/entry-state.ts';
import { waitlistEntries } from './schema.ts';

/** The line of an event, where there is one. */
async function fillIfAny(work: Work, eventId: number): Promise<void> {
  const [somebody] = await work.tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.state, [...liveStates])))
    .limit(1);
  if (somebody) await fillLists(work, eventId);
}

/** Whoever bought some of what was offered leaves the list; what they left of it goes to the next. */
async function noteBought(work: Work, eventId: number, keys: readonly string[]): Promise<void> {
  await work.tx
    .update(waitlistEntries)
    .set({ state: 'bought', endedAt: work.now })
    .where(
      and(
        inArray(waitlistEntries.id, keys.map(Number).filter(Number.isSafeInteger)),
        eq(waitlistEntries.state, 'offered'),
      ),
    );
  await fillIfAny(work, eventId);
}

export const waitlistHandlers: readonly FactHandler[] = [
  onFact(eventChanged, 'waitlist.event', (work, { eventId }) => fillIfAny(work, eventId)),
  onFact(keptPlacesFreed, 'waitlist.freed', (work, { eventId }) => fillIfAny(work, eventId)),
  onFact(keptPlacesBought, 'waitlist.bought', (work, { eventId, keys }) => noteBought(work, eventId, keys)),
];

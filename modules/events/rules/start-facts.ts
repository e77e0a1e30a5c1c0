import type { Instant } from '#src/kernel/time.ts';
import type { Catalog } from './catalog.ts';
import type { StartFacts } from './facts.ts';

/** Where and when people of an event start. */
export const startFacts = ({ event, competitions }: Catalog): StartFacts => ({
  start: event.startTimestamp,
  competitions: competitions.map(({ id, timestamp, location }) => ({
    ...{ id, start: timestamp },
    place: location || event.location,
  })),
});

/** The competitions whose people start at another time or place by now, or whose event does. */
export function movedCompetitions(before: StartFacts, after: StartFacts): number[] {
  const old = new Map(before.competitions.map((competition) => [competition.id, competition]));
  return after.competitions
    .filter(({ id, start, place }) => {
      const was = old.get(id);
      return was && (before.start !== after.start || was.start !== start || was.place !== place);
    })
    .map(({ id }) => id);
}

/** Whether people with a ticket are to hear of the difference: not of an event that is canceled or over. */
export function hasMoved(before: Catalog, after: Catalog, now: Instant): boolean {
  if (after.event.canceled || after.event.endTimestamp < now) return false;
  const moved = movedCompetitions(startFacts(before), startFacts(after));
  return after.competitions.some(({ id, sold }) => sold > 0 && moved.includes(id));
}

import { factKind } from '#src/kernel/facts.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Catalog } from './catalog.ts';

export const eventChanged = factKind<{ eventId: number }>('event.changed');

/** Where and when one starts; the place of a competition is that of the event where it has none of its own. */
export type StartFacts = { start: Instant; competitions: { id: number; start: Instant; place: string }[] };
/**
 * An organizer moved the event, or a start or the place of one for which places are sold; `before`: as it was. `after`: the
 * address that was told last, `changeId` the first fact of this change; tickets are told of in portions.
 */
export type StartsMoved = { eventId: number; before: StartFacts; after?: string; changeId?: number };
export const startsMoved = factKind<StartsMoved>('event.startsMoved');

/** Of a competition somebody waits for: something came free. */
export const heldPlacesFreed = factKind<{ eventId: number }>('places.freed');
/** What was kept under these keys was bought, all of it or some. */
export const heldPlacesBought = factKind<{ eventId: number; keys: string[] }>('places.bought');

/** `eventId` is the copy, `from` the original; the lists say which record became which, as `[original, copy]`. */
export type EventCopied = {
  eventId: number;
  from: number;
  startedAt: Instant;
  startsAt: Instant;
  timeZone: string;
  editorId: number;
  impersonatorId: number | null;
  competitions: [number, number][];
  prices: [number, number][];
  articles: [number, number][];
};
export const eventCopied = factKind<EventCopied>('event.copied');

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

import { factKind } from '#src/kernel/facts.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Catalog } from './catalog.ts';

export const eventChanged = factKind<{ eventId: number }>('event.changed');

/** A competition without a place has the event's. */
export type StartFacts = { start: Instant; competitions: { id: number; start: Instant; place: string }[] };
/**
 * Announced when a start or place changes after a sale. `after`: the address notified last, `changeId`: the first fact
 * of this change; mails go out in batches.
 */
export type StartsMoved = { eventId: number; before: StartFacts; after?: string; changeId?: number };
export const startsMoved = factKind<StartsMoved>('event.startsMoved');

/** Places came free at a competition that people wait for. */
export const heldPlacesFreed = factKind<{ eventId: number }>('places.freed');
/** Held places under these keys were bought, all or some. */
export const heldPlacesBought = factKind<{ eventId: number; keys: string[] }>('places.bought');

/** `eventId` is the copy, `from` the original; id pairs are `[original, copy]`. */
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

export const startFacts = ({ event, competitions }: Catalog): StartFacts => ({
  start: event.startTimestamp,
  competitions: competitions.map(({ id, timestamp, location }) => ({
    ...{ id, start: timestamp },
    place: location || event.location,
  })),
});

/** Competitions with another start or place. */
export function movedCompetitions(before: StartFacts, after: StartFacts): number[] {
  const old = new Map(before.competitions.map((competition) => [competition.id, competition]));
  return after.competitions
    .filter(({ id, start, place }) => {
      const was = old.get(id);
      return was && (before.start !== after.start || was.start !== start || was.place !== place);
    })
    .map(({ id }) => id);
}

/** Ticket holders are not told of canceled or past events. */
export function hasMoved(before: Catalog, after: Catalog, now: Instant): boolean {
  if (after.event.canceled || after.event.endTimestamp < now) return false;
  const moved = movedCompetitions(startFacts(before), startFacts(after));
  return after.competitions.some(({ id, sold }) => sold > 0 && moved.includes(id));
}

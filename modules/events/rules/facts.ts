import { factKind } from '#src/kernel/facts.ts';
import type { Instant } from '#src/kernel/time.ts';

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

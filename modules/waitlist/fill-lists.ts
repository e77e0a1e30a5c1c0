import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  catalogOf,
  freeForWaiting,
  giveBackKept,
  keepForWaiting,
  keepPlaces,
  keptPlaces,
} from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver, isSaleOver } from '#modules/events/rules/sale.ts';
import { keptTogether } from '#modules/events/rules/shared-quotas.ts';
import { type Instant, minutes } from '#src/kernel/time.ts';
import type { Work } from '#src/platform/work.ts';
import { postEnd, postOffer, postTakenBack } from './emails.ts';
import { entriesIn } from './read-entries.ts';
import { type Closing, liveStates } from './rules/entry-state.ts';
import { nextOffers } from './rules/next-offers.ts';
import { offerEnd, shortestOffer } from './rules/offer-end.ts';
import { type Entry, waitlistEntries } from './schema.ts';

/** What places are kept under in the book of the holds. */
export const keyOf = ({ id }: Pick<Entry, 'id'>): string => String(id);

/**
 * Brings the lists of an event to what is true now: offers that ran out end, what is free is offered in the order of the
 * line, and a competition is kept for its line as long as somebody stands in it. It may be called at any time and as often
 * as one likes; whoever changes a list calls it in the same work.
 */
export async function fillLists(work: Work, eventId: number): Promise<void> {
  const { tx } = work;
  const live = await entriesIn(tx, eventId, liveStates);
  const catalog = live.length > 0 ? await catalogOf(tx, eventId) : null;
  if (!catalog) return keepForWaiting(work, eventId, []);
  const left = await endOverLists(work, catalog, live);
  await endOffers(work, left);
  await offerFree(work, catalog);
  const waiting = await entriesIn(tx, eventId, ['waiting']);
  const waitedFor = new Set(waiting.map(({ competitionId }) => competitionId));
  await keepForWaiting(work, eventId, keptTogether(catalog.competitions, catalog.quotas, waitedFor));
}

/** Why nobody can wait at an event, or for a competition of it, any more. */
function closingOf({ event, competitions }: Catalog, competitionId: number, now: Instant): Closing | null {
  if (event.canceled) return 'canceled';
  if (isOver(event, now)) return 'over';
  if (event.offerHours === null) return 'off';
  const competition = competitions.find(({ id }) => id === competitionId);
  return competition && isSaleOver(competition, now) ? 'over' : null;
}

/** Lists that are over end with a mail to all who were on them; answers who is left. */
async function endOverLists(work: Work, catalog: Catalog, live: readonly Entry[]): Promise<Entry[]> {
  const left: Entry[] = [];
  const ended: Entry[] = [];
  for (const entry of live) {
    const closing = closingOf(catalog, entry.competitionId, work.now);
    if (closing === null) left.push(entry);
    else {
      ended.push(entry);
      if (entry.state !== 'asked') await postEnd(work, entry, closing);
    }
  }
  if (ended.length === 0) return left;
  await giveBackKept(work, ended.map(keyOf));
  await work.tx
    .update(waitlistEntries)
    .set({ state: 'closed', endedAt: work.now })
    .where(
      inArray(
        waitlistEntries.id,
        ended.map(({ id }) => id),
      ),
    );
  return left;
}

/**
 * Offers whose hour has come lapse. What an organizer took away of one puts its people back into line, where they stood.
 * An offer without a row was bought: that is on its way here. Or its price was deleted, and the row with it: what nobody
 * bought has lapsed when its hour is long over, so that its people are not on the list for good.
 */
async function endOffers(work: Work, live: readonly Entry[]): Promise<void> {
  const offered = live.filter(({ state }) => state === 'offered');
  const kept = await keptPlaces(work.tx, offered.map(keyOf));
  for (const entry of offered) {
    const places = kept.get(keyOf(entry));
    const isLost = !places && entry.offerUntil !== null && entry.offerUntil + minutes(10) <= work.now;
    if (!places && !isLost) continue;
    const isOut = !places || places.until <= work.now;
    const isWhole = !places || places.quantity >= entry.places;
    if (!isOut && isWhole) continue;
    // Fewer places than were offered are no offer, whatever the hour.
    const isLapsed = isOut && isWhole;
    await giveBackKept(work, [keyOf(entry)]);
    const changed = await work.tx
      .update(waitlistEntries)
      .set(isLapsed ? { state: 'lapsed', endedAt: work.now } : { state: 'waiting' })
      .where(and(eq(waitlistEntries.id, entry.id), eq(waitlistEntries.state, 'offered')))
      .returning({ id: waitlistEntries.id });
    if (changed.length === 0) continue;
    if (isLapsed) await postEnd(work, entry, 'lapsed');
    else await postTakenBack(work, entry);
  }
}

async function offerFree(work: Work, catalog: Catalog): Promise<void> {
  const free = await freeForWaiting(work.tx, catalog, work.now);
  const waiting = await entriesIn(work.tx, catalog.event.id, ['waiting']);
  for (const [competitionId, places] of free) {
    const line = waiting.filter((entry) => entry.competitionId === competitionId);
    for (const entry of nextOffers(places.free, line)) await offerPlaces(work, catalog, entry, places);
  }
}

/** Offers somebody in line their places, if they are free now. Answers whether they were. */
export async function offerPlaces(
  work: Work,
  { event }: Catalog,
  entry: Entry,
  { priceId, end }: { priceId: number; end: (wanted: Instant) => Instant },
): Promise<boolean> {
  const { tx, now } = work;
  if (event.offerHours === null) return false;
  const until = end(offerEnd(now, event.offerHours, event.timeZone));
  if (until - now < shortestOffer) return false;
  const { id, competitionId, places: quantity } = entry;
  if (!(await keepPlaces(work, { key: keyOf(entry), competitionId, priceId, quantity, until }))) return false;
  const [offered] = await tx
    .update(waitlistEntries)
    .set({ state: 'offered', offeredAt: now, offerUntil: until, offers: sql`${waitlistEntries.offers} + 1` })
    .where(and(eq(waitlistEntries.id, id), eq(waitlistEntries.state, 'waiting')))
    .returning();
  if (offered) await postOffer(work, offered);
  else await giveBackKept(work, [keyOf(entry)]);
  return offered !== undefined;
}

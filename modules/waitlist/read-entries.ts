import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { articles, articleVariants, competitionPrices, competitions, events } from '#modules/events/schema.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { type EntryState, entryStates, liveStates, type WishOfList } from './rules/entry-state.ts';
import { refuse } from './rules/problems.ts';
import type { Seat } from './rules/sizes.ts';
import { closedWaitlists, type Entry, type SizeEntry, waitlistEntries } from './schema.ts';

export async function entryOf(reader: Reader | Tx, id: number): Promise<Entry | null> {
  const [entry] = await reader.select().from(waitlistEntries).where(eq(waitlistEntries.id, id));
  return entry ?? null;
}

/** @throws Problem NOT_FOUND also for an entry of another event */
export async function entryAt(reader: Reader | Tx, eventId: number, id: number): Promise<Entry> {
  const entry = await entryOf(reader, id);
  return entry?.eventId === eventId ? entry : refuse('NOT_FOUND');
}

/** Null: entries for places at any price. */
export const isAtPrice = (priceId: number | null): SQL | undefined =>
  priceId === null
    ? and(isNull(waitlistEntries.priceId), isNull(waitlistEntries.variantId))
    : eq(waitlistEntries.priceId, priceId);

export const entriesIn = (reader: Reader | Tx, eventId: number, states: readonly EntryState[]): PromiseLike<Entry[]> =>
  reader
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.state, [...states])))
    .orderBy(asc(waitlistEntries.waitingSince), asc(waitlistEntries.id));

/** Distinct wishes of the entries that wait; a size counts while it is offered, too. */
export function waitingCountAt(
  reader: Reader | Tx,
  eventId: number,
): PromiseLike<Pick<Entry, 'competitionId' | 'priceId' | 'variantId'>[]> {
  const { competitionId, priceId, variantId, state } = waitlistEntries;
  return reader
    .selectDistinct({ competitionId, priceId, variantId })
    .from(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.eventId, eventId),
        or(eq(state, 'waiting'), and(eq(state, 'offered'), isNotNull(variantId))),
      ),
    );
}

/** Current booking of people who wait for sizes, by participant. */
export async function seatsOf(
  reader: Reader | Tx,
  entries: readonly Pick<SizeEntry, 'participantId'>[],
): Promise<ReadonlyMap<number, Seat>> {
  if (entries.length === 0) return new Map();
  const { id, orderId, competitionId, live } = participants;
  const rows = await reader
    .select({ id, orderId, competitionId, live, status: orders.status })
    .from(participants)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(inArray(id, [...new Set(entries.map((entry) => entry.participantId))]));
  return new Map(
    rows.map(({ live: isHere, status, ...row }) => [row.id, { ...row, isLive: isHere && status !== 'canceled' }]),
  );
}

export const sizeEntriesOf = (reader: Reader | Tx, orderId: number): PromiseLike<Entry[]> =>
  reader.select().from(waitlistEntries).where(eq(waitlistEntries.orderId, orderId)).orderBy(desc(waitlistEntries.id));

/** First in line for a single place, except `but`. */
export async function firstInLine(
  reader: Reader | Tx,
  competitionId: number,
  but: readonly number[],
): Promise<Entry | null> {
  const { competitionId: of, state, places, id, waitingSince } = waitlistEntries;
  const [first] = await reader
    .select()
    .from(waitlistEntries)
    .where(and(eq(of, competitionId), isAtPrice(null), eq(state, 'waiting'), eq(places, 1), notInArray(id, [...but])))
    .orderBy(asc(waitingSince), asc(id))
    .limit(1);
  return first ?? null;
}

export async function statesOfEntries(
  reader: Reader | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EntryState>> {
  if (ids.length === 0) return new Map();
  const { id, state } = waitlistEntries;
  const rows = await reader
    .select({ id, state })
    .from(waitlistEntries)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.state]));
}

export async function liveAmong(reader: Reader | Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { id, state } = waitlistEntries;
  const live = and(inArray(id, [...ids]), inArray(state, [...liveStates]));
  return new Set((await reader.select({ id }).from(waitlistEntries).where(live)).map((row) => row.id));
}

/** 1 is next; null: not in line. */
export async function positionOf(reader: Reader | Tx, entry: Entry): Promise<number | null> {
  const { id, eventId, state, competitionId, priceId, variantId, waitingSince } = entry;
  if (state !== 'waiting' || waitingSince === null) return null;
  const ofLine =
    variantId === null
      ? sql`competition_id = ${competitionId} and price_id is ${priceId} and variant_id is null`
      : sql`event_id = ${eventId} and variant_id = ${variantId}`;
  const [row] = await reader.all<{ before: number }>(
    sql`select count(*) before from waitlist_entries where ${ofLine} and state = 'waiting'
      and (waiting_since < ${waitingSince} or (waiting_since = ${waitingSince} and id < ${id}))`,
  );
  return (row?.before ?? 0) + 1;
}

/** `price` in cents; null: any price, or deleted. `size`: article with size; null: places, or deleted. */
export type NamedEntry = Entry & { event: string; competition: string; price: Cents | null; size: string | null };
const named = {
  competition: competitions.title,
  price: competitionPrices.price,
  size: sql<string | null>`(select iif(v.name = '', a.name, a.name || ', ' || v.name) from ${articleVariants} v
    join ${articles} a on a.id = v.article_id where v.id = ${waitlistEntries.variantId})`,
};

/** Entries of an account or with its address, newest first. */
export const entriesOf = (reader: Reader | Tx, who: { userId: number; email: string }): PromiseLike<NamedEntry[]> =>
  reader
    .select({ ...getTableColumns(waitlistEntries), event: events.title, ...named })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .innerJoin(competitions, eq(competitions.id, waitlistEntries.competitionId))
    .leftJoin(competitionPrices, eq(competitionPrices.id, waitlistEntries.priceId))
    .where(or(eq(waitlistEntries.userId, who.userId), eq(waitlistEntries.email, who.email)))
    .orderBy(desc(waitlistEntries.askedAt), desc(waitlistEntries.id));

export async function closedListsOf(reader: Reader | Tx, eventId: number): Promise<ReadonlySet<number>> {
  const rows = await reader
    .select({ competitionId: closedWaitlists.competitionId })
    .from(closedWaitlists)
    .where(eq(closedWaitlists.eventId, eventId));
  return new Set(rows.map(({ competitionId }) => competitionId));
}

export type Tally = WishOfList & {
  state: EntryState;
  people: number;
  places: number;
};
export const talliesOf = (reader: Reader | Tx, eventId: number): PromiseLike<Tally[]> =>
  reader
    .select({
      competitionId: competitionOfList,
      priceId: waitlistEntries.priceId,
      variantId: waitlistEntries.variantId,
      state: waitlistEntries.state,
      people: sql<number>`count(*)`.mapWith(Number),
      places: sql<number>`sum(${waitlistEntries.places})`.mapWith(Number),
    })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.state, [...entryStates])))
    .groupBy(competitionOfList, waitlistEntries.priceId, waitlistEntries.variantId, waitlistEntries.state);
/** A size has one list for all competitions. */
const competitionOfList = sql<
  number | null
>`iif(${waitlistEntries.variantId} is null, ${waitlistEntries.competitionId}, null)`;

export type ListedEntry = Entry & Pick<NamedEntry, 'competition' | 'price' | 'size'>;

/** In list order. */
export const entrySource = (eventId: number): ListSource => ({
  id: waitlistEntries.id,
  fields: {
    id: { column: waitlistEntries.id, kind: 'number' },
    state: { column: waitlistEntries.state, kind: 'text' },
    competitionId: { column: waitlistEntries.competitionId, kind: 'number' },
    variantId: { column: waitlistEntries.variantId, kind: 'number' },
    email: { column: waitlistEntries.email, kind: 'text' },
    waitingSince: { column: waitlistEntries.waitingSince, kind: 'instant' },
  },
  scope: eq(waitlistEntries.eventId, eventId),
  order: [asc(waitlistEntries.waitingSince), asc(waitlistEntries.id)],
});

export const readListed = (reader: Reader | Tx, where: SQL | undefined): PromiseLike<ListedEntry[]> =>
  reader
    .select({ ...getTableColumns(waitlistEntries), ...named })
    .from(waitlistEntries)
    .innerJoin(competitions, eq(competitions.id, waitlistEntries.competitionId))
    .leftJoin(competitionPrices, eq(competitionPrices.id, waitlistEntries.priceId))
    .where(where);

import { and, asc, desc, eq, getTableColumns, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { competitionPrices, competitions, events } from '#modules/events/schema.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { ListSource } from '#src/platform/list/find.ts';
import { type EntryState, entryStates, liveStates } from './rules/entry-state.ts';
import { refuse } from './rules/problems.ts';
import { closedWaitlists, type Entry, waitlistEntries } from './schema.ts';

export async function entryOf(reader: Reader | Tx, id: number): Promise<Entry | null> {
  const [entry] = await reader.select().from(waitlistEntries).where(eq(waitlistEntries.id, id));
  return entry ?? null;
}

/** @throws Problem NOT_FOUND also for an entry of another event */
export async function entryAt(reader: Reader | Tx, eventId: number, id: number): Promise<Entry> {
  const entry = await entryOf(reader, id);
  return entry?.eventId === eventId ? entry : refuse('NOT_FOUND');
}

/** Entries of this price alone; null: of whoever takes any. */
export const isAtPrice = (priceId: number | null): SQL =>
  priceId === null ? isNull(waitlistEntries.priceId) : eq(waitlistEntries.priceId, priceId);

/** Those of an event in these states, in the order of their line. */
export const entriesIn = (reader: Reader | Tx, eventId: number, states: readonly EntryState[]): PromiseLike<Entry[]> =>
  reader
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.state, [...states])))
    .orderBy(asc(waitlistEntries.waitingSince), asc(waitlistEntries.id));

/** What anybody in line at an event waits for, each once. */
export const waitedForAt = (
  reader: Reader | Tx,
  eventId: number,
): PromiseLike<Pick<Entry, 'competitionId' | 'priceId'>[]> =>
  reader
    .selectDistinct({ competitionId: waitlistEntries.competitionId, priceId: waitlistEntries.priceId })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), eq(waitlistEntries.state, 'waiting')));

/** Who stands first in line for one place of a competition, apart from these. */
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

/** What became of these by now. */
export async function statesAmong(
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

/** Which of these are still on a list. */
export async function liveAmong(reader: Reader | Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { id, state } = waitlistEntries;
  const live = and(inArray(id, [...ids]), inArray(state, [...liveStates]));
  return new Set((await reader.select({ id }).from(waitlistEntries).where(live)).map((row) => row.id));
}

/** How many stand before this one in line, and this one: 1 is the next. null: it is not in line. */
export async function positionOf(reader: Reader | Tx, { id, state, competitionId, priceId, waitingSince }: Entry) {
  if (state !== 'waiting' || waitingSince === null) return null;
  const [row] = await reader.all<{ before: number }>(
    sql`select count(*) before from waitlist_entries where competition_id = ${competitionId} and price_id is ${priceId} and state = 'waiting'
      and (waiting_since < ${waitingSince} or (waiting_since = ${waitingSince} and id < ${id}))`,
  );
  return (row?.before ?? 0) + 1;
}

/** `price`: what one waits for costs, in cents; null where any price will do, or that one is gone. */
export type NamedEntry = Entry & { event: string; competition: string; price: Cents | null };
const priceOfIt = competitionPrices.price;

/** What the owner of an account waits for or waited for, the newest first: what they joined, and what is at their address. */
export const entriesOf = (reader: Reader | Tx, who: { userId: number; email: string }): PromiseLike<NamedEntry[]> =>
  reader
    .select({
      ...getTableColumns(waitlistEntries),
      event: events.title,
      competition: competitions.title,
      price: priceOfIt,
    })
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

/** How many people, and for how many places, of each state of each competition. */
export type Tally = {
  competitionId: number;
  priceId: number | null;
  state: EntryState;
  people: number;
  places: number;
};
export const talliesOf = (reader: Reader | Tx, eventId: number): PromiseLike<Tally[]> =>
  reader
    .select({
      competitionId: waitlistEntries.competitionId,
      priceId: waitlistEntries.priceId,
      state: waitlistEntries.state,
      people: sql<number>`count(*)`.mapWith(Number),
      places: sql<number>`sum(${waitlistEntries.places})`.mapWith(Number),
    })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.state, [...entryStates])))
    .groupBy(waitlistEntries.competitionId, waitlistEntries.priceId, waitlistEntries.state);

export type ListedEntry = Entry & Pick<NamedEntry, 'competition' | 'price'>;

/** The list of an event; those who stand in line first, as they stand there. */
export const entrySource = (eventId: number): ListSource => ({
  id: waitlistEntries.id,
  fields: {
    id: { column: waitlistEntries.id, kind: 'number' },
    state: { column: waitlistEntries.state, kind: 'text' },
    competitionId: { column: waitlistEntries.competitionId, kind: 'number' },
    email: { column: waitlistEntries.email, kind: 'text' },
    waitingSince: { column: waitlistEntries.waitingSince, kind: 'instant' },
  },
  scope: eq(waitlistEntries.eventId, eventId),
  order: [asc(waitlistEntries.waitingSince), asc(waitlistEntries.id)],
});

export const readListed = (reader: Reader | Tx, where: SQL | undefined): PromiseLike<ListedEntry[]> =>
  reader
    .select({ ...getTableColumns(waitlistEntries), competition: competitions.title, price: priceOfIt })
    .from(waitlistEntries)
    .innerJoin(competitions, eq(competitions.id, waitlistEntries.competitionId))
    .leftJoin(competitionPrices, eq(competitionPrices.id, waitlistEntries.priceId))
    .where(where);

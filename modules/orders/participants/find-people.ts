import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { folded, foldedWords } from '#src/kernel/fold.ts';
import type { Reader } from '#src/platform/database.ts';
import type { ListQuery } from '#src/platform/list-query.ts';
import { type OrderEvents, orderEvents } from '../management/order-events.ts';
import { findOrders, referencedOrder, type SearchWord, searchWordsIn } from '../management/order-search.ts';
import { type ParticipantData, searchedFields, searchedTexts } from '../rules/participant.ts';
import { orders, participants, teams } from '../schema.ts';
import { sqlFields } from './sql-fields.ts';

export type PeopleList = { count: number; ids: number[]; isMore: boolean };
export type PeopleQuestion = {
  query: Pick<ListQuery, 'offset' | 'limit' | 'q'>;
  /** The events that are seen. */
  events: readonly number[] | 'all';
  /** On participants, and on orders and teams where `joins` says so. */
  where: SQL | undefined;
  orderBy: readonly SQL[];
  joins: boolean;
  /** How far is counted; pages are shown at once. */
  countTo: number;
};

/** Words that begin more entries of the index than this are not looked up for a page. */
const usualWord = 60_000;

/** Numbers of participants. A search finds whom it names, not the people who were booked together with them. */
export async function findPeople(reader: Reader, asked: PeopleQuestion): Promise<PeopleList> {
  const words = searchWordsIn(asked.query.q ?? '');
  const where = and(ofEvents(asked.events), asked.where);
  if (words.length === 0) return filtered(reader, asked, where);
  const most = asked.countTo === Infinity ? undefined : usualWord;
  const found = await findOrders(reader, words, most);
  const ids = found === null ? null : await seenOrders(reader, found.ids, asked.events);
  return named(reader, asked, where, words, ids);
}

const ofEvents = (events: readonly number[] | 'all'): SQL | undefined =>
  events === 'all'
    ? undefined
    : events.length === 1
      ? eq(participants.eventId, events[0] as number)
      : inArray(participants.eventId, [...events]);

async function seenOrders(reader: Reader, ids: readonly number[], events: readonly number[] | 'all') {
  const known: OrderEvents = await orderEvents(reader);
  const seen = events === 'all' ? null : new Set(events);
  return seen === null ? ids : ids.filter((id) => seen.has(known.eventOf(id)));
}

const joined = sql`join ${orders} on ${orders.id} = ${participants.orderId} join ${teams} on ${teams.id} = ${participants.teamId}`;

async function filtered(reader: Reader, asked: PeopleQuestion, where: SQL | undefined): Promise<PeopleList> {
  const { query, orderBy, joins, countTo } = asked;
  const from = sql`from ${participants} ${joins ? joined : sql``} where ${where ?? sql`1`}`;
  const some = countTo === Infinity ? sql`` : sql` limit ${countTo + 1}`;
  const [row] = await reader.all<{ n: number }>(sql`select count(*) n from (select 1 ${from}${some})`);
  const total = row?.n ?? 0;
  const rows = await reader.all<{ id: number }>(
    sql`select ${participants.id} id ${from} order by ${sql.join([...orderBy], sql`, `)} limit ${query.limit} offset ${query.offset}`,
  );
  return { count: Math.min(total, countTo), ids: rows.map(({ id }) => id), isMore: total > countTo };
}

type Named = Partial<ParticipantData> & {
  id: number;
  orderId: number;
  rrBib: string | null;
  teamName: string | null;
};
const atOnce = 2000;
const longestWalk = 8000;

/**
 * Everybody of these orders whom the words name; without orders, because the words are those of very many, the newest
 * participants until a page is full.
 */
async function named(
  reader: Reader,
  asked: PeopleQuestion,
  where: SQL | undefined,
  words: readonly SearchWord[],
  orderIds: readonly number[] | null,
): Promise<PeopleList> {
  const { query, orderBy } = asked;
  const wanted = query.offset + query.limit;
  const read = (also: SQL | undefined, sequence: readonly SQL[], limit: number, offset: number) =>
    reader.all<Named>(
      sql`select ${participants.id} id, ${participants.orderId} orderId, ${sql.raw(sqlFields(searchedFields(), 'participants.'))}, ${participants.rrBib} rrBib, ${teams.teamName} teamName
        from ${participants} ${joined} where ${also ?? where ?? sql`1`}
        order by ${sql.join([...sequence], sql`, `)} limit ${limit} offset ${offset}`,
    );
  if (orderIds !== null) {
    // The orders are of the events already; asked for them once more, the database would go through all their people.
    const ofOrders = sql`${participants.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`;
    const rows = await read(and(ofOrders, asked.where), orderBy, -1, 0);
    const ids = rows.filter((row) => isNamed(row, words)).map(({ id }) => id);
    return { count: ids.length, ids: ids.slice(query.offset, wanted), isMore: false };
  }
  const found: number[] = [];
  let [from, isOver] = [0, false];
  for (; from < longestWalk && found.length <= wanted && !isOver; from += atOnce) {
    const rows = await read(undefined, [desc(participants.id)], atOnce, from);
    found.push(...rows.filter((row) => isNamed(row, words)).map(({ id }) => id));
    isOver = rows.length < atOnce;
  }
  return { count: found.length, ids: found.slice(query.offset, wanted), isMore: !isOver };
}

function isNamed(person: Named, words: readonly SearchWord[]): boolean {
  const { teamName, rrBib, orderId } = person;
  const known = [...searchedTexts(person), teamName].flatMap((text) => foldedWords(text ?? ''));
  const begins = (start: string) => known.some((word) => word.startsWith(start));
  return words.every(
    ({ text, parts, written }) =>
      begins(text) ||
      (parts.length > 0 && parts.every(begins)) ||
      (rrBib !== null && folded(rrBib) === text) ||
      text === String(orderId) ||
      referencedOrder(written) === orderId,
  );
}

/** By name, as the API lists them unless asked otherwise. */
export const byName: readonly SQL[] = [asc(participants.lastName), asc(participants.firstName), asc(participants.id)];
export const newestFirst: readonly SQL[] = [desc(participants.id)];

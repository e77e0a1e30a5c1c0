import { eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Job } from '#src/data/jobs.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import type { Work } from '#src/data/work.ts';
import { mod97 } from '#src/kernel/check-digits.ts';
import { folded, spelledOut } from '#src/kernel/fold.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { TextSearch } from '#src/web/list/find.ts';
import type { Condition } from '#src/web/list/query.ts';
import { orderSearchState, orders, participants } from './schema.ts';

/** So many orders are put into the index at once; a booking that comes meanwhile waits for no more. */
const maxIndexed = 100;
const waiting = sql`select ${orders.id} id from ${orders} where ${orders.id} > (select indexed_to from ${orderSearchState} where id = 1)
  order by ${orders.id} limit ${maxIndexed}`;

/**
 * Puts the oldest orders that are not in it yet into the full-text index `order_search` (migration 0011), with their
 * people. A single booking costs the index as much as a hundred, so bookings leave it to whoever searches next, or to a
 * job; whatever changes later, triggers follow, in an order that waits as well.
 */
async function indexSome({ tx }: Work): Promise<boolean> {
  const ids = (await tx.all<{ id: number }>(waiting)).map(({ id }) => id);
  const newest = ids.at(-1);
  if (newest === undefined) return false;
  await tx.run(sql`insert or replace into order_search (rowid, words, codes, mails, event)
    select id, words, codes, mails, event from order_search_rows
    where order_id in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})`);
  await tx.update(orderSearchState).set({ indexedTo: newest }).where(eq(orderSearchState.id, 1));
  return ids.length === maxIndexed;
}

/** Before somebody searches. Where nothing can be written, what is there is searched. */
export async function indexOrders({ read, write }: Pick<Deps, 'read' | 'write'>): Promise<void> {
  try {
    while ((await read.all(waiting)).length > 0) await write(indexSome);
  } catch (error) {
    if (storageFaultOf(error) === null) throw error;
  }
}

/** While people order the index waits, unless whoever searches next would wait for more than a second or two. */
const quietMs = seconds(3);
const maxLeft = 50_000;

export const indexOrdersJob = ({ read, write, clock }: Pick<Deps, 'read' | 'write' | 'clock'>): Job => ({
  name: 'index-orders',
  everyMs: seconds(2),
  async run() {
    const [last] = await read.all<{ behind: number; orderedAt: number }>(
      sql`select o.id - s.indexed_to behind, o.order_date orderedAt
        from ${orders} o, ${orderSearchState} s where o.id = (select max(id) from ${orders})`,
    );
    const { behind, orderedAt } = last ?? { behind: 0, orderedAt: 0 };
    const isQuiet = Math.abs(clock() - orderedAt) >= quietMs;
    return behind > (isQuiet ? 0 : maxLeft) && (await write(indexSome));
  },
});

/** At most this many words of a text are looked at; more narrow nothing down. */
const maxWords = 8;
const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * What the index is asked for: every word begins one of the order's words or an address of mail, or it is its number, its
 * payment reference or a start number.
 */
export function matchOf(q: string): string {
  const reference = referencedOrder(q.replace(/[\s.-]/g, ''));
  if (reference !== null) return `codes : "${reference}"`;
  const words = q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > 0 ? words.slice(0, maxWords).map(matchOfWord).join(' AND ') : '""';
}

/** One whole word of a name. */
export const wordMatch = (word: string): string => `words : ${phrase(word)}`;

function matchOfWord(word: string): string {
  // As the migration writes an address: one word that begins with a letter nobody types.
  if (word.includes('@')) return `mails : ${phrase(`\u{E000}${word.replace(/[@._+-]/g, '')}`)} *`;
  const ways = [...new Set([folded(word), spelledOut(word)])].map((way) => `words : ${phrase(way)} *`);
  return `(${[...ways, `codes : ${phrase(String(referencedOrder(word) ?? word))}`].join(' OR ')})`;
}

/** The order of a payment reference: letters, the order's number, two check digits over the whole. */
export function referencedOrder(text: string): number | null {
  const digits = /^[A-Za-z]{1,4}(\d{3,14})$/.exec(text)?.[1];
  return digits && mod97(text.toUpperCase()) === 1 ? Number(digits.slice(0, -2)) : null;
}

export type Events = readonly number[] | 'all';

/** The condition that a row is of one of these events; null: of none. */
export function ofEvents(column: SQLiteColumn, events: Events): SQL | undefined | null {
  if (events === 'all') return undefined;
  if (events.length <= 1) return events[0] === undefined ? null : eq(column, events[0]);
  return sql`${column} in (select value from json_each(${JSON.stringify(events)}))`;
}

/** What is asked beside the event, and the events that are both seen and asked for. */
export function queriedEvents<Q extends { conditions: readonly Condition[] }>(question: Q, seen: Events) {
  const isEvent = ({ field, type = 'eq', value }: Condition) =>
    field === 'eventId' && (type === 'eq' || type === 'in') && [value].flat().every((id) => Number(id) > 0);
  let events = seen;
  for (const { value } of question.conditions.filter(isEvent)) {
    const asked = [value].flat().map(Number);
    events = events === 'all' ? asked : events.filter((id) => asked.includes(id));
  }
  const conditions = question.conditions.filter((condition) => !isEvent(condition));
  return { events, question: { ...question, conditions } };
}

/** The orders, or the participants, of these events that a text finds. */
export function searched(what: typeof orders | typeof participants, q: string, events: Events): TextSearch {
  const isOrders = what === orders;
  const one = events !== 'all' && events.length === 1 ? ` AND event : "${events[0]}"` : '';
  const scope = one ? undefined : ofEvents(what.eventId, events);
  const match = sql`order_search match ${`(${matchOf(q)})${one}`}`;
  const side = isOrders ? sql` and order_search.rowid > 0` : sql` and order_search.rowid < 0`;
  return {
    from: isOrders
      ? sql`order_search left join ${orders} on ${orders.id} = order_search.rowid`
      : sql`order_search left join ${participants} on ${participants.id} = -order_search.rowid`,
    where: sql`${match}${side}${scope ? sql` and ${scope}` : sql``}`,
    newest: isOrders ? sql`order_search.rowid desc` : sql`order_search.rowid`,
    isIndexed: !scope,
  };
}

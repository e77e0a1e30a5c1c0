import { eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Tx } from '#src/data/database.ts';
import type { Job } from '#src/data/jobs.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import type { Work } from '#src/data/work.ts';
import { mod97 } from '#src/kernel/check-digits.ts';
import { folded, spelledOut } from '#src/kernel/fold.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { TextSearch } from '#src/web/list/find.ts';
import type { Condition } from '#src/web/list/query.ts';
import { hasOtherScript, inLatin, latinSound, otherScriptGlob } from './latin.ts';
import { orderSearchState, orders, participants } from './schema.ts';

/** Orders indexed per transaction; a concurrent booking waits for one batch at most. */
const maxIndexed = 100;
const waiting = sql`select ${orders.id} id from ${orders} where ${orders.id} > (select indexed_to from ${orderSearchState} where id = 1)
  order by ${orders.id} limit ${maxIndexed}`;

/**
 * Adds the oldest missing orders and their people to the full-text index `order_search` (migration 0011). One order
 * costs the index as much as a hundred, so the next search or a job adds them in batches. Triggers follow later
 * changes.
 */
async function indexSome({ tx }: Work): Promise<boolean> {
  const ids = (await tx.all<{ id: number }>(waiting)).map(({ id }) => id);
  const newest = ids.at(-1);
  if (newest === undefined) return false;
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  await addToIndex(tx, sql`order_id in (${list})`);
  await tx.update(orderSearchState).set({ indexedTo: newest }).where(eq(orderSearchState.id, 1));
  return ids.length === maxIndexed;
}

/** Adds a person who joined an order later. Orders that are not indexed yet wait for `indexSome`. */
export async function indexNewPerson(tx: Tx, orderId: number, participantId: number): Promise<void> {
  const [state] = await tx.select().from(orderSearchState).where(eq(orderSearchState.id, 1));
  if (orderId <= (state?.indexedTo ?? 0))
    await addToIndex(tx, sql`order_id = ${orderId} and (participant_id is null or participant_id = ${participantId})`);
}

async function addToIndex(tx: Tx, isAdded: SQL): Promise<void> {
  await tx.run(sql`insert or replace into order_search (rowid, words, codes, mails, event)
    select id, words, codes, mails, event from order_search_rows where ${isAdded}`);
}

/** Updates the index before a search. On a read-only database the existing index is used. */
export async function indexOrders({ read, write }: Pick<Deps, 'read' | 'write'>): Promise<void> {
  try {
    while ((await read.all(waiting)).length > 0) await write(indexSome);
  } catch (error) {
    if (storageFaultOf(error) === null) throw error;
  }
}

/** Indexing waits while orders come in, until so many are missing that a search would wait for seconds. */
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

/** Further words narrow nothing down. */
const maxWords = 8;
const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** FTS query: words start a word or mail address; or order number, payment reference, bib number. */
export function matchOf(q: string): string {
  const reference = referencedOrder(q.replace(/[\s.-]/g, ''));
  if (reference !== null) return `codes : "${reference}"`;
  const words = q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > 0 ? words.slice(0, maxWords).map(matchOfWord).join(' AND ') : '""';
}

export const wordMatch = (word: string): string => `words : ${phrase(word)}`;

function matchOfWord(word: string): string {
  // The migration stores an address as one word with a private-use first letter.
  if (word.includes('@')) return `mails : ${phrase(`\u{E000}${word.replace(/[@._+-]/g, '')}`)} *`;
  const ways = [...new Set([folded(word), spelledOut(word)])].map((way) => `words : ${phrase(way)} *`);
  return `(${[...ways, `codes : ${phrase(String(referencedOrder(word) ?? word))}`].join(' OR ')})`;
}

/** Parses a payment reference: letters, order number, two check digits. */
export function referencedOrder(text: string): number | null {
  const digits = /^[A-Za-z]{1,4}(\d{3,14})$/.exec(text)?.[1];
  return digits && mod97(text.toUpperCase()) === 1 ? Number(digits.slice(0, -2)) : null;
}

export type Events = readonly number[] | 'all';

/** SQL condition on the event; null: no event matches. */
export function ofEvents(column: SQLiteColumn, events: Events): SQL | undefined | null {
  if (events === 'all') return undefined;
  if (events.length <= 1) return events[0] === undefined ? null : eq(column, events[0]);
  return sql`${column} in (select value from json_each(${JSON.stringify(events)}))`;
}

/** Splits the event conditions from the query and intersects them with the visible events. */
export function queriedEvents<Q extends { conditions: readonly Condition[] }>(question: Q, seen: Events) {
  const isEvent = ({ field, type = 'eq', value }: Condition) =>
    field === 'eventId' && (type === 'eq' || type === 'in') && [value].flat().every((id) => Number(id) > 0);
  let events = seen;
  for (const { value } of question.conditions.filter(isEvent)) {
    const eventIds = [value].flat().map(Number);
    events = events === 'all' ? eventIds : events.filter((id) => eventIds.includes(id));
  }
  const conditions = question.conditions.filter((condition) => !isEvent(condition));
  return { events, question: { ...question, conditions } };
}

/** Full-text search for orders or participants of these events. */
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

/** Name particles shared by very many people. */
const particles = new Set([
  'von',
  'van',
  'der',
  'den',
  'dem',
  'del',
  'dos',
  'des',
  'zur',
  'zum',
  'bin',
  'the',
  'und',
  'and',
]);
const minLetters = 3;
const maxNameWords = 8;
const maxRows = 300;
const maxOtherScripts = 5000;

/** Spellings with and without umlauts: "Müller" is muller and mueller. Banks write the dotless i as i. */
const spellings = (word: string): string[] => {
  const plain = word.replaceAll('ı', 'i');
  return [...new Set([folded(plain), spelledOut(plain)])];
};
/** Limits the spellings with and without dots. */
const maxDotted = 4;

/** Spellings in the index, which keeps the Turkish dotless i. */
function indexedSpellings(word: string): string[] {
  return spellings(word).flatMap((spelling) => {
    const [first = '', ...parts] = spelling.split('i');
    if (parts.length > maxDotted) return [spelling, [first, ...parts].join('ı')];
    return parts.reduce((ways, part) => ways.flatMap((way) => [`${way}i${part}`, `${way}ı${part}`]), [first]);
  });
}

const nameWords = (text: string): string[] =>
  text
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length >= minLetters && !particles.has(word.toLowerCase()));

const sounds = (text: string): string[] =>
  nameWords(inLatin(text))
    .map(latinSound)
    .filter((sound) => sound.length >= minLetters);

/**
 * Whether both texts share a word, ignoring accents and umlauts. Double names have two words. Names in different scripts
 * are compared by sound.
 */
export function sharesSurname(surname: string, text: string): boolean {
  const written = new Set(nameWords(text).flatMap(spellings));
  if (nameWords(surname).some((word) => spellings(word).some((each) => written.has(each)))) return true;
  if (!hasOtherScript(surname) && !hasOtherScript(text)) return false;
  const heard = new Set(sounds(text));
  return sounds(surname).some((sound) => heard.has(sound));
}

/** Orders allowed by `where` (on `orders o`) with a surname of the text, best match first. */
export async function findSurnames(
  deps: Pick<Deps, 'read' | 'write'>,
  text: string,
  where: SQL,
): Promise<readonly number[]> {
  const words = [...new Set([text, inLatin(text)].flatMap(nameWords))].slice(0, maxNameWords);
  if (words.length === 0) return [];
  await indexOrders(deps);
  const match = words.flatMap(indexedSpellings).map(wordMatch).join(' OR ');
  const rows = await deps.read.all<{ id: number; surname: string }>(sql`
    select o.id id, coalesce(p.last_name, o.contact_address ->> 'lastName', '') surname
    from order_search left join participants p on p.id = -order_search.rowid
    join orders o on o.id = iif(order_search.rowid > 0, order_search.rowid, p.order_id)
    where order_search match ${match} and ${where} order by order_search.rank limit ${maxRows}`);
  const found = [...rows, ...(await inOtherScripts(deps, where))];
  return [...new Set(found.filter(({ surname }) => sharesSurname(surname, text)).map(({ id }) => id))];
}

/** Scans names of pending orders in other scripts; they are few, and the index knows no sounds. */
async function inOtherScripts({ read }: Pick<Deps, 'read'>, where: SQL): Promise<{ id: number; surname: string }[]> {
  return await read.all(sql`
    select o.id id, p.last_name surname from orders o indexed by orders_expiry cross join participants p on p.order_id = o.id
    where o.status = 'pending' and p.last_name glob ${otherScriptGlob} and ${where}
    union all select o.id, o.contact_address ->> 'lastName' from orders o indexed by orders_expiry
    where o.status = 'pending' and o.contact_address ->> 'lastName' glob ${otherScriptGlob} and ${where}
    order by 1 desc limit ${maxOtherScripts}`);
}

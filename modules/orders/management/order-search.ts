import { mod97 } from '#src/kernel/check-digits.ts';
import { folded, foldedWords } from '#src/kernel/fold.ts';
import type { Reader } from '#src/platform/database.ts';
import { ready } from '#src/platform/hot-statements.ts';

/**
 * Finding orders by what people type. Every word of it is the beginning of one of the order's words (names, addresses of
 * mail, team names), of the buyer's address, or it is the order's number, its payment reference or a start number. All of
 * that is asked by indexes alone: a word gives a list of order numbers, and lists are intersected here, since in SQL that
 * costs several times as much.
 */
export type SearchWord = {
  /** As it is compared with an address of mail and with whole words. */
  text: string;
  /** What the text is divided into where names are stored: "Huber-Maier" is two. */
  parts: string[];
  /** As somebody may have typed a start number. */
  written: string;
};

/** At most this many words of a text are looked at; more narrow nothing down. */
const mostWords = 8;

export function searchWordsIn(q: string): SearchWord[] {
  const reference = q.replace(/[\s.-]/g, '');
  const texts = referencedOrder(reference) === null ? q.trim().split(/\s+/) : [reference];
  return texts
    .map((written) => ({ written, text: folded(written), parts: foldedWords(written) }))
    .filter(({ text }) => text !== '')
    .slice(0, mostWords);
}

/** The order of a payment reference: letters, the order's number, two check digits over the whole. */
export function referencedOrder(text: string): number | null {
  const digits = /^[A-Za-z]{1,4}(\d{3,14})$/.exec(text)?.[1];
  return digits && mod97(text.toUpperCase()) === 1 ? Number(digits.slice(0, -2)) : null;
}

const orderNumber = (text: string): number | null => (/^\d{1,14}$/.test(text) ? Number(text) : null);

/** Behind every text that begins with `start`, as the database sorts. */
const endOf = (start: string): string => `${start}\u{10FFFF}`;

/** A list from the database as one value: a row for each number costs ten times as much. */
async function numbers(reader: Reader, text: string, values: readonly unknown[]): Promise<number[]> {
  const [row] = await reader.all<{ ids: string }>(ready(text, values));
  return JSON.parse(row?.ids ?? '[]') as number[];
}

const wordRange = `select json_group_array(order_id) ids
  from (select order_id from order_words where word >= ? and word < ?)`;
const wordCount = `select count(*) n from (select 1 from order_words where word >= ? and word < ? limit ?)`;
const buyerRange = `select json_group_array(o.id) ids
  from (select id from users where email >= ? and email < ? limit ?) u join orders o on o.user_id = u.id`;
const bibOrders = `select json_group_array(order_id) ids from participants where rr_bib in (?, ?, ?)`;
const existing = `select json_group_array(id) ids from orders where id = ?`;

/**
 * The numbers of the orders that a word finds; null: more than `most` entries of the index begin with it, which says
 * that a good part of all orders has it. `isSure`: nothing of the word is left to be asked of them.
 */
async function ordersOfWord(
  reader: Reader,
  word: SearchWord,
  most: number,
): Promise<{ ids: Set<number>; isSure: boolean } | null> {
  const { text, parts, written } = word;
  const beginningWith = async (start: string): Promise<number[] | null> => {
    const range = [start, endOf(start)];
    const [counted] = await reader.all<{ n: number }>(ready(wordCount, [...range, most + 1]));
    return (counted?.n ?? 0) > most ? null : numbers(reader, wordRange, range);
  };
  const whole = await beginningWith(text);
  if (whole === null) return null;
  const ids = new Set(whole);
  let isSure = true;
  if (parts.length > 1 || (parts.length === 1 && parts[0] !== text)) {
    const lists = await Promise.all(parts.map(beginningWith));
    const usual = lists.filter((list) => list !== null);
    if (usual.length === 0) return null;
    isSure = usual.length === lists.length;
    for (const id of intersection(usual.map((list) => new Set(list)))) ids.add(id);
  }
  const address = written.normalize('NFKC').toLowerCase();
  const others = [
    ...(await numbers(reader, buyerRange, [address, endOf(address), most])),
    ...(await numbers(reader, bibOrders, [written, written.toUpperCase(), written.toLowerCase()])),
  ];
  for (const id of [orderNumber(text), referencedOrder(written)]) {
    if (id !== null) others.push(...(await numbers(reader, existing, [id])));
  }
  for (const id of others) ids.add(id);
  return { ids, isSure };
}

function intersection(lists: readonly ReadonlySet<number>[]): number[] {
  const [smallest, ...others] = [...lists].sort((a, b) => a.size - b.size);
  return smallest ? [...smallest].filter((id) => others.every((list) => list.has(id))) : [];
}

/** What a search came to. */
export type FoundOrders = {
  /** Numbers of orders, the highest first. */
  ids: number[];
  /** Words that begin so many names that nobody looked them up; the orders still have to be asked for them. */
  unasked: SearchWord[];
};

/** null: every word is one of very many orders. `most`: how many entries of a word are read. */
export async function findOrders(
  reader: Reader,
  words: readonly SearchWord[],
  most = Number.MAX_SAFE_INTEGER - 1,
): Promise<FoundOrders | null> {
  const lists: Set<number>[] = [];
  const unasked: SearchWord[] = [];
  for (const word of words) {
    const list = await ordersOfWord(reader, word, most);
    if (!list?.isSure) unasked.push(word);
    if (list?.ids.size === 0) return { ids: [], unasked: [] };
    if (list) lists.push(list.ids);
  }
  if (lists.length === 0) return null;
  return { ids: intersection(lists).sort((a, b) => b - a), unasked };
}

import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Reader, Tx } from '#src/data/database.ts';
import { type ListFields, type ListQuery, type ListQuestion, listSql, questionOf } from './query.ts';

/** The rows that a text finds where an index of words finds them, the newest first. */
export type TextSearch = {
  /** The index, and beside it the list's own table for whatever else is asked. */
  from: SQL;
  /** With the limits of `scope`: it takes the place of that. */
  where: SQL;
  newest: SQL;
  /** Nothing but the index is needed for that. */
  isIndexed: boolean;
};

/** What a list reads from: the one definition behind its call of the API, its page and its file. */
export type ListSource = {
  /** The table of the list. Its rows are known by this column. */
  id: SQLiteColumn;
  /** What one may filter and order by. */
  fields: ListFields;
  /** The rows that whoever asks may see; null: none at all. */
  scope?: SQL | undefined | null;
  /** A condition on the table, or an index of words. */
  search?: (q: string) => SQL | undefined | TextSearch;
  /** The order unless another is asked for; rows that are equal in that one come by this as well. */
  order: readonly SQL[];
  /** Fields that an index has beside the scope: what asks for nothing else is counted without a look at the rows. */
  indexed?: readonly string[];
  /** How many there are in the scope, as `n`, where that is known without counting. */
  countAll?: SQL;
  /** A quicker way to one page in this order, for a table of millions. `total`: as far as was counted. */
  firstRows?: (where: SQL | undefined, total: number, part: { offset: number; limit: number }) => SQL;
};

export type Found = {
  count: number;
  ids: number[];
  /** There are more than were counted. */
  isMore: boolean;
};

/** Pages count so far, by an index or row by row, and then say that there are more; calls and files count everything. */
const maxCounted = { byIndex: 50_000, byRow: 1000 };

/** The numbers of the rows that a question asks for. @throws Problem VALIDATION_FAILED */
export async function findIds(
  reader: Reader | Tx,
  source: ListSource,
  question: ListQuestion,
  { also, forPage = false }: { also?: SQL | undefined; forPage?: boolean } = {},
): Promise<Found> {
  const { where: asked, orderBy } = listSql(question, source.fields);
  const { offset, limit, q } = question;
  if (source.scope === null) return { count: 0, ids: [], isMore: false };
  const found = q === '' ? undefined : source.search?.(q);
  const text = found && 'from' in found ? found : null;
  const where = and(text ? text.where : source.scope, text ? undefined : (found as SQL | undefined), asked, also);
  const from = text?.from ?? sql`${source.id.table}`;
  const which = where ? sql` where ${where}` : sql``;
  const isIndexed =
    !also && (text?.isIndexed ?? !found) && question.conditions.every(({ field }) => source.indexed?.includes(field));
  const isAll = !found && !asked && !also && source.countAll;
  const most = !forPage || isAll ? Infinity : isIndexed ? maxCounted.byIndex : maxCounted.byRow;
  const [counted] = await reader.all<{ n: number }>(
    isAll || sql`select count(*) n from (select 1 from ${from}${which} limit ${most === Infinity ? -1 : most + 1})`,
  );
  const total = counted?.n ?? 0;
  const isMore = total > most;
  const count = isMore ? most : total;
  if (offset >= total) return { count, ids: [], isMore };
  const isOrdered = orderBy.length > 0;
  const sequence = isOrdered || !text ? [...orderBy, ...source.order] : [text.newest];
  const rows = await reader.all<{ id: number }>(
    source.firstRows && !isOrdered && !text
      ? source.firstRows(and(asked, also), total, { offset, limit })
      : sql`select ${source.id} id from ${from}${which} order by ${sql.join(sequence, sql`, `)} limit ${limit} offset ${offset}`,
  );
  return { count, ids: rows.map(({ id }) => id), isMore };
}

/** The rows of these numbers, in their sequence. */
export function inSequence<Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The page of a list that the API is asked for: how many there are, and the rows that `read` answers in any sequence. */
export async function listRows<Row extends { id: number }>(
  reader: Reader | Tx,
  source: ListSource,
  query: ListQuery,
  read: (isOnPage: SQL) => PromiseLike<readonly Row[]>,
): Promise<{ count: number; rows: Row[] }> {
  const { count, ids } = await findIds(reader, source, questionOf(query));
  const rows = ids.length > 0 ? await read(inArray(source.id, ids)) : [];
  return { count, rows: inSequence(ids, rows, ({ id }) => id) };
}

/** How a listing finds and reads the rows of a source that are known by their numbers. */
export const rowsOf = <Row extends { id: number }, About>(
  source: (about: About) => ListSource,
  read: (reader: Reader, isOnPage: SQL) => PromiseLike<readonly Row[]>,
) => ({
  rowKey: ({ id }: Row) => id,
  find: (
    { read }: { read: Reader },
    question: ListQuestion,
    about: About,
    more: { also: SQL | undefined; forPage: boolean },
  ): Promise<Found> => findIds(read, source(about), question, more),
  read: async (reader: Reader, ids: readonly number[], about: About): Promise<Row[]> =>
    inSequence(ids, await read(reader, inArray(source(about).id, [...ids])), ({ id }) => id),
});

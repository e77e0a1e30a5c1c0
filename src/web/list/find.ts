import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Reader, Tx } from '#src/data/database.ts';
import { type ListFields, type ListQuery, type ListQuestion, listSql, questionOf } from './query.ts';

/** Full-text search by an index, newest first. */
export type TextSearch = {
  /** The index joined with the list's table. */
  from: SQL;
  /** Includes the limits of `scope`. */
  where: SQL;
  newest: SQL;
  /** The index alone answers it. */
  isIndexed: boolean;
};

/** What a list reads from: shared by its API call, page and file. */
export type ListSource = {
  /** The id column of the list's table. */
  id: SQLiteColumn;
  /** Fields to filter and sort by. */
  fields: ListFields;
  /** The rows that the caller may see; null: none. */
  scope?: SQL | undefined | null;
  /** A condition, or a full-text search. */
  search?: (q: string) => SQL | undefined | TextSearch;
  /** The default order, also the tie-breaker. */
  order: readonly SQL[];
  /** Fields covered by an index with the scope: other fields need a look at the rows to count. */
  indexed?: readonly string[];
  /** Counts the whole scope as `n` without scanning. */
  countAll?: SQL;
  /** A faster query for one page of a table with millions of rows. `total` is as far as was counted. */
  firstRows?: (where: SQL | undefined, total: number, part: { offset: number; limit: number }) => SQL;
};

export type Found = {
  count: number;
  ids: number[];
  /** There are more than were counted. */
  isMore: boolean;
};

/** Pages stop counting here and show that there are more; calls and files count everything. */
const maxCounted = { byIndex: 50_000, byRow: 1000 };

/** The parts of the statement that reads a list. @throws Problem VALIDATION_FAILED */
function partsOf(source: ListSource, question: Pick<ListQuestion, 'conditions' | 'order' | 'q'>, also?: SQL) {
  const { where: conditions, orderBy } = listSql(question, source.fields);
  const found = question.q === '' ? undefined : source.search?.(question.q);
  const text = found && 'from' in found ? found : null;
  const scope = source.scope === null ? sql`0` : text ? undefined : source.scope;
  const where = and(text ? text.where : (found as SQL | undefined), scope, conditions, also);
  const from = text?.from ?? sql`${source.id.table}`;
  return { found, text, conditions, orderBy, from, which: where ? sql` where ${where}` : sql`` };
}

/** The same rows as those of `findIds`, as a subselect. @throws Problem VALIDATION_FAILED */
export function idsSql(source: ListSource, question: Pick<ListQuestion, 'conditions' | 'q'>, also?: SQL): SQL {
  const { from, which } = partsOf(source, { ...question, order: [] }, also);
  return sql`select ${source.id} from ${from}${which}`;
}

/** The ids that match a query. @throws Problem VALIDATION_FAILED */
export async function findIds(
  reader: Reader | Tx,
  source: ListSource,
  question: ListQuestion,
  { also, forPage = false }: { also?: SQL | undefined; forPage?: boolean } = {},
): Promise<Found> {
  const { offset, limit } = question;
  const { found, text, conditions, orderBy, from, which } = partsOf(source, question, also);
  if (source.scope === null) return { count: 0, ids: [], isMore: false };
  const isIndexed =
    !also && (text?.isIndexed ?? !found) && question.conditions.every(({ field }) => source.indexed?.includes(field));
  const isAll = !found && !conditions && !also && source.countAll;
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
      ? source.firstRows(and(conditions, also), total, { offset, limit })
      : sql`select ${source.id} id from ${from}${which} order by ${sql.join(sequence, sql`, `)} limit ${limit} offset ${offset}`,
  );
  return { count, ids: rows.map(({ id }) => id), isMore };
}

/** Sorts rows by these ids. */
export function inSequence<Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One page of a list for the API: the total and the rows. `read` may return them in any order. */
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

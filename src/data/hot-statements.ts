import { type Column, getTableColumns, getTableName, SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { assert } from '#src/kernel/assert.ts';
import type { Reader, Tx } from './database.ts';

/**
 * Statements of the booking path with a text that is built once, since building it costs more than running it. Everything else
 * uses the query builder.
 */
class ReadyStatement extends SQL {
  constructor(
    private readonly text: string,
    private readonly values: readonly unknown[],
  ) {
    super([]);
  }
  override toQuery() {
    return { sql: this.text, params: [...this.values] };
  }
}

/** A statement with `?` for its values; dates, booleans and JSON must be database values already. */
export const ready = (text: string, values: readonly unknown[]): SQL => new ReadyStatement(text, values);

type Insert<T extends SQLiteTable> = T['$inferInsert'];
const texts = new WeakMap<SQLiteTable, Map<string, string>>();

/**
 * Rows per statement: all of a few, else one of these sizes, so that each table has few statement texts. SQLite allows 32,766
 * values in a statement.
 */
const rowsAStatement = [1000, 128, 32, 8] as const;

/** Splits rows into the sizes above, in order. */
export function* batches<T>(rows: readonly T[]): Iterable<T[]> {
  for (let from = 0; from < rows.length; ) {
    const left = rows.length - from;
    const count = rowsAStatement.find((size) => size <= left) ?? left;
    yield rows.slice(from, from + count);
    from += count;
  }
}

/** Inserts rows that have the same columns; other columns get the database's default. */
export async function insertRows<T extends SQLiteTable>(tx: Tx, table: T, rows: readonly Insert<T>[]): Promise<void> {
  for (const batch of batches(rows)) await tx.run(insertStatement(table, batch, []));
}

/** Inserts rows and returns these columns of each, by their database names. */
export async function insertRowsReturning<T extends SQLiteTable, R extends Record<string, unknown>>(
  tx: Tx,
  table: T,
  rows: readonly Insert<T>[],
  returning: readonly (keyof R & string)[],
): Promise<R[]> {
  const made: R[] = [];
  for (const batch of batches(rows)) made.push(...(await tx.all<R>(insertStatement(table, batch, returning))));
  return made;
}

/**
 * Selects whole rows. `tail` follows the table's name and has `?` for its values; a list of ids is passed as JSON to `in
 * ${fromList}`, so that its length does not change the statement.
 */
export async function selectRows<T extends SQLiteTable>(
  reader: Reader | Tx,
  table: T,
  tail: string,
  values: readonly unknown[],
): Promise<T['$inferSelect'][]> {
  const { list } = columnsOf(table);
  return rowsOf(table, await reader.values(ready(`select ${list} from "${getTableName(table)}" ${tail}`, values)));
}
/** The first row only. */
export const selectRow = async <T extends SQLiteTable>(
  reader: Reader | Tx,
  table: T,
  tail: string,
  values: readonly unknown[],
): Promise<T['$inferSelect'] | undefined> => (await selectRows(reader, table, tail, values))[0];
export const fromList = '(select value from json_each(?))';

/** Updates rows and returns them. `change` is `set … where …` with database values. */
export async function updateRows<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  change: string,
  values: readonly unknown[],
): Promise<T['$inferSelect'][]> {
  const { list } = columnsOf(table);
  const text = `update "${getTableName(table)}" ${change} returning ${list}`;
  return rowsOf(table, await tx.values(ready(text, values)));
}

function rowsOf<T extends SQLiteTable>(table: T, rows: readonly unknown[][]): T['$inferSelect'][] {
  const { cells } = columnsOf(table);
  return rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (let at = 0; at < cells.length; at++) {
      const { name, column } = cells[at] as Cell;
      const value = row[at];
      record[name] = value === null ? null : column.mapFromDriverValue(value);
    }
    return record;
  });
}

type Cell = { name: string; column: Column };
const known = new WeakMap<SQLiteTable, { list: string; cells: readonly Cell[] }>();

function columnsOf(table: SQLiteTable) {
  let columns = known.get(table);
  if (!columns) {
    const cells = Object.entries(getTableColumns(table)).map(([name, column]) => ({ name, column }));
    columns = { list: cells.map(({ column }) => `"${column.name}"`).join(', '), cells };
    known.set(table, columns);
  }
  return columns;
}

/** Inserts a row unless the unique column has its value already; returns whether it did. */
export async function insertOnce<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  row: Insert<T>,
  unique: readonly (keyof Insert<T> & string)[],
): Promise<boolean> {
  const columns = getTableColumns(table);
  const names = unique.map((name) => `"${columns[name]?.name}"`).join(', ');
  const { rowsAffected } = await tx.run(insertStatement(table, [row], [], ` on conflict (${names}) do nothing`));
  return rowsAffected > 0;
}

/** Inserts a row, or updates the one with the same unique columns. */
export async function upsertRow<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  row: Insert<T>,
  unique: readonly (keyof Insert<T> & string)[],
): Promise<void> {
  const columns = getTableColumns(table);
  const changed = Object.entries(row).flatMap(([name, value]) =>
    name in columns && value !== undefined && !unique.some((one) => one === name) ? [name] : [],
  );
  const nameOf = (name: string) => `"${columns[name]?.name}"`;
  const sets = changed.map((name) => `${nameOf(name)} = excluded.${nameOf(name)}`).join(', ');
  const or = ` on conflict (${unique.map(nameOf).join(', ')}) do update set ${sets}`;
  await tx.run(insertStatement(table, [row], [], or));
}

function insertStatement<T extends SQLiteTable>(
  table: T,
  rows: readonly Insert<T>[],
  returning: readonly string[],
  or = '',
): SQL {
  const columns = getTableColumns(table);
  const first = rows[0] as Record<string, unknown>;
  const names = Object.keys(first).filter((name) => name in columns && first[name] !== undefined);
  const key = `${rows.length}|${names.join()}|${returning.join()}|${or}`;
  const known = texts.get(table) ?? new Map<string, string>();
  texts.set(table, known);
  let text = known.get(key);
  if (text === undefined) {
    const list = names.map((name) => `"${columns[name]?.name}"`).join(', ');
    const places = `(${names.map(() => '?').join(', ')})`;
    const tail = returning.length > 0 ? ` returning ${returning.map((name) => `"${name}"`).join(', ')}` : '';
    text = `insert into "${getTableName(table)}" (${list}) values ${rows.map(() => places).join(', ')}${or}${tail}`;
    known.set(key, text);
  }
  const values = rows.flatMap((row) => {
    const given = row as Record<string, unknown>;
    return names.map((name) => {
      const value = given[name];
      assert(value !== undefined, `every row names ${name}`);
      return value === null ? null : columns[name]?.mapToDriverValue(value);
    });
  });
  return ready(text, values);
}

// Our own: drizzle builds each statement from an object per piece and joins texts level by level. For a table of thirty columns
// that takes ten times as long as SQLite needs.
import { Column, getTableName, is, Name, Param, SQL, type SQLWrapper, StringChunk, Table } from 'drizzle-orm';
import { type SelectedFieldsOrdered, SQLiteAsyncDialect, SQLiteSelectBase } from 'drizzle-orm/sqlite-core';

type Query = ReturnType<SQLiteAsyncDialect['sqlToQuery']>;
type Pieces = { text: string; params: unknown[] };
type Selection = { columns: readonly Column[]; isSingleTable: boolean; sql: SQL };

/** The replaced part of drizzle's dialect; one method is private by type only. */
type Makes = {
  buildSelection(fields: SelectedFieldsOrdered, options?: { isSingleTable?: boolean }): SQL;
  sqlToQuery(sql: SQL, invokeSource?: 'indexes'): Query;
  escapeName(name: string): string;
};
const DrizzleDialect = SQLiteAsyncDialect as unknown as new () => Makes;

/** Builds the same statements as drizzle's dialect, with column lists cached. */
class QuickDialect extends DrizzleDialect {
  /** Cached selections by their first column. */
  readonly #selections = new WeakMap<Column, Selection[]>();

  override buildSelection(
    fields: SelectedFieldsOrdered,
    { isSingleTable = false }: { isSingleTable?: boolean } = {},
  ): SQL {
    const build = () => super.buildSelection(fields, { isSingleTable });
    const first = fields[0]?.field;
    if (!isColumn(first) || !fields.every(({ field }) => isColumn(field))) return build();
    const known = this.#selections.get(first) ?? [];
    const same = known.find(
      (one) =>
        one.isSingleTable === isSingleTable &&
        one.columns.length === fields.length &&
        one.columns.every((column, at) => column === fields[at]?.field),
    );
    if (same) return same.sql;
    const columns = fields.map(({ field }) => field as Column);
    const selection = { columns, isSingleTable, sql: new SQL([new StringChunk(super.sqlToQuery(build()).sql)]) };
    this.#selections.set(first, [...known, selection]);
    return selection.sql;
  }

  override sqlToQuery(sql: SQL, invokeSource?: 'indexes'): Query {
    const pieces: Pieces = { text: '', params: [] };
    // A statement class of its own builds its own text.
    const isDone = invokeSource === undefined && sql.constructor === SQL && this.#write(pieces, sql);
    return isDone ? { sql: pieces.text, params: pieces.params } : super.sqlToQuery(sql, invokeSource);
  }

  /** Writes the pieces of a statement; false when drizzle has to. */
  #write(to: Pieces, sql: SQL): boolean {
    if ((sql as unknown as { shouldInlineParams: boolean }).shouldInlineParams) return false;
    for (const chunk of sql.queryChunks) if (!this.#writeChunk(to, chunk)) return false;
    return true;
  }

  #writeChunk(to: Pieces, chunk: unknown): boolean {
    if (chunk === undefined) return true;
    if (chunk === null || typeof chunk !== 'object') {
      to.text += '?';
      to.params.push(chunk);
      return true;
    }
    if (chunk instanceof StringChunk) {
      for (const text of chunk.value) to.text += text;
      return true;
    }
    if (chunk.constructor === SQL) return this.#write(to, chunk as SQL);
    if (chunk instanceof Param) return this.#writeParam(to, chunk);
    if (chunk instanceof Name) {
      to.text += this.escapeName(chunk.value);
      return true;
    }
    // Our tables have no schemas, so a column is its table's name or alias and its own.
    if (chunk instanceof Column) {
      to.text += `${this.escapeName(getTableName(chunk.table))}.${this.escapeName(chunk.name)}`;
      return true;
    }
    if (chunk instanceof Table) {
      to.text += this.escapeName(getTableName(chunk));
      return true;
    }
    if (Array.isArray(chunk)) return this.#writeList(to, chunk);
    if (chunk instanceof SQLiteSelectBase) return this.#writeSelect(to, chunk.getSQL());
    return this.#writeOther(to, chunk as SQLWrapper);
  }

  #writeParam(to: Pieces, { value, encoder }: Param): boolean {
    const bound = value === null ? null : encoder.mapToDriverValue(value);
    if (bound instanceof SQL) return bound.constructor === SQL && this.#write(to, bound);
    to.text += '?';
    to.params.push(bound);
    return true;
  }

  #writeList(to: Pieces, list: readonly unknown[]): boolean {
    to.text += '(';
    for (const [at, each] of list.entries()) {
      if (at > 0) to.text += ', ';
      if (!this.#writeChunk(to, each)) return false;
    }
    to.text += ')';
    return true;
  }

  #writeSelect(to: Pieces, select: SQL): boolean {
    to.text += '(';
    const isDone = this.#writeChunk(to, select);
    to.text += ')';
    return isDone;
  }

  /** Rare pieces are left to drizzle: named subqueries, placeholders, aliased expressions. */
  #writeOther(to: Pieces, chunk: SQLWrapper): boolean {
    const { sql, params } = super.sqlToQuery(new SQL([chunk]));
    to.text += sql;
    to.params.push(...params);
    return true;
  }
}

/** Large integers are selected as text, which depends on more than the column. */
const isColumn = (field: unknown): field is Column =>
  is(field, Column) && (field as Column).columnType !== 'SQLiteNumericBigInt';

export const quickDialect = new QuickDialect() as unknown as SQLiteAsyncDialect;

// Our own: drizzle makes an object of every piece of a statement, a text of each object and joins them level by level,
// anew for every call. For a table of thirty columns that takes ten times as long as SQLite needs to answer.
import { Column, getTableName, is, Name, Param, SQL, type SQLWrapper, StringChunk, Table } from 'drizzle-orm';
import { type SelectedFieldsOrdered, SQLiteAsyncDialect, SQLiteSelectBase } from 'drizzle-orm/sqlite-core';

type Query = ReturnType<SQLiteAsyncDialect['sqlToQuery']>;
type Pieces = { text: string; params: unknown[] };
type Selection = { columns: readonly Column[]; isSingleTable: boolean; sql: SQL };

/** The part of drizzle's dialect that is replaced here; one of its calls is private by its type alone. */
type Makes = {
  buildSelection(fields: SelectedFieldsOrdered, options?: { isSingleTable?: boolean }): SQL;
  sqlToQuery(sql: SQL, invokeSource?: 'indexes'): Query;
  escapeName(name: string): string;
};
const DrizzleDialect = SQLiteAsyncDialect as unknown as new () => Makes;

/** The same statements as drizzle's dialect makes, made with less: lists of columns once, the rest in one go. */
class QuickDialect extends DrizzleDialect {
  /** By their first columns: selections that were made before. */
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
    // A statement of a kind of its own makes its text by itself.
    const isDone = invokeSource === undefined && sql.constructor === SQL && this.#write(pieces, sql);
    return isDone ? { sql: pieces.text, params: pieces.params } : super.sqlToQuery(sql, invokeSource);
  }

  /** Writes what the pieces of a statement say; false for one that has to be made as drizzle does it. */
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
    // Our tables have no schemas, so a name is all of it; an alias is one, too.
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

  /** Named subqueries, placeholders, names given to expressions: seldom, so drizzle writes the piece. */
  #writeOther(to: Pieces, chunk: SQLWrapper): boolean {
    const { sql, params } = super.sqlToQuery(new SQL([chunk]));
    to.text += sql;
    to.params.push(...params);
    return true;
  }
}

/** Integers too large for a number are asked for as text, which depends on more than the column. */
const isColumn = (field: unknown): field is Column =>
  is(field, Column) && (field as Column).columnType !== 'SQLiteNumericBigInt';

export const quickDialect = new QuickDialect() as unknown as SQLiteAsyncDialect;

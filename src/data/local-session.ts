// Our own: drizzle's libSQL session goes through @libsql/client, which embedded databases do not need.
import { LibsqlError, type ResultSet } from '@libsql/client';
import {
  Column,
  fillPlaceholders,
  getTableName,
  is,
  type Logger,
  NoopLogger,
  type Query,
  SQL,
  Subquery,
} from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { LibSQLDatabase } from 'drizzle-orm/libsql';
import {
  type SQLiteExecuteMethod,
  SQLitePreparedQuery,
  SQLiteSession,
  SQLiteTransaction,
} from 'drizzle-orm/sqlite-core';
import type { Cell, LocalConnection } from './local-connection.ts';
import { quickDialect } from './quick-dialect.ts';

type Schema = Record<string, never>;
type Fields = Parameters<SQLiteSession<'async', ResultSet, Schema, Schema>['prepareQuery']>[1];
/** Which tables of a left join always have a row. */
type Joined = Record<string, boolean>;
/** Inside the current transaction or outside. */
type Place = 'inside' | 'outside';

const dialect = quickDialect;
/** Tests replace it. */
const logger: Logger = new NoopLogger();

/** drizzle on a local connection: the same calls, rows and errors as on a server. */
export function drizzleOn(connection: LocalConnection): LibSQLDatabase<Schema> {
  const session = new LocalSession(connection, 'outside');
  const database = new LibSQLDatabase<Schema>('async', dialect, session as never, undefined);
  connections.set(database, connection);
  return database;
}

const connections = new WeakMap<object, LocalConnection>();
/** The read turn of an embedded database: a result is still true when it did not change. null: unknown. */
export const turnOf = (reader: object): number | null => connections.get(reader)?.turn ?? null;

/** The session of an embedded database, inside or outside of its transactions; null for a server. */
export function wayOf(reader: object): object | null {
  const { session } = reader as { session?: unknown };
  return session instanceof LocalSession ? session : null;
}

/**
 * The first row of a statement, in half the time for an embedded database. A server reads all rows, since drizzle fails on no row
 * there.
 */
export async function firstRow<T>(reader: Reader, statement: SQL): Promise<T | undefined> {
  return wayOf(reader) ? reader.get<T>(statement) : (await reader.all<T>(statement))[0];
}
type Reader = Pick<LibSQLDatabase<Schema>, 'get' | 'all'>;

export type StatementRunner = {
  execute(sql: string, values?: (string | number)[]): Promise<{ rows: readonly Record<string, unknown>[] }>;
  executeMultiple(sql: string): Promise<void>;
  /** In one transaction with foreign keys off. */
  migrate(statements: { sql: string; args: (string | number)[] }[]): Promise<unknown>;
  reconnect(): unknown;
  close(): void;
};

export const runOn = (connection: LocalConnection): StatementRunner => ({
  async execute(sql, values = []) {
    refuseIfElsewhere(connection, 'outside');
    return { rows: connection.records(sql, values) };
  },
  async executeMultiple(sql) {
    connection.exec(sql);
  },
  async migrate(statements) {
    refuseIfElsewhere(connection, 'outside');
    connection.exec('PRAGMA foreign_keys=off; BEGIN');
    try {
      for (const { sql, args } of statements) args.length > 0 ? connection.run(sql, args) : connection.exec(sql);
      connection.exec('COMMIT');
    } finally {
      takeBack(connection);
      connection.exec('PRAGMA foreign_keys=on');
    }
  },
  reconnect: () => connection.reconnect(),
  close: () => connection.close(),
});

class LocalSession extends SQLiteSession<'async', ResultSet, Schema, Schema> {
  constructor(
    readonly connection: LocalConnection,
    private readonly place: Place,
  ) {
    super(dialect);
  }

  prepareQuery(
    query: Query,
    fields: Fields,
    method: SQLiteExecuteMethod,
    _inArrays: boolean,
    mapper?: (rows: unknown[][]) => unknown,
  ) {
    return new LocalQuery(this.connection, this.place, query, fields, method, mapper) as never;
  }

  #kept: LocalSession | null = null;
  #inside(): LocalSession {
    this.#kept ??= new LocalSession(this.connection, 'inside');
    return this.#kept;
  }

  async transaction<T>(run: (tx: LocalTransaction) => Promise<T>): Promise<T> {
    const { connection } = this;
    refuseIfElsewhere(connection, 'outside');
    connection.run('begin immediate', []);
    try {
      const value = await run(new LocalTransaction('async', dialect, this.#inside(), undefined));
      refuseIfElsewhere(connection, 'inside');
      connection.run('commit', []);
      return value;
    } catch (error) {
      takeBack(connection);
      throw error;
    }
  }
}

function takeBack(connection: LocalConnection): void {
  try {
    // A full disk has rolled back already.
    if (connection.isInTransaction) connection.run('rollback', []);
  } catch {
    // The first error matters more; the connection is replaced.
  }
}

class LocalTransaction extends SQLiteTransaction<'async', ResultSet, Schema, Schema> {
  override async transaction<T>(run: (tx: LocalTransaction) => Promise<T>): Promise<T> {
    const { session } = this as unknown as { session: LocalSession };
    const { connection } = session;
    const savepoint = `sp${this.nestedIndex}`;
    refuseIfElsewhere(connection, 'inside');
    connection.run(`savepoint ${savepoint}`, []);
    try {
      const value = await run(new LocalTransaction('async', dialect, session, undefined, this.nestedIndex + 1));
      refuseIfElsewhere(connection, 'inside');
      connection.run(`release savepoint ${savepoint}`, []);
      return value;
    } catch (error) {
      refuseIfElsewhere(connection, 'inside');
      connection.run(`rollback to savepoint ${savepoint}`, []);
      connection.run(`release savepoint ${savepoint}`, []);
      throw error;
    }
  }
}

/**
 * After a full disk rolled back a transaction, further writes of its work must not stand alone. The reader of an in-memory
 * database, which is its writer, must not see uncommitted rows.
 */
function refuseIfElsewhere(connection: LocalConnection, place: Place): void {
  if (connection.isInTransaction === (place === 'inside')) return;
  if (place === 'inside') throw new LibsqlError('The transaction is closed', 'TRANSACTION_CLOSED');
  throw new LibsqlError('A transaction holds the connection', 'TRANSACTION_ACTIVE');
}

type Answers = { type: 'async'; run: ResultSet; all: unknown; get: unknown; values: unknown; execute: unknown };

class LocalQuery extends SQLitePreparedQuery<Answers> {
  /** Set by drizzle's builder of selects with joins. */
  joinsNotNullableMap?: Joined;
  #map: Mapper | null = null;

  constructor(
    private readonly connection: LocalConnection,
    private readonly place: Place,
    query: Query,
    private readonly fields: Fields,
    method: SQLiteExecuteMethod,
    private readonly mapper: ((rows: unknown[][]) => unknown) | undefined,
  ) {
    super('async', method, query);
  }

  async run(given?: Record<string, unknown>): Promise<ResultSet> {
    return this.#asking(given, (text, values) => {
      const rowsAffected = this.connection.run(text, values);
      return { rows: [], columns: [], columnTypes: [], rowsAffected, lastInsertRowid: undefined, toJSON: () => ({}) };
    });
  }

  async all(given?: Record<string, unknown>): Promise<unknown> {
    const { fields, mapper } = this;
    if (mapper) return mapper(await this.values(given));
    if (!fields) return this.#asking(given, (text, values) => this.connection.records(text, values));
    const rows = this.#asking(given, (text, values) => this.connection.rows(text, values));
    this.#map ??= cachedMapper(fields, this.joinsNotNullableMap);
    return rows.map(this.#map);
  }

  async get(given?: Record<string, unknown>): Promise<unknown> {
    if (!this.mapper && !this.fields)
      return this.#asking(given, (text, values) => this.connection.record(text, values));
    const all = await this.all(given);
    return this.mapper ? all : (all as unknown[])[0];
  }

  async values(given?: Record<string, unknown>): Promise<Cell[][]> {
    return this.#asking(given, (text, values) => this.connection.rows(text, values));
  }

  #asking<T>(given: Record<string, unknown> | undefined, ask: (text: string, values: unknown[]) => T): T {
    const values = given ? fillPlaceholders(this.query.params, given) : this.query.params;
    logger.logQuery(this.query.sql, values);
    try {
      refuseIfElsewhere(this.connection, this.place);
      return ask(this.query.sql, values);
    } catch (error) {
      throw new DrizzleQueryError(this.query.sql, values, error as Error);
    }
  }
}

type Mapper = (row: readonly Cell[]) => unknown;
type CachedMapper = { fields: NonNullable<Fields>; joined: string; map: Mapper };
/** Cached by the first selected column. */
const mappers = new WeakMap<object, CachedMapper[]>();

function cachedMapper(fields: NonNullable<Fields>, joined: Joined | undefined): Mapper {
  const first = fields[0]?.field;
  if (!first) return rowMapper(fields, joined);
  const joins = JSON.stringify(joined ?? null);
  const known = mappers.get(first) ?? [];
  const same = known.find(
    (one) =>
      one.joined === joins &&
      one.fields.length === fields.length &&
      one.fields.every(({ field, path }, at) => field === fields[at]?.field && isSamePath(path, fields[at].path)),
  );
  if (same) return same.map;
  const map = rowMapper(fields, joined);
  // Expressions belong to one statement.
  if (fields.every(({ field }) => is(field, Column))) mappers.set(first, [...known, { fields, joined: joins, map }]);
  return map;
}

const isSamePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((step, at) => step === b[at]);

/** Maps rows to records by the builder's fields; a joined table without a row is null. */
function rowMapper(fields: NonNullable<Fields>, joined: Joined | undefined): Mapper {
  const cells = fields.map(({ path, field }) => ({
    outer: path.slice(0, -1),
    name: path.at(-1) as string,
    decoder: decoderOf(field),
    table: joined && path.length === 2 && is(field, Column) ? getTableName(field.table) : null,
  }));
  if (cells.every(({ outer, table }) => outer.length === 0 && table === null)) {
    return (row) => {
      const record: Record<string, unknown> = {};
      for (let at = 0; at < cells.length; at++) {
        const { name, decoder } = cells[at] as (typeof cells)[number];
        const cell = row[at] as Cell;
        record[name] = cell === null ? null : decoder.mapFromDriverValue(cell);
      }
      return record;
    };
  }
  return (row) => {
    const record: Record<string, unknown> = {};
    // By record name: the table while all its columns are null, or false.
    const absent: Record<string, string | false> = {};
    cells.forEach(({ outer, name, decoder, table }, at) => {
      let node = record;
      for (const step of outer) {
        node[step] ??= {};
        node = node[step] as Record<string, unknown>;
      }
      const cell = row[at] as Cell;
      const value = cell === null ? null : decoder.mapFromDriverValue(cell);
      node[name] = value;
      if (table === null) return;
      const step = outer[0] as string;
      const before = absent[step];
      absent[step] = value === null && (before === undefined || before === table) ? table : false;
    });
    for (const [step, table] of Object.entries(absent)) {
      if (table !== false && !joined?.[table]) record[step] = null;
    }
    return record;
  };
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };
function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder;
  const inner = is(field, Subquery) ? field._.sql : (field as { sql: unknown }).sql;
  return (inner as { decoder: Decoder }).decoder;
}

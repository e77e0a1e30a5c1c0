// Our own: @libsql/client makes three objects and five promises per statement, which costs more than running it, and prepares it
// each time.
import { setImmediate } from 'node:timers';
import { LibsqlError } from '@libsql/client';
import Libsql from 'libsql';
import { assert } from '#src/kernel/assert.ts';
import { databaseFile } from './database-file.ts';

/** A value as the driver returns it; integers of more than 53 bits lose precision. */
export type Cell = string | number | null | Uint8Array;
type Prepared = {
  statement: Libsql.Statement<[Cell[]]>;
  /** Column names; null: returns no rows. */
  names: readonly string[] | null;
  isRead: boolean;
  /** Begins, ends or nests a transaction. */
  isOfTransactions: boolean;
};

const maxStatements = 500;
/** Schema changes, pragmas and copies are not worth caching. */
const isSaidOften = /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i;
/** `WITH … INSERT` is a write; a select that names `replace()` counts as one. */
const isReading = (sql: string): boolean =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql);
const isOfTransactions = /^\s*(begin|commit|rollback|savepoint|release)\b/i;

/**
 * One connection to an embedded database. Driver calls run synchronously on the JavaScript thread, so a cached statement is never
 * in use twice. SQLite prepares statements again after a schema change; `exec` clears the cached columns. The reader of a writer
 * in the same process reads in turns: reads within one turn of the event loop share a transaction and see one state. A turn ends
 * before the writer changes anything, so the process always reads its own writes.
 */
export class LocalConnection {
  readonly #path: string;
  #opened: Libsql.Database | null = null;
  #isClosed = false;
  /** null: unknown, the driver must be asked, which costs as much as a small statement. */
  #isInTransaction: boolean | null = null;
  #reader: LocalConnection | null = null;
  #readsByTurns = false;
  #isTurnOpen = false;
  #turns = 0;
  readonly #statements = new Map<string, Prepared>();

  /** @param busyWaitMs how long SQLite stands still, and the process with it, while another one writes */
  constructor(
    url: string,
    private readonly busyWaitMs: number,
  ) {
    const memory = url === ':memory:' ? 'file::memory:' : url;
    this.#path = memory.startsWith('file::memory:') ? memory : (databaseFile(url) ?? url);
    // Fails now when the file cannot be opened.
    this.rows('select 1', []);
  }

  /** Makes `reader` read in turns that end before this connection writes. */
  isReadBy(reader: LocalConnection): void {
    // In-memory connections share their pages, and a reader would lock tables.
    if (this.#path.includes(':memory:')) return;
    this.#reader = reader;
    reader.#readsByTurns = true;
  }

  /** Runs a statement and returns its rows as arrays. @throws LibsqlError */
  rows(text: string, values: readonly unknown[]): Cell[][] {
    return this.ask(text, values).rows;
  }

  /** Runs a statement and returns the number of changed rows. @throws LibsqlError */
  run(text: string, values: readonly unknown[]): number {
    return this.ask(text, values).changes;
  }

  /** Runs a statement: its column names, its rows as arrays, and the number of changed rows. @throws LibsqlError */
  ask(text: string, values: readonly unknown[]): { names: readonly string[]; rows: Cell[][]; changes: number } {
    const { statement, names } = this.#prepare(text);
    return this.#answering(() =>
      names === null
        ? { names: [], rows: [], changes: statement.run(bound(values)).changes }
        : { names, rows: statement.all(bound(values)) as Cell[][], changes: 0 },
    );
  }

  /** Several statements without values, such as pragmas or a migration. */
  exec(text: string): void {
    const database = this.#database();
    // This pragma does not affect cached statements.
    if (!/^PRAGMA synchronous=\w+$/.test(text)) this.#statements.clear();
    this.#changes();
    this.#isInTransaction = null;
    this.#answering(() => database.exec(text));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Read turns do not count. */
  get isInTransaction(): boolean {
    if (this.#readsByTurns) return false;
    // Asking a closed connection crashes the process.
    this.#isInTransaction ??= this.#opened?.open === true && this.#opened.inTransaction;
    return this.#isInTransaction;
  }

  /** The current read turn. Within one turn the same query has the same result. null: this connection has no turns. */
  get turn(): number | null {
    if (!this.#readsByTurns) return null;
    return this.#isTurnOpen ? this.#turns : this.#turns + 1;
  }

  /** Drops the connection; the next statement opens a new one, without the pragmas. */
  reconnect(): void {
    this.close();
    this.#isClosed = false;
  }

  close(): void {
    this.#isClosed = true;
    this.#isInTransaction = null;
    this.#isTurnOpen = false;
    this.#statements.clear();
    const opened = this.#opened;
    this.#opened = null;
    try {
      if (opened?.open) opened.close();
    } catch {
      // The disk is broken; nothing can be released.
    }
  }

  #database(): Libsql.Database {
    if (this.#isClosed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    this.#opened ??= this.#answering(() => new Libsql(this.#path, { timeout: this.busyWaitMs }));
    return this.#opened;
  }

  /** Called before a statement that writes. */
  #changes(): void {
    this.#endTurn();
    if (this.#reader) this.#reader.#endTurn();
  }

  #beginTurn(): void {
    if (!this.#readsByTurns || this.#isTurnOpen) return;
    this.#known('begin').statement.run([]);
    this.#isTurnOpen = true;
    this.#turns += 1;
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    if (!this.#isTurnOpen) return;
    this.#isTurnOpen = false;
    for (const end of ['commit', 'rollback']) {
      try {
        if (this.#opened?.inTransaction) this.#known(end).statement.run([]);
        return;
      } catch {
        // The disk fails; the next read reports it.
      }
    }
  }

  #prepare(text: string): Prepared {
    // Some pragmas run while they are prepared, and not within a transaction.
    if (!(this.#statements.get(text)?.isRead ?? isReading(text))) this.#changes();
    const prepared = this.#known(text);
    if (prepared.isRead) this.#answering(() => this.#beginTurn());
    if (prepared.isOfTransactions) this.#isInTransaction = null;
    return prepared;
  }

  #known(text: string): Prepared {
    const database = this.#database();
    const known = this.#statements.get(text);
    if (known) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      return known;
    }
    const statement = this.#answering(() => database.prepare<[Cell[]]>(text));
    const prepared = {
      statement,
      names: namesOf(statement),
      isRead: isReading(text),
      isOfTransactions: isOfTransactions.test(text),
    };
    if (isSaidOften.test(text)) {
      this.#statements.set(text, prepared);
      if (this.#statements.size > maxStatements) {
        this.#statements.delete(this.#statements.keys().next().value as string);
      }
    }
    return prepared;
  }

  /** Throws errors like those of a server. */
  #answering<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      // A full disk rolls the transaction back.
      this.#isInTransaction = null;
      const { code, message, rawCode } = error as { code?: unknown; message: string; rawCode?: number };
      if (typeof code !== 'string' || !(error instanceof Error)) throw error;
      throw new LibsqlError(message, /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code, code, rawCode, error);
    }
  }
}

function namesOf(statement: Libsql.Statement<[Cell[]]>): string[] | null {
  try {
    statement.raw(true);
  } catch {
    // The driver says that it returns no rows.
    return null;
  }
  return statement.columns().map(({ name }) => name);
}

/** Checks values: a boolean or a list would crash the driver, and a Date becomes null. */
function bound(values: readonly unknown[]): Cell[] {
  return values.map((value): Cell => {
    if (typeof value === 'string' || value === null) return value;
    if (typeof value === 'number') {
      assert(Number.isFinite(value), 'a database keeps finite numbers');
      return value;
    }
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value === 'bigint') {
      const number = Number(value);
      assert(Number.isSafeInteger(number), 'a number of more than 53 bits');
      return number;
    }
    if (value instanceof Date) return value.valueOf();
    if (value instanceof Uint8Array) return Buffer.isBuffer(value) ? value : Buffer.from(value);
    if (value instanceof ArrayBuffer) return Buffer.from(value);
    throw new TypeError(`${value === undefined ? 'undefined' : typeof value} is no value of a database`);
  });
}

// Our own: @libsql/client makes three objects and five promises of every statement, which costs more than running it,
// prepares it anew each time, and gives each cell a property of its own.
import { LibsqlError } from '@libsql/client';
import Libsql from 'libsql';
import { assert } from '#src/kernel/assert.ts';
import { databaseFile } from './database-file.ts';

/** What SQLite keeps in a cell, as it comes from the driver; integers of more than 53 bits lose their last digits. */
export type Cell = string | number | null | Uint8Array;
type Prepared = {
  statement: Libsql.Statement<[Cell[]]>;
  /** The names of its columns; null: it answers no rows. */
  names: readonly string[] | null;
};

const mostStatements = 500;
/** Schema changes, pragmas and copies are said once. */
const isSaidOften = /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i;

/**
 * One connection to an embedded database. Every call of the driver runs on the JavaScript thread and to its end before
 * the next begins, so nothing waits for it here and a kept statement is never in use twice. SQLite itself prepares again
 * what another schema made old; only its columns have to be read anew, and `exec` forgets them.
 */
export class LocalConnection {
  readonly #path: string;
  #opened: Libsql.Database | null = null;
  #isClosed = false;
  readonly #statements = new Map<string, Prepared>();

  /** @param busyWaitMs how long SQLite stands still, and the process with it, while another one writes */
  constructor(
    url: string,
    private readonly busyWaitMs: number,
  ) {
    const memory = url === ':memory:' ? 'file::memory:' : url;
    this.#path = memory.startsWith('file::memory:') ? memory : (databaseFile(url) ?? url);
    // A file that cannot be opened says so now.
    this.rows('select 1', []);
  }

  /** Runs a statement and answers its rows, each an array of cells in the order of the columns. @throws LibsqlError */
  rows(text: string, values: readonly unknown[]): Cell[][] {
    const { statement, names } = this.#prepare(text);
    return this.#answering(() => {
      if (names !== null) return statement.all(bound(values)) as Cell[][];
      statement.run(bound(values));
      return [];
    });
  }

  /** The same, each row a record by its columns' names; of two columns with one name the first is kept. */
  records(text: string, values: readonly unknown[]): Record<string, Cell>[] {
    const names = this.#prepare(text).names ?? [];
    return this.rows(text, values).map((row) => {
      const record: Record<string, Cell> = {};
      for (let at = names.length - 1; at >= 0; at--) record[names[at] as string] = row[at] as Cell;
      return record;
    });
  }

  /** Runs a statement and answers how many rows it changed; 0 for one that answers rows. @throws LibsqlError */
  run(text: string, values: readonly unknown[]): number {
    const { statement, names } = this.#prepare(text);
    return this.#answering(() => {
      if (names === null) return statement.run(bound(values)).changes;
      statement.all(bound(values));
      return 0;
    });
  }

  /** Several statements without values, such as pragmas or a migration. */
  exec(text: string): void {
    const database = this.#database();
    this.#statements.clear();
    this.#answering(() => database.exec(text));
  }

  get isInTransaction(): boolean {
    // Asking a closed connection ends the process.
    return this.#opened?.open === true && this.#opened.inTransaction;
  }

  /** Leaves this connection as it is; the next statement opens another one, which has none of the pragmas of this one. */
  reconnect(): void {
    this.close();
    this.#isClosed = false;
  }

  close(): void {
    this.#isClosed = true;
    this.#statements.clear();
    const opened = this.#opened;
    this.#opened = null;
    try {
      if (opened?.open) opened.close();
    } catch {
      // A broken disk: there is nothing left to give back.
    }
  }

  #database(): Libsql.Database {
    if (this.#isClosed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    this.#opened ??= this.#answering(() => new Libsql(this.#path, { timeout: this.busyWaitMs }));
    return this.#opened;
  }

  #prepare(text: string): Prepared {
    const database = this.#database();
    const known = this.#statements.get(text);
    if (known) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      return known;
    }
    const statement = this.#answering(() => database.prepare<[Cell[]]>(text));
    const prepared = { statement, names: namesOf(statement) };
    if (isSaidOften.test(text)) {
      this.#statements.set(text, prepared);
      if (this.#statements.size > mostStatements) {
        this.#statements.delete(this.#statements.keys().next().value as string);
      }
    }
    return prepared;
  }

  /** Errors look as those of a server do. */
  #answering<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
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
    // It answers no rows, the driver says.
    return null;
  }
  return statement.columns().map(({ name }) => name);
}

/** A boolean or a list that reached the driver would end the process, and it takes a Date for nothing. */
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

// Our own: @libsql/client makes three objects and five promises of every statement, which costs more than running it,
// prepares it anew each time, and gives each cell a property of its own.
import { setImmediate } from 'node:timers';
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
  isRead: boolean;
  /** It begins or ends a transaction, or is a part of that. */
  isOfTransactions: boolean;
};

const maxStatements = 500;
/** Schema changes, pragmas and copies are said once. */
const isSaidOften = /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)\b/i;
/** A statement that writes somewhere, `WITH … INSERT` too, is no read; a select that names `replace()` counts as a write. */
const isReading = (sql: string): boolean =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql);
const isOfTransactions = /^\s*(begin|commit|rollback|savepoint|release)\b/i;

/**
 * One connection to an embedded database. Every call of the driver runs on the JavaScript thread and to its end before
 * the next begins, so nothing waits for it here and a kept statement is never in use twice. SQLite itself prepares again
 * what another schema made old; only its columns have to be read anew, and `exec` forgets them.
 *
 * A connection that reads for a writer of the same process reads by turns: all that is asked within one turn of the event
 * loop sees one state of the database, for whose locks the system is asked once. A turn ends before the writer changes
 * anything, so what this process was answered it also finds; of another process it knows as much as when the turn began.
 */
export class LocalConnection {
  readonly #path: string;
  #opened: Libsql.Database | null = null;
  #isClosed = false;
  /** Null: the driver has to be asked, which costs as much as a small statement. */
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
    // A file that cannot be opened says so now.
    this.rows('select 1', []);
  }

  /** From now on `reader` reads by turns, and none of them outlasts a change of this connection. */
  isReadBy(reader: LocalConnection): void {
    // In memory two connections share their pages, and a reader locks tables.
    if (this.#path.includes(':memory:')) return;
    this.#reader = reader;
    reader.#readsByTurns = true;
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
    const names = this.#known(text).names ?? [];
    return this.rows(text, values).map((row) => recordOf(names, row));
  }

  /** The first of them alone, which the driver has in half the time. */
  record(text: string, values: readonly unknown[]): Record<string, Cell> | undefined {
    const { statement, names } = this.#prepare(text);
    if (names === null) return this.records(text, values)[0];
    const row = this.#answering(() => statement.get(bound(values)) as Cell[] | undefined);
    return row && recordOf(names, row);
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
    // What says how commits are flushed makes no statement old.
    if (!/^PRAGMA synchronous=\w+$/.test(text)) this.#statements.clear();
    this.#changes();
    this.#isInTransaction = null;
    this.#answering(() => database.exec(text));
  }

  /** Turns of reading are none that anybody asked for. */
  get isInTransaction(): boolean {
    if (this.#readsByTurns) return false;
    // Asking a closed connection ends the process.
    this.#isInTransaction ??= this.#opened?.open === true && this.#opened.inTransaction;
    return this.#isInTransaction;
  }

  /**
   * Which turn what is read now belongs to. As long as it stays the same, the same question has the same answer. null: this
   * connection does not read by turns.
   */
  get turn(): number | null {
    if (!this.#readsByTurns) return null;
    return this.#isTurnOpen ? this.#turns : this.#turns + 1;
  }

  /** Leaves this connection as it is; the next statement opens another one, which has none of the pragmas of this one. */
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
      // A broken disk: there is nothing left to give back.
    }
  }

  #database(): Libsql.Database {
    if (this.#isClosed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED');
    this.#opened ??= this.#answering(() => new Libsql(this.#path, { timeout: this.busyWaitMs }));
    return this.#opened;
  }

  /** Before a statement that is no `select`. */
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
        // A failing disk: whoever reads next is told.
      }
    }
  }

  /** A statement that is about to be asked. */
  #prepare(text: string): Prepared {
    // Some pragmas do their work while they are prepared, and none of it within a transaction.
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

  /** Errors look as those of a server do. */
  #answering<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      // A full disk takes a whole transaction back.
      this.#isInTransaction = null;
      const { code, message, rawCode } = error as { code?: unknown; message: string; rawCode?: number };
      if (typeof code !== 'string' || !(error instanceof Error)) throw error;
      throw new LibsqlError(message, /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code, code, rawCode, error);
    }
  }
}

function recordOf(names: readonly string[], row: readonly Cell[]): Record<string, Cell> {
  const record: Record<string, Cell> = {};
  for (let at = names.length - 1; at >= 0; at--) record[names[at] as string] = row[at] as Cell;
  return record;
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

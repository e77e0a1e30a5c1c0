import {
  type Client,
  type InArgs,
  type InStatement,
  LibsqlError,
  type ResultSet,
  type Row,
  type Transaction,
} from '@libsql/client';
import type { Cell, LocalConnection } from './local-connection.ts';

/** Inside the current transaction or outside. */
type Place = 'inside' | 'outside';

/** The client of an embedded database for drizzle: the interface of `@libsql/client` on a `LocalConnection`. */
export class LocalClient implements Client {
  readonly protocol = 'file';

  constructor(private readonly connection: LocalConnection) {}

  get closed(): boolean {
    return this.connection.isClosed;
  }

  /** The current read turn: a result is still true in the turn of its query. null: unknown. */
  get turn(): number | null {
    return this.connection.turn;
  }

  async execute(statement: InStatement, args?: InArgs): Promise<ResultSet> {
    return ask(this.connection, 'outside', statement, args);
  }

  async transaction(): Promise<Transaction> {
    const { connection } = this;
    requirePlace(connection, 'outside');
    connection.run('begin immediate', []);
    return new LocalTransaction(connection);
  }

  async executeMultiple(sql: string): Promise<void> {
    this.connection.exec(sql);
  }

  /** In one transaction with foreign keys off. */
  async migrate(statements: InStatement[]): Promise<ResultSet[]> {
    const { connection } = this;
    requirePlace(connection, 'outside');
    connection.exec('PRAGMA foreign_keys=off; BEGIN');
    try {
      const results = statements.map((statement) => ask(connection, 'inside', statement));
      connection.exec('COMMIT');
      return results;
    } finally {
      rollBack(connection);
      connection.exec('PRAGMA foreign_keys=on');
    }
  }

  async batch(): Promise<ResultSet[]> {
    throw new LibsqlError('Write by a transaction', 'NOT_SUPPORTED');
  }

  async sync(): Promise<undefined> {
    throw new LibsqlError('An embedded database has no other one', 'SYNC_NOT_SUPPORTED');
  }

  reconnect(): void {
    this.connection.reconnect();
  }

  close(): void {
    this.connection.close();
  }
}

class LocalTransaction implements Transaction {
  constructor(private readonly connection: LocalConnection) {}

  get closed(): boolean {
    return !this.connection.isInTransaction;
  }

  async execute(statement: InStatement): Promise<ResultSet> {
    return ask(this.connection, 'inside', statement);
  }

  async batch(statements: InStatement[]): Promise<ResultSet[]> {
    return statements.map((statement) => ask(this.connection, 'inside', statement));
  }

  async executeMultiple(sql: string): Promise<void> {
    requirePlace(this.connection, 'inside');
    this.connection.exec(sql);
  }

  async commit(): Promise<void> {
    requirePlace(this.connection, 'inside');
    this.connection.run('commit', []);
  }

  async rollback(): Promise<void> {
    rollBack(this.connection);
  }

  close(): void {
    rollBack(this.connection);
  }
}

function ask(connection: LocalConnection, place: Place, statement: InStatement, args?: InArgs): ResultSet {
  const { sql, args: values = [] } = typeof statement === 'string' ? { sql: statement, args } : statement;
  requirePlace(connection, place);
  const { names, rows, changes } = connection.ask(sql, values as readonly unknown[]);
  return {
    columns: [...names],
    columnTypes: [],
    rows: rows.map((cells) => new CellRow(names, cells) as unknown as Row),
    rowsAffected: changes,
    lastInsertRowid: undefined,
    toJSON: () => ({}),
  };
}

/**
 * After a full disk rolled back a transaction, further writes of its work must not stand alone. The reader of an in-memory
 * database, which is its writer, must not see uncommitted rows.
 */
function requirePlace(connection: LocalConnection, place: Place): void {
  if (connection.isInTransaction === (place === 'inside')) return;
  if (place === 'inside') throw new LibsqlError('The transaction is closed', 'TRANSACTION_CLOSED');
  throw new LibsqlError('A transaction holds the connection', 'TRANSACTION_ACTIVE');
}

function rollBack(connection: LocalConnection): void {
  try {
    // A full disk has rolled back already.
    if (connection.isInTransaction) connection.run('rollback', []);
  } catch {
    // The first error matters more; the connection is replaced.
  }
}

/** A row by index, and by name: only the names are enumerable. Of two columns with one name the first wins. */
class CellRow {
  readonly #cells: readonly Cell[];
  [name: string]: unknown;

  constructor(names: readonly string[], cells: readonly Cell[]) {
    this.#cells = cells;
    for (let at = names.length - 1; at >= 0; at--) {
      const name = names[at] as string;
      // `select 1` names its column like an index.
      if (!(name in CellRow.prototype)) this[name] = cells[at];
    }
  }

  static {
    Object.defineProperty(CellRow.prototype, 'length', {
      get(this: CellRow) {
        return this.#cells.length;
      },
    });
    // SQLite allows 2,000 columns in a result.
    for (let at = 0; at < 2000; at++) {
      Object.defineProperty(CellRow.prototype, at, {
        get(this: CellRow) {
          return this.#cells[at];
        },
      });
    }
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type Client, createClient, LibsqlError } from '@libsql/client';
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql';
import { assert } from '#src/kernel/assert.ts';
import { Refusal } from '#src/runtime/refusal.ts';
import { databaseFile } from './database-file.ts';
import { LocalClient } from './local-client.ts';
import { LocalConnection } from './local-connection.ts';
import { LogFlush } from './log-flush.ts';
import { serverAway, storageFaultOf } from './storage-faults.ts';

/**
 * libSQL with one writing and one reading connection. The file driver runs every call on the JavaScript thread, and a connection
 * that met SQLITE_BUSY once may acknowledge a write and lose it. So a process has one writer behind a queue, and a reader that
 * cannot write. The queue commits several waiting works together, each in its own savepoint: one disk flush serves many bookings,
 * and a failing work rolls back only itself. The flush runs on another thread (`log-flush.ts`); works are answered after it, and
 * fail with it. On a remote server several processes run this code; there, statements and constraints alone guarantee
 * correctness.
 */
export type Reader = LibSQLDatabase<Record<string, never>> & { $client: Client };
export type Tx = Parameters<Parameters<Reader['transaction']>[0]>[0];
export type Migration = { name: string; sql: string };
/** `number` counts from 1 among the pending migrations. */
export type MigrationStep = { name: string; number: number; of: number };
export type DatabaseOptions = {
  authToken?: string | null;
  synchronous?: 'FULL' | 'NORMAL' | 'OFF';
  worksPerCommit?: number;
  /** Replaces the disk in tests. */
  log?: Pick<LogFlush, 'flush' | 'close'>;
};

type Waiting = {
  run: (tx: Tx) => Promise<unknown>;
  mayBeLost: boolean;
  succeed: (value: unknown) => void;
  fail: (error: unknown) => void;
};
/** `mayBeLost`: a power failure may undo the work after it was answered; the end of the process does not. */
export type Durability = { mayBeLost?: boolean };

/** Why this program cannot use a database with these migrations, as the end of a sentence; null when it can. */
export function newerThan(migrations: readonly Migration[], applied: Iterable<string>): string | null {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...applied].find((name) => !known.has(name));
  return newer === undefined
    ? null
    : `is of a newer version (${newer}): run that version, or "restore" a backup of this one`;
}

/** The stored hash of a migration, which reveals later changes to it. */
export const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** The driver's busy wait blocks the whole process, so it is short and we retry ourselves. */
const busyWaitMs = 100;
const busyRetries = 20;
/** After this time a commit takes no more works: servers roll back transactions of some seconds. */
const longCommitMs = 1000;

export class Database {
  readonly read: Reader;
  readonly isLocal: boolean;
  readonly #writeClient: Client;
  readonly #readClient: Client;
  readonly #writer: Reader;
  readonly #synchronous: string;
  /** Flushes commits in SQLite's place; null: SQLite does, or a server. */
  #log: Pick<LogFlush, 'flush' | 'close'> | null = null;
  /** A flush failed, so earlier commits may be in memory only. */
  #isUnsure = false;
  #flushes = '';
  readonly #worksPerCommit: number;
  readonly #inside = new AsyncLocalStorage<true>();
  #waiting: Waiting[] = [];
  #draining: Promise<void> | null = null;
  readonly #after: (() => void)[] = [];
  #commits = 0;

  private constructor(url: string, options: DatabaseOptions) {
    this.isLocal = url.startsWith('file:') || url === ':memory:';
    this.#synchronous = options.synchronous ?? 'FULL';
    this.#worksPerCommit = options.worksPerCommit ?? 64;
    if (this.isLocal) {
      const writing = new LocalConnection(url, busyWaitMs);
      // An in-memory database belongs to its connection, so the reader is the writer.
      const reading = url === ':memory:' ? writing : new LocalConnection(url, busyWaitMs);
      if (reading !== writing) writing.isReadBy(reading);
      this.#writeClient = new LocalClient(writing);
      this.#readClient = reading === writing ? this.#writeClient : new LocalClient(reading);
    } else {
      const authToken = options.authToken ? { authToken: options.authToken } : {};
      const client = createClient({ url, ...authToken, fetch: askServer });
      this.#writeClient = client;
      this.#readClient = client;
    }
    this.#writer = drizzle(this.#writeClient);
    this.read = drizzle(this.#readClient);
  }

  static async open(url: string, options: DatabaseOptions = {}): Promise<Database> {
    const database = new Database(url, options);
    await database.#setPragmas();
    await database.#takeLog(url, options.log);
    return database;
  }

  async #setPragmas(): Promise<void> {
    if (!this.isLocal) return;
    await this.#writeClient.executeMultiple(
      `PRAGMA journal_mode=WAL; PRAGMA synchronous=${this.#synchronous}; PRAGMA foreign_keys=ON;
       PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16384;`,
    );
    this.#flushes = this.#synchronous;
    if (this.#readClient !== this.#writeClient) {
      await this.#readClient.executeMultiple(
        'PRAGMA query_only=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-32768;',
      );
    }
  }

  /** Some network file systems have no log. */
  async #takeLog(url: string, given: DatabaseOptions['log']): Promise<void> {
    const file = databaseFile(url);
    if (file === null || url === ':memory:' || this.#synchronous !== 'FULL') return;
    const [mode] = (await this.#writeClient.execute('PRAGMA journal_mode')).rows;
    if (mode?.journal_mode !== 'wal') return;
    this.#log = given ?? new LogFlush(file);
    await this.#flush('NORMAL');
  }

  /**
   * Runs `work` in a write transaction and resolves when it is durable. Works run one by one in the order of their calls and must
   * not make network calls. A commit of works that may be lost does not wait for the disk; the next durable commit flushes it
   * too, so nothing durable depends on something lost.
   */
  transact<T>(work: (tx: Tx) => Promise<T>, { mayBeLost = false }: Durability = {}): Promise<T> {
    assert(!this.#inside.getStore(), 'a write inside a write: pass the work on instead');
    return new Promise<T>((succeed, fail) => {
      this.#waiting.push({ run: work, mayBeLost, succeed: succeed as (value: unknown) => void, fail });
      this.#draining ??= this.#drain();
    });
  }

  /** Runs a callback now or, inside a work, after its commit or failure: before that nobody else sees its changes. */
  afterwards(run: () => void): void {
    if (this.#inside.getStore()) this.#after.push(run);
    else run();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Driver calls settle as microtasks. Without a turn of the event loop a burst of writes would starve timers and HTTP, and
      // new works could not join this commit.
      await new Promise<void>((resume) => setImmediate(resume));
      await this.#commitTogether(this.#waiting.splice(0, this.#worksPerCommit));
      for (const run of this.#after.splice(0)) run();
    }
    // In the same turn as the last look at the queue, or a work queued in between would wait for ever.
    this.#draining = null;
  }

  async #commitTogether(works: Waiting[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const outcomes: (() => void)[] = [];
      // A rollback may fail as well, and must not hide the first error.
      let met: unknown;
      try {
        if (this.#isLame) await this.#connectAgain();
        if (this.#isUnsure) await this.#makeSure();
        const lasts = works.some(({ mayBeLost }) => !mayBeLost);
        await this.#flush(lasts && !this.#log ? this.#synchronous : 'NORMAL');
        await this.#inside.run(true, () =>
          this.#writer.transaction(
            async (tx) => {
              const began = performance.now();
              for (const [at, work] of works.entries()) {
                if (at > 0 && performance.now() - began > longCommitMs) {
                  this.#waiting.unshift(...works.splice(at));
                  break;
                }
                try {
                  const value = await tx.transaction((savepoint) =>
                    work.run(savepoint).catch((error: unknown) => {
                      met = error;
                      throw error;
                    }),
                  );
                  outcomes.push(() => work.succeed(value));
                } catch (error) {
                  if (endsTransaction(met)) throw met;
                  if (endsTransaction(error)) throw error;
                  outcomes.push(() => work.fail(error));
                }
              }
            },
            { behavior: 'immediate' },
          ),
        );
        this.#commits += 1;
        // Readers see the commit while the thread flushes it.
        if (lasts) await this.#toDisk();
        for (const settle of outcomes) settle();
        return;
      } catch (rolledBack) {
        const isLost = !this.isLocal && [met, rolledBack].some(isConnectionLost);
        const error = storageFaultOf(met) ? met : isLost ? away(rolledBack) : rolledBack;
        // Another process held the file, or the disk failed. The connection cannot be trusted any more; without a new one, the
        // next work tries again.
        if (this.isLocal) await this.#connectAgain(storageFaultOf(error) !== null).catch(() => {});
        if (!isBusy(error) || attempt >= busyRetries) {
          for (const work of works) work.fail(error);
          return;
        }
        await new Promise<void>((resume) => setTimeout(resume, Math.min(250, 5 * 2 ** attempt)));
      }
    }
  }

  async #toDisk(): Promise<void> {
    try {
      await this.#log?.flush();
    } catch (error) {
      this.#isUnsure = true;
      throw error;
    }
  }

  /** Checkpoints the log and syncs both files; nothing is written before that. */
  async #makeSure(): Promise<void> {
    const [taken] = (await this.#writeClient.execute('PRAGMA wal_checkpoint(FULL)')).rows;
    if (taken?.busy !== 0) throw new LibsqlError('The log could not be taken over whole', 'SQLITE_IOERR');
    await this.#log?.flush();
    this.#isUnsure = false;
  }

  /** Sets SQLite's `synchronous` pragma of the writer. */
  async #flush(how: string): Promise<void> {
    if (!this.isLocal || how === this.#flushes || this.#synchronous === 'OFF') return;
    await this.#writeClient.executeMultiple(`PRAGMA synchronous=${how}`);
    this.#flushes = how;
  }

  /** A new connection without its pragmas must not write. */
  #isLame = false;
  async #connectAgain(both = true): Promise<void> {
    this.#isLame = true;
    this.#writeClient.reconnect();
    if (both && this.#readClient !== this.#writeClient) this.#readClient.reconnect();
    await this.#setPragmas();
    this.#log?.close();
    this.#isLame = false;
  }

  /** Commits of this process so far. A value read at the same count is still current for this process. */
  get commits(): number {
    return this.#commits;
  }

  /**
   * Applies pending migrations, each in its own transaction; several processes may call it. Our own: drizzle's migrator reads a
   * folder, which the executable lacks, compares only the newest date, does not notice changed migrations and fails in a race of
   * two processes. Calls `onStep` before each and returns how many were applied.
   * @throws Refusal when the database is of a newer version
   */
  async migrate(migrations: readonly Migration[], onStep: (step: MigrationStep) => void = () => {}): Promise<number> {
    await this.#writeClient.execute(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)',
    );
    const applied = new Map(
      (await this.#writeClient.execute('SELECT name, hash FROM migrations')).rows.map((r) => [
        String(r.name),
        String(r.hash),
      ]),
    );
    const newer = newerThan(migrations, applied.keys());
    if (newer !== null) throw new Refusal(`the database ${newer}`);
    const missing = [...migrations]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .filter(({ name, sql }) => {
        const known = applied.get(name);
        assert(known === undefined || known === hashOf(sql), `migration ${name} was changed after it was applied`);
        return known === undefined;
      });
    for (const [at, migration] of missing.entries()) {
      const hash = hashOf(migration.sql);
      onStep({ name: migration.name, number: at + 1, of: missing.length });
      try {
        await this.#writeClient.migrate([
          { sql: 'INSERT INTO migrations (name, hash) VALUES (?, ?)', args: [migration.name, hash] },
          ...migration.sql.split('--> statement-breakpoint').map((sql) => ({ sql, args: [] })),
        ]);
      } catch (error) {
        // Another process may have applied it: then its row exists and ours was refused.
        const row = await this.#writeClient.execute('SELECT hash FROM migrations WHERE name = ?', [migration.name]);
        if (row.rows[0]?.hash !== hash) throw error;
      }
    }
    await this.#toDisk();
    return missing.length;
  }

  /** Whether exactly these migrations are applied. */
  async isMigrated(migrations: readonly Migration[]): Promise<boolean> {
    const rows = (await this.#readClient.execute('SELECT name FROM migrations')).rows;
    const names = new Set(rows.map((row) => String(row.name)));
    return migrations.every((migration) => names.has(migration.name)) && newerThan(migrations, names) === null;
  }

  /** Whether at least one of these migrations is applied: the database belongs to this or an earlier version. */
  async isOurs(migrations: readonly Migration[]): Promise<boolean> {
    const tables = await this.#readClient.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'");
    const [first] = migrations;
    if (tables.rows.length === 0 || !first) return false;
    return (await this.#readClient.execute('SELECT 1 FROM migrations WHERE name = ?', [first.name])).rows.length > 0;
  }

  /** Runs one statement outside of any work. */
  readonly ask = async (sql: string, args: string[] = []): Promise<readonly Record<string, unknown>[]> =>
    (await this.#writeClient.execute(sql, args)).rows;

  /** Frees unused memory of an embedded database. */
  async shrink(): Promise<void> {
    if (!this.isLocal) return;
    for (const client of new Set([this.#readClient, this.#writeClient])) await client.execute('PRAGMA shrink_memory');
  }

  /** Copies an embedded database consistently while it is in use. */
  async copyTo(file: string): Promise<void> {
    assert(this.isLocal, 'only an embedded database is copied by us; a libSQL server has backups of its own');
    await this.#readClient.execute('PRAGMA query_only=OFF');
    try {
      await this.#readClient.execute('VACUUM INTO ?', [file]);
    } finally {
      await this.#readClient.execute('PRAGMA query_only=ON');
    }
  }

  /** Waits for running works and closes both connections. */
  async close(): Promise<void> {
    await this.#draining;
    this.#log?.close();
    this.#writeClient.close();
    if (this.#readClient !== this.#writeClient) this.#readClient.close();
  }
}

const away = (cause: unknown): Error =>
  Object.assign(new Error('no libSQL server answers', { cause }), { code: serverAway });

/** Tells an unreachable server from one that refuses a statement. */
async function askServer(...asked: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...asked).catch((error: unknown) => Promise.reject(away(error)));
  if ([502, 503, 504].includes(answer.status)) throw away(answer.status);
  return answer;
}

function* causes(error: unknown): Generator<{ code?: unknown; message?: unknown }, void> {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) yield e;
}

const isBusy = (error: unknown): boolean =>
  [...causes(error)].some(
    (e) => /^SQLITE_BUSY/.test(String(e.code)) || /SQLITE_BUSY|database is locked/.test(String(e.message)),
  );

const isConnectionLost = (error: unknown): boolean =>
  [...causes(error)].some((e) =>
    /STREAM_EXPIRED|TRANSACTION_CLOSED|TRANSACTION_TIMEOUT|HRANA_WEBSOCKET|SERVER_ERROR/.test(String(e.code)),
  );

/** Whether an error ends the whole transaction and so every work in it. */
export const endsTransaction = (error: unknown): boolean =>
  isBusy(error) || isConnectionLost(error) || storageFaultOf(error) !== null;

/** The broken constraint, by the driver's message; remote servers give no extended code. */
export function brokenConstraint(error: unknown): 'unique' | 'check' | 'foreignKey' | null {
  for (const e of causes(error)) {
    const text = `${String(e.code)} ${String(e.message)}`;
    if (/UNIQUE constraint|PRIMARYKEY/.test(text)) return 'unique';
    if (/CHECK constraint/.test(text)) return 'check';
    if (/FOREIGN KEY constraint/.test(text)) return 'foreignKey';
  }
  return null;
}

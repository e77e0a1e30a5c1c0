import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { eq } from 'drizzle-orm';
import type { Config } from '#src/config/config.ts';
import { fromIso, seconds, toIso } from '#src/kernel/time.ts';
import { flush, halfWritten, orIfMissing } from '#src/runtime/file-system.ts';
import type { Gauge } from '#src/runtime/metrics.ts';
import { Refusal } from '#src/runtime/refusal.ts';
import type { Database, Migration, Reader } from './database.ts';
import { databaseFile, fileAddress } from './database-file.ts';
import { installation } from './schema.ts';
import type { Work } from './work.ts';

/**
 * A backup is one SQLite file: the copied database and one more table with the uploads and the installation's secret, without
 * which sold tickets would be invalid. A new shop has neither uploads nor a secret file; any other unreadable file is an error.
 * The last line is a checksum of everything before it. Rows of the tables in `emptied` are left out. Returns a summary.
 * @throws Refusal
 */
export async function backUp(
  database: Database,
  migrations: readonly Migration[],
  { dataDir, databaseUrl, bucket }: Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'>,
  file: string,
  emptied: readonly string[] = [],
): Promise<string> {
  const source = databaseFile(databaseUrl);
  if (source === null) throw new Refusal('the database is on a server, which makes its own copies; nothing was copied');
  // A database of an earlier version is fine: it is the copy before an update.
  if (!(await database.isOurs(migrations))) throw new Refusal(`${source} is not migrated; nothing was copied`);
  const target = resolve(file);
  const found = await orIfMissing(stat(target), null);
  if (found && !found.isFile()) throw new Refusal(`${file} is not a file; nothing was copied`);
  if (isPartOf(dataDir, source, target)) throw new Refusal(`${file} is part of the shop itself; nothing was copied`);
  const half = `${target}.half`;
  await rm(half, { force: true });
  await mkdir(dirname(half), { recursive: true });
  const held = { uploads: 0, secret: false };
  try {
    await database.copyTo(half);
    await within(half, async (copy) => {
      await empty(copy, emptied);
      await copy.execute('CREATE TABLE backup_files (path TEXT PRIMARY KEY, bytes BLOB NOT NULL)');
      for (const path of await filesOf(dataDir, bucket !== null)) {
        // A file that is missing by now was deleted because nothing refers to it.
        const bytes = await orIfMissing(readFile(join(dataDir, path)), null);
        if (!bytes) continue;
        await copy.execute({ sql: 'INSERT INTO backup_files (path, bytes) VALUES (?, ?)', args: [path, bytes] });
        if (path === secretName) held.secret = true;
        else held.uploads += 1;
      }
    });
    await appendFile(half, lastLine(await sumOf(half)));
    await flush(half);
    await rename(half, target);
    await flush(dirname(target));
  } finally {
    await rm(half, { force: true });
  }
  const uploads = bucket
    ? `but no uploads: they are in the bucket ${bucket.bucket}, which is copied by itself`
    : `${held.uploads} ${held.uploads === 1 ? 'upload' : 'uploads'}`;
  return ['the database', ...(held.secret ? ['the secret'] : []), uploads].join(', ');
}

const madeAt = 'backup-made-at';

export async function noteBackup({ tx, now }: Work): Promise<void> {
  const made = { name: madeAt, value: toIso(now) };
  await tx.insert(installation).values(made).onConflictDoUpdate({ target: installation.name, set: made });
}

export const backupGauge = (read: Reader): Gauge => ({
  name: 'startblock_backup_timestamp_seconds',
  help: 'When the newest backup was made, in seconds since 1970; 0 when there was none.',
  read: async () => {
    const [made] = await read.select().from(installation).where(eq(installation.name, madeAt));
    return made ? fromIso(made.value) / seconds(1) : 0;
  },
});

/** Deletes all rows of these tables and vacuums; an earlier version may lack a table. */
async function empty(copy: Client, tables: readonly string[]): Promise<void> {
  await copy.execute('PRAGMA secure_delete = ON');
  for (const table of tables) {
    const found = await copy.execute({
      sql: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?",
      args: [table],
    });
    if (found.rows.length > 0) await copy.execute(`DELETE FROM ${table}`);
  }
}

/** Stands behind the database's pages, where SQLite does not look. */
export const lastLine = (sum: string): string => `\nstartblock backup sha256 ${sum}\n`;
export const lastLineShape = /^\nstartblock backup sha256 ([0-9a-f]{64})\n$/;

/** The SHA-256 of a file, or of its first `length` bytes. */
export async function sumOf(file: string, length = Number.POSITIVE_INFINITY): Promise<string> {
  const sum = createHash('sha256');
  if (length > 0) for await (const piece of createReadStream(file, { end: length - 1 })) sum.update(piece);
  return sum.digest('hex');
}

export type { Client } from '@libsql/client';

/** Opens a database file that no server uses. */
export async function within<T>(file: string, use: (copy: Client) => Promise<T>): Promise<T> {
  const copy = createClient({ url: fileAddress(file), concurrency: 1 });
  return use(copy).finally(() => copy.close());
}

function isPartOf(dataDir: string, database: string, target: string): boolean {
  const inDataDir = relative(resolve(dataDir), target);
  return (
    /^(files\/|restoring\/|(secret|running\.lock|test-payments\.json)$)/.test(inDataDir) ||
    (dirname(target) === dirname(database) && /^(-wal|-shm|-journal)?$/.test(afterName(target, basename(database))))
  );
}

const afterName = (path: string, name: string): string =>
  basename(path).startsWith(name) ? basename(path).slice(name.length) : 'another';

const secretName = 'secret';

/** The files to back up, relative to `dataDir`; no uploads when they are in a bucket. */
async function filesOf(dataDir: string, isElsewhere: boolean): Promise<string[]> {
  const secret = (await orIfMissing(readFile(join(dataDir, secretName)), null)) ? [secretName] : [];
  if (isElsewhere) return secret;
  const names = await orIfMissing(readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }), []);
  const uploads = names
    .filter((entry) => entry.isFile() && !halfWritten.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir).length + 1));
  return [...uploads, ...secret];
}

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { assert } from '#src/kernel/assert.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { unlessMissing } from './files.ts';

/**
 * A backup is one SQLite file: the copied database, and beside its tables one more that holds the uploads and the
 * installation's secret, without which sold tickets would no longer be recognized. A new shop has neither folder nor
 * secret file; anything else that cannot be read is an error, since half a backup is found out too late.
 */
export async function backUp(database: Database, dataDir: string, file: string): Promise<void> {
  const half = `${resolve(file)}.half`;
  await rm(half, { force: true });
  await mkdir(dirname(half), { recursive: true });
  await database.copyTo(half);
  await within(half, async (copy) => {
    await copy.execute('CREATE TABLE backup_files (path TEXT PRIMARY KEY, bytes BLOB NOT NULL)');
    for (const path of await uploadsOf(dataDir)) {
      const bytes = await readFile(join(dataDir, path));
      await copy.execute({ sql: 'INSERT INTO backup_files (path, bytes) VALUES (?, ?)', args: [path, bytes] });
    }
  });
  await rename(half, resolve(file));
}

/** Puts a backup into the place of an embedded database. What was there is kept beside it as `….before-restore`. */
export async function restore(config: Config, file: string): Promise<void> {
  assert(config.databaseUrl.startsWith('file:'), 'only an embedded database is restored from a file');
  const target = resolve(config.databaseUrl.slice('file:'.length));
  const fresh = `${target}.restoring`;
  await writeFile(fresh, await readFile(resolve(file)));
  await within(fresh, async (copy) => {
    const rows = (await copy.execute('SELECT path, bytes FROM backup_files')).rows;
    for (const row of rows) {
      const path = resolve(config.dataDir, String(row.path));
      assert(path.startsWith(resolve(config.dataDir) + sep), 'a backup names files inside the data directory only');
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, new Uint8Array(row.bytes as ArrayBuffer), { mode: 0o600 });
    }
    await copy.execute('DROP TABLE backup_files');
  });
  for (const suffix of ['-wal', '-shm']) await rm(target + suffix, { force: true });
  await unlessMissing(rename(target, `${target}.before-restore`), undefined);
  await rename(fresh, target);
  for (const suffix of ['-wal', '-shm']) await rm(fresh + suffix, { force: true });
}

async function within(file: string, use: (copy: Client) => Promise<void>): Promise<void> {
  const copy = createClient({ url: `file:${file}`, concurrency: 1 });
  await use(copy).finally(() => copy.close());
}

async function uploadsOf(dataDir: string): Promise<string[]> {
  const names = await unlessMissing(readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }), []);
  const uploads = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir).length + 1));
  const secret = await unlessMissing(readFile(join(dataDir, 'secret')), null);
  return secret ? [...uploads, 'secret'] : uploads;
}

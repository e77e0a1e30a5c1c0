// Our own: Node and Bun offer no lock of the operating system, and a file with a process number outlives a killed one.

import { truncateSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import Libsql from 'libsql';
import type { Config } from '#src/config/config.ts';
import { databaseFile } from './database-file.ts';

/**
 * Who has the data folder. Every process that works with an embedded database shares the lock; a restore holds it
 * alone. It is SQLite's lock on an empty database into which nobody ever writes, so it is one of the operating system:
 * several processes share it, and it ends with the process, however that ends. Never open the file in another way:
 * closing any handle of it would let go what the process holds.
 */
export type Held = { release(): void };
export type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

const lockName = 'running.lock';

/** The data folder's, and one beside a database that lies elsewhere; none where a server keeps the database. */
function locksOf(place: Place): string[] {
  const database = databaseFile(place.databaseUrl);
  if (database === null) return [];
  const own = join(resolve(place.dataDir), lockName);
  return dirname(database) === dirname(own) ? [own] : [own, `${database}.running`];
}

/** Takes the lock together with others; null when somebody holds it alone. */
export const share = (place: Place): Promise<Held | null> => takeAll(place, ['BEGIN', 'SELECT 1 FROM sqlite_schema']);

/** Takes the lock alone; null when anybody holds it. */
export const takeAlone = (place: Place): Promise<Held | null> => takeAll(place, ['BEGIN EXCLUSIVE']);

async function takeAll(place: Place, statements: readonly string[]): Promise<Held | null> {
  const taken: Held[] = [];
  const held = { release: () => taken.forEach((lock) => void lock.release()) };
  for (const path of locksOf(place)) {
    await mkdir(dirname(path), { recursive: true });
    // One that is there is not touched.
    await writeFile(path, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const lock = take(path, statements);
    if (lock) {
      taken.push(lock);
      continue;
    }
    held.release();
    return null;
  }
  return held;
}

function take(path: string, statements: readonly string[], isEmptied = false): Held | null {
  const connection = new Libsql(path, { timeout: 0 });
  try {
    for (const statement of statements) connection.exec(statement);
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    connection.close();
    const code = String((error as { code?: unknown }).code);
    if (code.startsWith('SQLITE_BUSY')) return null;
    if (code !== 'SQLITE_NOTADB' || isEmptied) throw error;
    // Somebody or the disk wrote into it. The file stays the same one, so that whoever holds it still does.
    truncateSync(path, 0);
    return take(path, statements, true);
  }
  return {
    release() {
      if (!connection.open) return;
      connection.exec('ROLLBACK');
      connection.close();
    },
  };
}

// Our own: Node and Bun offer no file locks, and a file with a process id outlives a killed process.

import { truncateSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import Libsql from 'libsql';
import type { Config } from '#src/config/config.ts';
import { databaseFile } from './database-file.ts';

/**
 * The lock on the data folder. Processes that use an embedded database share it; a restore takes it alone. It is SQLite's lock on
 * an empty database, so the system releases it with the process. Never open the file otherwise: closing any handle releases the
 * lock.
 */
export type Held = { release(): void };
export type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

const lockName = 'running.lock';

/** One lock in the data folder and one beside a database elsewhere; none for a server. */
function locksOf(place: Place): string[] {
  const database = databaseFile(place.databaseUrl);
  if (database === null) return [];
  const own = join(resolve(place.dataDir), lockName);
  return dirname(database) === dirname(own) ? [own] : [own, `${database}.running`];
}

/** Takes the shared lock; null when it is held exclusively. */
export const share = (place: Place): Promise<Held | null> => takeAll(place, ['BEGIN', 'SELECT 1 FROM sqlite_schema']);

/** Takes the exclusive lock; null when it is held. */
export const takeExclusive = (place: Place): Promise<Held | null> => takeAll(place, ['BEGIN EXCLUSIVE']);

async function takeAll(place: Place, statements: readonly string[]): Promise<Held | null> {
  const taken: Held[] = [];
  const held = { release: () => taken.forEach((lock) => void lock.release()) };
  for (const path of locksOf(place)) {
    await mkdir(dirname(path), { recursive: true });
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
    // The file has content. It must stay the same file, so that existing locks hold.
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

// Our own: libSQL switches the file to WAL mode when it opens it, and a database that is refused must stay unchanged.

import { statSync } from 'node:fs';
import Libsql from 'libsql';
import { Refusal } from '#src/runtime/refusal.ts';
import { isDamage } from './damage.ts';

/**
 * The applied migrations of an embedded database; null when there is no database. Reads without changing the mode or creating a
 * log.
 * @throws Refusal when the file is something else, SQLite's error when it is damaged
 */
export function appliedMigrations(file: string): ReadonlySet<string> | null {
  if (!fileExists(file)) return null;
  const memory = new Libsql(':memory:', { timeout: 2000 });
  try {
    // Attached, because the driver keeps a file open while a statement on it exists.
    memory.exec(`ATTACH '${file.replaceAll("'", "''")}' AS looked;
      CREATE TABLE applied AS SELECT name FROM looked.migrations;
      DETACH looked`);
    const rows = memory.prepare('SELECT name FROM applied').all() as { name: unknown }[];
    return new Set(rows.map(({ name }) => String(name)));
  } catch (error) {
    if (isDamage(error) || !/no such (table|column)/.test(String((error as Error).message))) throw error;
    return new Set();
  } finally {
    memory.close();
  }
}

/** Whether a non-empty database exists. @throws Refusal when the file is something else */
export function fileExists(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile())
    throw new Refusal(
      `${file} is ${found.isDirectory() ? 'a folder' : 'no file'}, where the database belongs: move it away or name another DATA_DIR or DATABASE_URL`,
    );
  return found !== undefined && found.size > 0;
}

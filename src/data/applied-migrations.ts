// Our own: what opens a database for work changes its mode and leaves a log beside it; who will refuse it shall not.

import { statSync } from 'node:fs';
import Libsql from 'libsql';
import { Refusal } from '#src/runtime/refusal.ts';
import { isDamage } from './damage.ts';

/**
 * The migrations that an embedded database has had, or null where there is no database. It is looked at and left as it
 * is: with nothing new beside it, and in its own mode.
 * @throws Refusal when something else is in its place, and what SQLite says of a damaged one
 */
export function appliedMigrations(file: string): ReadonlySet<string> | null {
  if (!isThere(file)) return null;
  const memory = new Libsql(':memory:', { timeout: 2000 });
  try {
    // Beside it: the driver keeps a file open for as long as it knows a statement that read it, and its log with it.
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

/**
 * Whether there is a database, empty files not counted.
 * @throws Refusal when something else is in its place
 */
export function isThere(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile())
    throw new Refusal(
      `${file} is ${found.isDirectory() ? 'a folder' : 'no file'}, where the database belongs: move it away or name another DATA_DIR or DATABASE_URL`,
    );
  return found !== undefined && found.size > 0;
}

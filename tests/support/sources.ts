/** Options to open a shop from the repository. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Migration } from '#src/data/database.ts';
import { fontPathsBy } from '#src/documents/font-files.ts';

const root = resolve(import.meta.dirname, '../..');

export const assetFolder = join(root, 'dist/assets');

export const testFonts = fontPathsBy((file) => join(root, 'node_modules', file));

/** `count`: only the first ones. */
export async function readMigrations(count?: number): Promise<Migration[]> {
  const all = (await readdir(join(root, 'migrations'))).filter((name) => name.endsWith('.sql')).sort();
  const names = all.slice(0, count);
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/\.sql$/, ''),
      sql: await readFile(join(root, 'migrations', name), 'utf8'),
    })),
  );
}

/** Options to open a shop from the repository. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Migration } from '#src/data/database.ts';
import { fontPathsBy } from '#src/documents/font-files.ts';

const root = resolve(import.meta.dirname, '../..');

export const assetFolder = join(root, 'dist/assets');

export const testFonts = fontPathsBy((file) => join(root, 'node_modules', file));

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(join(root, 'migrations'))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/\.sql$/, ''),
      sql: await readFile(join(root, 'migrations', name), 'utf8'),
    })),
  );
}

/** What a shop is opened with outside the executable: as it lies in the repository. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Migration } from '#src/data/database.ts';

const root = resolve(import.meta.dirname, '../..');
const fontDirectory = join(root, 'node_modules/@expo-google-fonts/inter');

export const assetFolder = join(root, 'dist/assets');

export const testFonts = {
  regular: join(fontDirectory, '400Regular/Inter_400Regular.ttf'),
  bold: join(fontDirectory, '700Bold/Inter_700Bold.ttf'),
};

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(join(root, 'migrations'))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name: name.replace(/\.sql$/, ''),
      sql: await readFile(join(root, 'migrations', name), 'utf8'),
    })),
  );
}

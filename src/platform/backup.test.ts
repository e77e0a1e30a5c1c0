import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUp, restore } from './backup.ts';
import { readConfig } from './config.ts';
import { Database } from './database.ts';
import { diskFiles } from './files.ts';

async function freshShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-backup-'));
  const database = await Database.open(`file:${join(dataDir, 'shop.db')}`, { synchronous: 'OFF' });
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { dataDir, copy: () => backUp(database, dataDir, join(dataDir, 'copy.backup')) };
}

test('a copy brings uploads and secret back, in a new place', async () => {
  const { dataDir, copy } = await freshShop();
  const bytes = new TextEncoder().encode('a picture');
  const name = await diskFiles(join(dataDir, 'files')).within('pictures').put(bytes, 'png');
  await writeFile(join(dataDir, 'secret'), 'of this shop');
  await copy();
  const elsewhere = join(dataDir, 'elsewhere');
  await mkdir(elsewhere);
  const config = readConfig({ DATA_DIR: elsewhere, DATABASE_URL: `file:${join(elsewhere, 'shop.db')}` });
  await restore(config, join(dataDir, 'copy.backup'));
  expect(await diskFiles(join(elsewhere, 'files')).within('pictures').get(name)).toEqual(bytes);
  expect(await readFile(join(elsewhere, 'secret'), 'utf8')).toBe('of this shop');
});

test('a shop without uploads is copied', async () => {
  const { copy } = await freshShop();
  await expect(copy()).resolves.toBeUndefined();
});

test.each([
  ['the uploads', 'files', (path: string) => writeFile(path, 'no folder'), 'ENOTDIR'],
  ['the secret', 'secret', (path: string) => mkdir(path), 'EISDIR'],
])('a copy that would have to leave out %s is an error', async (_, name, spoil, code) => {
  const { dataDir, copy } = await freshShop();
  await spoil(join(dataDir, name));
  await expect(copy()).rejects.toMatchObject({ code });
});

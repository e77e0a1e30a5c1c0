import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from './backup.ts';
import { Database } from './database.ts';

const migrations = [{ name: '0000', sql: 'CREATE TABLE a (b INTEGER)' }];

async function freshShop({ migrate = true } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-backup-'));
  const databaseUrl = `file:${join(dataDir, 'shop.db')}`;
  const database = await Database.open(databaseUrl, { synchronous: 'OFF' });
  onTestFinished(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  if (migrate) await database.migrate(migrations);
  const copyTo = (file: string) => backUp(database, migrations, { dataDir, databaseUrl, bucket: null }, file);
  return { dataDir, copyTo, copy: () => copyTo(join(dataDir, 'copy.backup')) };
}

test('a shop without uploads is copied', async () => {
  const { copy } = await freshShop();
  await expect(copy()).resolves.toBe('the database, 0 uploads');
});

test.each([
  ['the uploads', 'files', (path: string) => writeFile(path, 'no folder'), 'ENOTDIR'],
  ['the secret', 'secret', (path: string) => mkdir(path), 'EISDIR'],
])('a copy that would have to leave out %s is an error', async (_, name, spoil, code) => {
  const { dataDir, copy } = await freshShop();
  await spoil(join(dataDir, name));
  await expect(copy()).rejects.toMatchObject({ code });
});

test('nothing is not copied', async () => {
  const { copy } = await freshShop({ migrate: false });
  await expect(copy()).rejects.toThrow('is not migrated; nothing was copied');
});

test.each(['shop.db', 'shop.db-wal', 'secret', 'files/a.png', 'running.lock'])(
  'a copy does not take the place of %s',
  async (name) => {
    const { dataDir, copyTo } = await freshShop();
    await expect(copyTo(join(dataDir, name))).rejects.toThrow('nothing was copied');
  },
);

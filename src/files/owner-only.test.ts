import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { giveToOwner } from './owner-only.ts';

test('a file of the database that goes while its owner changes does not end the command', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-owner-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  // Where root may not change owners, there is nothing to change.
  if (process.getuid?.() === 0) await chown(dataDir, 65534, 65534).catch(() => {});
  const { uid } = await stat(dataDir);
  const place = { dataDir, databaseUrl: `file:${join(dataDir, 'startblock.db')}` };
  const names = ['startblock.db', ...Array.from({ length: 20 }, (_, at) => `startblock.db-${at}`)];
  const paths = names.map((name) => join(dataDir, name));
  for (let round = 0; round < 20; round++) {
    for (const path of paths) await writeFile(path, '');
    const giving = giveToOwner(place);
    for (const path of paths.slice(1).reverse()) await rm(path);
    await giving;
    expect((await stat(paths[0] ?? '')).uid).toBe(uid);
  }
});

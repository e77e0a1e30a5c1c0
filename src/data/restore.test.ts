import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#src/config/config.ts';
import { diskFiles } from '#src/files/files.ts';
import { instant } from '#src/kernel/time.ts';
import { readMigrations } from '#tests/support/sources.ts';
import { backUp } from './backup.ts';
import { Database, type Migration } from './database.ts';
import { fileAddress } from './database-file.ts';
import { enter, restore } from './restore.ts';
import { share, takeExclusive } from './running-lock.ts';

let migrations: Migration[];
let template: string;
const now = instant(Date.UTC(2026, 10, 23, 9, 30));
const bun = process.execPath;

beforeAll(async () => {
  // A restore compares with a database made anew: with all migrations that took most of the time of these tests.
  migrations = await readMigrations(20);
  template = join(await temporary(), 'template.db');
  // One file, without what a connection leaves beside its own.
  const database = await Database.open(`file:${template}.made`, { synchronous: 'OFF' });
  await database.migrate(migrations);
  await database.copyTo(template);
  await database.close();
});

async function temporary(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'startblock-restore-'));
}

async function folder(): Promise<string> {
  const made = await temporary();
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const configOf = (dataDir: string, databasePath = join(dataDir, 'startblock.db')) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: fileAddress(databasePath) });

/** A shop whose database, secret and upload all say `name`; its last word is in the write-ahead log alone. */
async function shop(name: string, dataDir: string, databasePath = join(dataDir, 'startblock.db')): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const aside = await temporary();
  await cp(template, join(aside, 'shop.db'));
  const database = await Database.open(fileAddress(join(aside, 'shop.db')), { synchronous: 'OFF' });
  await database.transact((tx) => tx.run(sql`insert into installation (name, value) values ('shop', ${name})`));
  // As a killed server leaves them.
  for (const suffix of ['', '-wal', '-shm']) await cp(join(aside, `shop.db${suffix}`), databasePath + suffix);
  await database.close();
  await rm(aside, { recursive: true });
  await writeFile(join(dataDir, 'secret'), `the secret of ${name}`);
  await diskFiles(join(dataDir, 'files')).put(new TextEncoder().encode(`a picture of ${name}`), 'png');
}

async function stateOf(dataDir: string, databasePath = join(dataDir, 'startblock.db')) {
  const database = await Database.open(fileAddress(databasePath), { synchronous: 'OFF' });
  try {
    const rows = await database.read.all<{ value: string }>(sql`select value from installation where name = 'shop'`);
    const files = diskFiles(join(dataDir, 'files'));
    const uploads = await Promise.all((await files.names()).map((name) => files.get(name)));
    return {
      database: rows.map(({ value }) => value),
      secret: await readFile(join(dataDir, 'secret'), 'utf8'),
      uploads: uploads.map((bytes) => new TextDecoder().decode(bytes ?? undefined)),
    };
  } finally {
    await database.close();
  }
}

const whole = (name: string) => ({
  database: [name],
  secret: `the secret of ${name}`,
  uploads: [`a picture of ${name}`],
});

async function backupOf(name: string): Promise<string> {
  const dataDir = await folder();
  await shop(name, dataDir);
  const file = join(await folder(), `${name}.backup`);
  const { databaseUrl } = configOf(dataDir);
  const database = await Database.open(databaseUrl);
  await backUp(database, migrations, { dataDir, databaseUrl, bucket: null }, file);
  await database.close();
  return file;
}

/** Every file with its content, apart from the lock. */
async function contentOf(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'running.lock');
  const read = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(dataDir.length), (await readFile(path)).toString('base64')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

const keptIn = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.startsWith('replaced-')).sort();

const spoiled: [string, (dataDir: string) => Promise<unknown>][] = [
  ['as it was', async () => {}],
  ['random', (dataDir) => writeFile(join(dataDir, 'startblock.db'), crypto.getRandomValues(new Uint8Array(60_000)))],
  ['truncated', (dataDir) => truncate(join(dataDir, 'startblock.db'), 5000)],
  ['empty', (dataDir) => truncate(join(dataDir, 'startblock.db'), 0)],
  ['gone, its log not', (dataDir) => rm(join(dataDir, 'startblock.db'))],
  ['without its log', (dataDir) => rm(join(dataDir, 'startblock.db-wal'))],
  [
    'a folder',
    async (dataDir) => {
      await rm(join(dataDir, 'startblock.db'));
      await mkdir(join(dataDir, 'startblock.db'));
    },
  ],
  [
    'beside a damaged lock',
    (dataDir) => writeFile(join(dataDir, 'running.lock'), 'not a database at all, far from it'),
  ],
];

test.each(spoiled)(
  'a backup takes the place of a database that is %s, and what was there is kept as it is',
  async (_, spoil) => {
    const dataDir = await folder();
    await shop('old', dataDir);
    await spoil(dataDir);
    const before = await contentOf(dataDir);
    const { kept } = await restore(configOf(dataDir), await backupOf('new'), { migrations, now });
    expect(kept).toBe(join(dataDir, 'replaced-2026-11-23T09-30-00.000Z'));
    expect(await contentOf(String(kept))).toEqual(before);
    expect(await stateOf(dataDir)).toEqual(whole('new'));
    expect(await readdir(dataDir)).not.toContain('restoring');
  },
);

test('a backup makes a shop where there was none, not even a folder', async () => {
  const dataDir = join(await folder(), 'deep/er');
  expect(await restore(configOf(dataDir), await backupOf('new'), { migrations, now })).toEqual({
    kept: null,
    notes: [],
  });
  expect(await stateOf(dataDir)).toEqual(whole('new'));
});

test('every replaced state is kept under a name of its own and is a data folder itself', async () => {
  const dataDir = await folder();
  await shop('first', dataDir);
  for (const name of ['second', 'third']) await restore(configOf(dataDir), await backupOf(name), { migrations, now });
  const [first = '', second = ''] = await keptIn(dataDir);
  expect(await stateOf(join(dataDir, first)), 'with what its log held').toEqual(whole('first'));
  expect(await stateOf(join(dataDir, second))).toEqual(whole('second'));
});

test('a database that lies elsewhere is kept there, whatever signs its path has', async () => {
  const dataDir = await folder();
  const elsewhere = join(await folder(), '100 %25 ä#1?');
  await mkdir(elsewhere);
  const path = join(elsewhere, 'race.db');
  await shop('old', dataDir, path);
  await restore(configOf(dataDir, path), await backupOf('new'), { migrations, now });
  expect(await stateOf(dataDir, path)).toEqual(whole('new'));
  const kept = 'replaced-2026-11-23T09-30-00.000Z';
  expect(await stateOf(join(dataDir, kept), `${path}.${kept}`)).toEqual(whole('old'));
});

test('a backup without a secret says what to do about it, and so does one that SECRET contradicts', async () => {
  const file = await backupOf('new');
  const withSecret = { ...configOf(await folder()), secret: 'another secret of ours' };
  expect((await restore(withSecret, file, { migrations, now })).notes).toEqual([
    expect.stringContaining('SECRET is not the one of the restored shop'),
  ]);
  await rewritten(file, `delete from backup_files where path = 'secret'`);
  const { notes } = await restore(configOf(await folder()), file, { migrations, now });
  expect(notes).toEqual([expect.stringContaining('set SECRET')]);
});

/** As an older version wrote it, without the line that holds the sum. */
async function rewritten(file: string, ...statements: string[]): Promise<void> {
  const client = createClient({ url: fileAddress(file), concurrency: 1 });
  for (const statement of statements) await client.execute(statement);
  client.close();
  const { size } = await stat(file);
  await truncate(file, size - (size % 4096));
}

async function flipBit(file: string, at: number): Promise<void> {
  const opened = await open(file, 'r+');
  const { buffer } = await opened.read(Buffer.alloc(1), 0, 1, at);
  await opened.write(Buffer.of((buffer[0] ?? 0) ^ 4), 0, 1, at);
  await opened.close();
}

const half = async (file: string) => Math.floor((await stat(file)).size / 2);
const unusable: [string, (file: string) => Promise<unknown>, string][] = [
  ['random', (file) => writeFile(file, crypto.getRandomValues(new Uint8Array(60_000))), 'damaged'],
  ['empty', (file) => truncate(file, 0), 'no backup'],
  ['text', (file) => writeFile(file, 'no database'), 'damaged'],
  ['cut in half', async (file) => truncate(file, await half(file)), 'damaged'],
  ['without its last page', async (file) => truncate(file, (await stat(file)).size - 5000), 'damaged'],
  ['one bit wrong', async (file) => flipBit(file, await half(file)), 'damaged'],
  ['gone', (file) => rm(file), 'does not exist'],
  ['a folder', (file) => rm(file).then(() => mkdir(file)), 'is not a file'],
  ['a database itself', (file) => cp(template, file), 'no backup'],
  ['of nothing', (file) => rewritten(file, 'delete from migrations'), 'a backup of nothing'],
  ['without orders', (file) => rewritten(file, 'drop table order_audits'), 'order_audits is missing'],
  [
    'of a newer version',
    (file) => rewritten(file, `insert into migrations (name, hash) values ('9999_later', 'x')`),
    'a newer version (migration 9999_later)',
  ],
  ['of another program', (file) => rewritten(file, `update migrations set hash = 'x'`), 'another program'],
  [
    'one that names files outside',
    (file) => rewritten(file, `insert into backup_files values ('files/../../outside', x'00')`),
    'none of ours',
  ],
];

test.each(unusable)('a backup that is %s is found before anything is replaced', async (_, spoil, why) => {
  const dataDir = await folder();
  await shop('old', dataDir);
  const file = await backupOf('new');
  await spoil(file);
  const before = await contentOf(dataDir);
  const refused = await restore(configOf(dataDir), file, { migrations, now }).catch((error: Error) => error);
  expect(refused).toMatchObject({ name: 'Refusal', message: expect.stringContaining(why) });
  expect((refused as Error).message).not.toContain('\n');
  expect(await contentOf(dataDir)).toEqual(before);
});

test('a backup of the first versions, which have no sum, is restored', async () => {
  const file = await backupOf('new');
  await rewritten(file);
  const dataDir = await folder();
  await restore(configOf(dataDir), file, { migrations, now });
  expect(await stateOf(dataDir)).toEqual(whole('new'));
});

test('a backup that nobody may write is restored all the same', async () => {
  const file = await backupOf('new');
  await chmod(file, 0o400);
  const dataDir = await folder();
  await restore(configOf(dataDir), file, { migrations, now });
  expect(await stateOf(dataDir)).toEqual(whole('new'));
});

test.each(['inside', 'elsewhere'])(
  'a restore that is killed after any of its steps leaves the old or the new, and healing ends it (database %s)',
  async (where) => {
    const [file, newest] = [await backupOf('new'), await backupOf('newest')];
    const seen: string[] = [];
    for (let steps = 0; ; steps++) {
      const dataDir = await folder();
      const path = where === 'inside' ? join(dataDir, 'startblock.db') : join(await folder(), 'race.db');
      await shop('old', dataDir, path);
      const killed = spawnSync(bun, ['tests/support/restore-killed.ts', dataDir, file, String(steps)], {
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: fileAddress(path) },
      });
      if (killed.status === 0) break;
      expect(killed.signal, killed.stderr).toBe('SIGKILL');
      seen.push(killed.stdout);
      const again = await folder();
      await cp(dataDir, again, { recursive: true });
      (await enter(configOf(dataDir, path))).release();
      const isPlanned = seen.includes('planned');
      expect(await stateOf(dataDir, path), `after ${killed.stdout}`).toEqual(whole(isPlanned ? 'new' : 'old'));
      expect(await readdir(dataDir)).not.toContain('restoring');
      if (isPlanned) expect(await keptIn(dataDir)).toHaveLength(1);
      if (where === 'elsewhere') continue;
      // Not by a server that starts, but by the next restore.
      await restore(configOf(again), newest, { migrations, now });
      expect(await stateOf(again)).toEqual(whole('newest'));
      const kept = await keptIn(again);
      expect(kept).toHaveLength(isPlanned ? 2 : 1);
      expect(await stateOf(join(again, kept[0] ?? ''))).toEqual(whole('old'));
    }
    expect(seen).toEqual(expect.arrayContaining(['copied', 'checked', 'unpacked', 'planned', 'plan is done']));
    expect(seen.filter((step) => / is (kept|new)$/.test(step)).length).toBeGreaterThanOrEqual(7);
  },
  120_000,
);

/** A process that holds the shared lock until it is killed. */
async function holder(dataDir: string) {
  const script = `import { share } from './src/data/running-lock.ts';
    globalThis.held = await share({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: ${JSON.stringify(configOf(dataDir).databaseUrl)} });
    setInterval(() => globalThis.held, 1000); console.log(globalThis.held ? 'holds' : 'busy');`;
  const child = spawn(bun, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return {
    said: String(said).trim(),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('several processes share the lock, a restore waits for the last of them, and a killed one leaves nothing behind', async () => {
  const dataDir = await folder();
  await shop('old', dataDir);
  const [one, other] = [await holder(dataDir), await holder(dataDir)];
  expect([one.said, other.said]).toEqual(['holds', 'holds']);
  const file = await backupOf('new');
  const tryIt = () => restore(configOf(dataDir), file, { migrations, now });
  await expect(tryIt()).rejects.toThrow('stop it first, nothing was replaced');
  await one.kill();
  await expect(tryIt()).rejects.toThrow('stop it first');
  await other.kill();
  await tryIt();
  expect(await stateOf(dataDir)).toEqual(whole('new'));
});

test('while somebody holds the lock alone nobody enters, and then whoever waited does', async () => {
  const config = configOf(await folder());
  const alone = await takeExclusive(config);
  expect([await share(config), (await holder(config.dataDir)).said]).toEqual([null, 'busy']);
  let hasEntered = false;
  const waiting = enter(config).then((held) => {
    hasEntered = true;
    return held;
  });
  await Promise.resolve();
  expect(hasEntered).toBe(false);
  alone?.release();
  (await waiting).release();
});

test('a lock that was written into is still one', async () => {
  const config = configOf(await folder());
  await appendFile(join(config.dataDir, 'running.lock'), 'x'.repeat(5000));
  const shared = await share(config);
  expect(await takeExclusive(config)).toBeNull();
  shared?.release();
  (await takeExclusive(config))?.release();
});

import { spawnSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Database } from '#src/data/database.ts';
import { takeExclusive } from '#src/data/running-lock.ts';
import { loginByCode } from './support/crowd.ts';
import { product, startServer } from './support/server.ts';
import { showPictures } from './support/show-picture.ts';
import { readMigrations } from './support/sources.ts';

let migrated: string;

beforeAll(async () => {
  migrated = join(await mkdtemp(join(tmpdir(), 'startblock-migrated-')), 'startblock.db');
  // One file without companions.
  const database = await Database.open(`file:${migrated}.made`, { synchronous: 'OFF' });
  await database.migrate(await readMigrations());
  await database.copyTo(migrated);
  await database.close();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'startblock-operating-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function migratedFolder(): Promise<string> {
  const dataDir = await folder();
  await cp(migrated, join(dataDir, 'startblock.db'));
  return dataDir;
}

/** Runs a command with a person's umask. */
function command(args: string[], env: Record<string, string>, umask = '022') {
  const typed = ['-c', `umask ${umask}; exec "$@"`, 'sh', ...product(), ...args];
  const { PATH = '', TMPDIR = tmpdir() } = process.env;
  return spawnSync('sh', typed, { env: { PATH, TMPDIR, ...env }, encoding: 'utf8', timeout: 30_000 });
}

function expectRefusal({ status, stdout, stderr }: ReturnType<typeof command>, ...words: string[]): void {
  expect({ status, stdout, lines: stderr.trim().split('\n').length }, stderr).toEqual({
    status: 1,
    stdout: '',
    lines: 1,
  });
  for (const word of words) expect(stderr).toContain(word);
  expect(stderr).not.toMatch(/ at .*\d+:\d+|\{"error"/);
}

/** The failed checks of doctor. Without a mail server that is one of them. */
const failing = ({ stdout }: ReturnType<typeof command>): (string | undefined)[] =>
  [...stdout.matchAll(/^FAIL {2}([^:]+):/gm)].map(([, name]) => name);

const needDatabase = [
  ['backup', 'copy.backup'],
  ['admin', 'create', 'a@club.example'],
];

test.each(needDatabase)('%s %s wants a database that is there, and makes none', async (...args) => {
  const dataDir = await folder();
  const DATA_DIR = join(dataDir, 'data');
  const typed = args.map((word) => (word === 'copy.backup' ? join(dataDir, word) : word));
  expectRefusal(command(typed, { DATA_DIR }), 'there is no database at', '"migrate" or "serve"');
  expect(await readdir(dataDir)).toEqual([]);
  await mkdir(DATA_DIR);
  await writeFile(join(DATA_DIR, 'startblock.db'), '');
  expectRefusal(command(typed, { DATA_DIR }), 'there is no database at');
  expect(await readdir(DATA_DIR)).toEqual(['startblock.db']);
  expect(await readdir(dataDir)).toEqual(['data']);
});

test.each(needDatabase)('%s %s refuses a database without our tables', async (...args) => {
  const dataDir = await folder();
  const client = createClient({ url: `file:${join(dataDir, 'startblock.db')}` });
  await client.execute('CREATE TABLE another (one INTEGER)');
  client.close();
  const typed = args.map((word) => (word === 'copy.backup' ? join(dataDir, word) : word));
  const before = await readFile(join(dataDir, 'startblock.db'));
  expectRefusal(command(typed, { DATA_DIR: dataDir }), 'not migrated');
  expect(await readdir(dataDir)).toEqual(['startblock.db']);
  expect((await readFile(join(dataDir, 'startblock.db'))).equals(before)).toBe(true);
});

test.each(['nobody', 'a@club', 'a b@club.example'])('no super admin is made of "%s"', async (email) => {
  const dataDir = await migratedFolder();
  expectRefusal(command(['admin', 'create', email], { DATA_DIR: dataDir }), `"${email}" is not an e-mail address`);
});

test('a database of an earlier version is copied, which is the copy before an update, and gets no admin before it', async () => {
  const dataDir = await migratedFolder();
  const client = createClient({ url: `file:${join(dataDir, 'startblock.db')}` });
  await client.execute('DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)');
  client.close();
  const copied = command(['backup', join(dataDir, 'copy.backup')], { DATA_DIR: dataDir });
  expect(copied).toMatchObject({ status: 0, stderr: '' });
  for (const name of await readdir(dataDir))
    if (!/^(startblock\.db|copy\.backup)$/.test(name)) await rm(join(dataDir, name));
  expectRefusal(command(['admin', 'create', 'a@club.example'], { DATA_DIR: dataDir }), 'not migrated', '"migrate"');
  expect((await readdir(dataDir)).sort()).toEqual(['copy.backup', 'startblock.db']);
});

test('a folder in the place of the database is told in one line, and nothing is made beside it', async () => {
  const DATA_DIR = await folder();
  await mkdir(join(DATA_DIR, 'startblock.db'));
  for (const args of [
    ['serve'],
    ['migrate'],
    ['backup', join(DATA_DIR, 'a.backup')],
    ['admin', 'create', 'a@b.example'],
  ])
    expectRefusal(command(args, { DATA_DIR, PORT: '0' }), 'startblock.db is a folder', 'move it away');
  expect(await readdir(DATA_DIR)).toEqual(['startblock.db']);
  const { status, stdout } = command(['doctor'], { DATA_DIR });
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^FAIL {2}database: .* is no file: move it away/m)]);
});

test('version and help read no settings, so that they answer while one is malformed', () => {
  const broken = { PUBLIC_URL: 'nonsense', DATA_DIR: '/dev/null/x' };
  expect(command(['version'], broken)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^startblock \d/),
  });
  expect(command(['help'], broken)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('serve [--demo]'),
  });
});

test.each([
  ['gone', 'serve', (path: string) => rm(path)],
  ['empty', 'migrate', (path: string) => writeFile(path, '')],
])('a database that is %s beside its log is not begun anew by %s', async (_, name, lose) => {
  const dataDir = await migratedFolder();
  const path = join(dataDir, 'startblock.db');
  const log = crypto.getRandomValues(new Uint8Array(50_000));
  await writeFile(`${path}-wal`, log);
  await lose(path);
  expectRefusal(command([name], { DATA_DIR: dataDir, PORT: '0' }), 'is gone or empty', '"doctor"');
  expect(new Uint8Array(await readFile(`${path}-wal`))).toEqual(log);
});

/** Files and folders that others can use. */
async function wide(path: string): Promise<string[]> {
  const entry = await lstat(path);
  const own = (entry.mode & 0o077) === 0 ? [] : [`${(entry.mode & 0o777).toString(8)} ${path}`];
  if (!entry.isDirectory()) return own;
  const within = await Promise.all((await readdir(path)).map((name) => wide(join(path, name))));
  return [...own, ...within.flat()];
}

test('with umask 000 all that a server writes belongs to its owner alone', async () => {
  const dataDir = join(await folder(), 'data');
  const server = await startServer({
    program: 'sh',
    args: ['-c', 'umask 000; exec "$@"', 'sh', ...product(), 'serve', '--demo'],
    dataDir,
  });
  try {
    await showPictures(server, await loginByCode(server, 'organizer@startblock.example'), 1);
    const names = await readdir(dataDir);
    expect(names).toEqual(expect.arrayContaining(['startblock.db', 'startblock.db-wal', 'secret', 'files']));
    expect(await wide(dataDir)).toEqual([]);
  } finally {
    await server.stop();
  }
}, 60_000);

test.each(['000', '022'])('with umask %s copies and what they become belong to their owner alone', async (umask) => {
  const outside = await folder();
  const DATA_DIR = join(outside, 'data');
  const copy = join(outside, 'copies/a.backup');
  for (const args of [['migrate'], ['backup', copy], ['restore', copy]]) {
    expect(command(args, { DATA_DIR }, umask)).toMatchObject({ status: 0, stderr: '' });
  }
  expect((await readdir(DATA_DIR)).some((name) => name.startsWith('replaced-'))).toBe(true);
  expect([...(await wide(DATA_DIR)), ...(await wide(join(outside, 'copies')))]).toEqual([]);
});

test('what is wider is narrowed at the start; what is not ours stays as it is', async () => {
  const dataDir = await migratedFolder();
  await mkdir(join(dataDir, 'files/pictures/ab'), { recursive: true });
  for (const name of ['secret', 'files/pictures/ab/a.png', 'startblock.db.before-restore', 'notes.txt']) {
    await writeFile(join(dataDir, name), 'a text of sixteen letters', { mode: 0o666 });
    await chmod(join(dataDir, name), 0o666);
  }
  for (const name of ['', 'files', 'files/pictures', 'files/pictures/ab']) await chmod(join(dataDir, name), 0o777);
  expect(command(['doctor'], { DATA_DIR: dataDir }).stdout).toMatch(/^FAIL {2}owner: others may use .* and \d+ more/m);
  expect(command(['migrate'], { DATA_DIR: dataDir }).status).toBe(0);
  expect(await wide(dataDir)).toEqual([`666 ${join(dataDir, 'notes.txt')}`]);
  expect(failing(command(['doctor'], { DATA_DIR: dataDir }))).toEqual(['mail']);
});

test('restore leaves a running server alone, says so, and works when it was killed', async () => {
  const outside = await folder();
  const server = await startServer({ demo: false, dataDir: join(outside, 'data') });
  try {
    const env = { DATA_DIR: server.dataDir };
    const copy = join(outside, 'a.backup');
    expect(command(['backup', copy], env)).toMatchObject({ status: 0, stderr: '' });
    expect(command(['doctor'], env).stdout).toContain('a server runs with this folder');
    const before = await stat(join(server.dataDir, 'startblock.db'));
    expectRefusal(command(['restore', copy], env), 'stop it first', 'nothing was replaced');
    expect((await stat(join(server.dataDir, 'startblock.db'))).ino).toBe(before.ino);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.kill('SIGKILL');
    // The log alone would restore a young database.
    for (const name of ['startblock.db', 'startblock.db-wal']) {
      await writeFile(join(server.dataDir, name), crypto.getRandomValues(new Uint8Array(50_000)));
    }
    const hurt = command(['doctor'], env);
    expect(hurt).toMatchObject({ status: 1, stderr: '' });
    expect(hurt.stdout).toMatch(/^FAIL {2}database: .* is damaged .*: stop the server and run "restore FILE"/m);
    for (const args of [['serve'], ['backup', join(outside, 'b.backup')]]) {
      expectRefusal(command(args, { ...env, PORT: '0' }), 'the database is damaged', 'doctor');
    }
    const restored = command(['restore', copy], env);
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    const kept = /kept in (.*)\.$/m.exec(restored.stdout)?.[1] ?? '';
    expect(kept).toMatch(/replaced-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
    expect(await readdir(kept)).toEqual(expect.arrayContaining(['startblock.db', 'secret']));
    expect(failing(command(['doctor'], env))).toEqual(['mail']);
  } finally {
    await server.stop();
  }
}, 60_000);

test('while a restore runs no command begins', async () => {
  const dataDir = await migratedFolder();
  const alone = await takeExclusive({ dataDir, databaseUrl: `file:${join(dataDir, 'startblock.db')}` });
  expectRefusal(
    command(['serve'], { DATA_DIR: dataDir, PORT: '0' }),
    'a restore is running; start again when it is done',
  );
  expect(command(['doctor'], { DATA_DIR: dataDir }).stdout).toMatch(/^FAIL {2}running: a restore is running: wait/m);
  alone?.release();
}, 30_000);

test.each([
  [['serve'], { PUBLIC_URL: 'https://user:hunter2@shop.example' }, 'PUBLIC_URL'],
  [['doctor'], { DATABASE_URL: 'file:data/%zz.db' }, 'DATABASE_URL'],
  [['restore', 'a.backup'], { PAYMENT_METHODS: 'visa\nhunger' }, 'PAYMENT_METHODS'],
  [['serve'], { DATA_DIR: '/dev/null/x' }, 'DATA_DIR'],
  [['serve'], { HOST: '192.0.2.1', PORT: '0' }, 'HOST 192.0.2.1'],
  [['serve'], { SENTRY_DSN: 'https://key:hunter2@reports.example/1' }, 'SENTRY_DSN must look like https://key@host'],
])('%j with a malformed setting ends with a line that names it (%j)', async (args, env, name) => {
  const refused = command(args, { DATA_DIR: join(await folder(), 'data'), ...env } as Record<string, string>);
  expectRefusal(refused, name);
  expect(refused.stderr).not.toContain('hunter2');
});

test('a data folder with percent signs in its name holds its own database', async () => {
  const DATA_DIR = join(await folder(), '100%25 of %zz');
  expect(command(['migrate'], { DATA_DIR })).toMatchObject({ status: 0, stderr: '' });
  expect((await readFile(join(DATA_DIR, 'startblock.db'))).subarray(0, 15).toString()).toBe('SQLite format 3');
});

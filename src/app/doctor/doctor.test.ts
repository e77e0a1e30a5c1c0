import { chmod, cp, mkdir, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { databaseInvariants } from '#src/app/invariants.ts';
import { readConfig } from '#src/config/config.ts';
import { Database, type Migration } from '#src/data/database.ts';
import { share, takeExclusive } from '#src/data/running-lock.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';
import { readMigrations } from '#tests/support/sources.ts';
import { moduleChecks } from '../modules.ts';
import { doctor, spaceNote } from './doctor.ts';

let migrations: Migration[];
let template: string;
const now = instant(Date.UTC(2026, 10, 23, 9, 30));

beforeAll(async () => {
  migrations = await readMigrations();
  template = join(await mkdtemp(join(tmpdir(), 'startblock-doctor-')), 'template.db');
  // One file, without what a connection leaves beside its own.
  const database = await Database.open(`file:${template}.made`, { synchronous: 'OFF' });
  await database.migrate(migrations);
  await database.copyTo(template);
  await database.close();
});

async function shop(...statements: string[]) {
  return shopWith({}, ...statements);
}

async function shopWith(env: Record<string, string>, ...statements: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-doctor-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const path = join(dataDir, 'startblock.db');
  await cp(template, path);
  await chmod(path, 0o600);
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.stop());
  const config = readConfig({ DATA_DIR: dataDir, SMTP_URL: smtp.url, ...env });
  if (statements.length > 0) {
    const database = await Database.open(config.databaseUrl);
    for (const statement of statements) await database.transact((tx) => tx.run(sql.raw(statement)));
    await database.close();
  }
  await chmod(dataDir, 0o700);
  const refuse = () => Promise.reject(new Error('asks nobody'));
  const examine = (at: Instant = now) =>
    doctor({
      config,
      clock: () => at,
      moduleChecks: moduleChecks({ config, fetch: refuse }),
      migrations,
      sound: databaseInvariants,
    });
  return { dataDir, path, config, smtp, examine };
}

async function findings({ examine }: Awaited<ReturnType<typeof shop>>, at?: Instant): Promise<string[]> {
  const results = await examine(at);
  for (const { note } of results) expect(note).not.toContain('\n');
  return results.filter(({ ok }) => !ok).map(({ name, note }) => `${name}: ${note}`);
}

test('a shop that is well has no finding', async () => {
  expect(await findings(await shop())).toEqual([]);
});

const hurt: [string, (path: string, dataDir: string) => Promise<unknown>, RegExp][] = [
  ['random', (path) => writeFile(path, crypto.getRandomValues(new Uint8Array(50_000))), /is damaged .* "restore FILE"/],
  ['truncated', (path) => truncate(path, 20_000), /is damaged .* "restore FILE"/],
  ['empty', (path) => truncate(path, 0), /there is none at .* "migrate" or "serve" .* "restore FILE"/],
  ['gone', (path) => rm(path), /there is none at/],
  ['gone beside its log', (path) => rename(path, `${path}-wal`), /is gone or empty, its log is there.* "restore FILE"/],
  ['gone with its folder', (_, dataDir) => rm(dataDir, { recursive: true }), /there is none at/],
];

test.each(hurt)('a database that is %s is found, and what to do', async (_, spoil, said) => {
  const patient = await shop();
  await spoil(patient.path, patient.dataDir);
  const found = await findings(patient);
  expect(found.filter((finding) => finding.startsWith('database: '))).toEqual([expect.stringMatching(said)]);
});

test('pages that hold each other wrongly are found', async () => {
  const patient = await shop(
    'pragma writable_schema = on',
    `update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'orders') where name = 'users'`,
  );
  expect(await findings(patient)).toEqual([expect.stringMatching(/^database: .* is damaged/)]);
});

test('a row that names one that is not there is found', async () => {
  const patient = await shop();
  const database = await Database.open(patient.config.databaseUrl);
  await database.read.run(sql`pragma query_only = off`);
  await database.read.run(sql`pragma foreign_keys = off`);
  await database.read.run(sql`insert into fact_receipts (fact_id, handler, received_at) values (4711, 'x', 1)`);
  await database.close();
  expect(await findings(patient)).toEqual([expect.stringContaining('a row of fact_receipts names one of facts')]);
});

test('a database of an earlier or a later version is found', async () => {
  const earlier = await shop('delete from migrations where name = (select max(name) from migrations)');
  expect(await findings(earlier)).toEqual(['database: migrations are missing: run "migrate"']);
  const later = await shop(`insert into migrations (name, hash) values ('9999_later', 'x')`);
  expect(await findings(later)).toEqual([expect.stringContaining('newer version (9999_later)')]);
});

test('a clock before the newest entry is found, and one a year behind it; minutes are not', async () => {
  const patient = await shop(
    `insert into facts (name, payload, created_at, next_attempt_at) values ('a', '{}', ${now}, ${now})`,
  );
  const at = (days: number, minutes = 0) => instant(now + days * 86_400_000 + minutes * 60_000);
  expect(await findings(patient, at(0, -6))).toEqual([
    expect.stringMatching(/^clock: .*2026-11-23 09:30: set the clock/),
  ]);
  expect(await findings(patient, at(0, -4))).toEqual([]);
  expect(await findings(patient, at(366))).toEqual([]);
  expect(await findings(patient, at(367))).toEqual([expect.stringMatching(/^clock: .* set the clock, unless/)]);
});

test('numbers that contradict each other are found', async () => {
  const patient = await shop(
    `insert into events (id, title, start_timestamp, end_timestamp, version, created_at) values (7, 'Run', 1, 2, 1, 1)`,
    `insert into competitions (id, event_id, title, timestamp, total_ticket_count, sold) values (3, 7, '5 km', 1, 9, 1)`,
  );
  expect(await findings(patient)).toEqual([
    'numbers: it is not true that a competition has sold exactly the tickets of its live participants ([3,1,0]): ' +
      'make a backup and report it with this line',
  ]);
});

test('what others may read is found', async () => {
  const patient = await shop();
  await mkdir(join(patient.dataDir, 'files/ab'), { recursive: true, mode: 0o700 });
  await writeFile(join(patient.dataDir, 'files/ab/a.png'), '');
  await chmod(join(patient.dataDir, 'files/ab/a.png'), 0o604);
  expect(await findings(patient)).toEqual([expect.stringMatching(/^owner: others may use .*a\.png: .*chmod/)]);
});

test.each([
  [{}, 'ok', 'not for visitors yet: IMPRINT is not set', 'MAIL_FROM is not set', 'PUBLIC_URL is http://localhost:3000'],
  [{ PUBLIC_URL: 'https://run.example' }, 'FAIL', 'IMPRINT is not set: the legal notice', 'from no-reply@localhost'],
  [{ PUBLIC_URL: 'https://run.example', IMPRINT: 'Club' }, 'FAIL', 'MAIL_FROM is not set'],
  [{ PUBLIC_URL: 'https://run.example', MAIL_FROM: 'hi@run.example' }, 'FAIL', 'IMPRINT is not set'],
  [{ PUBLIC_URL: 'https://run.example', IMPRINT: 'Club', MAIL_FROM: 'hi@run.example' }, 'ok', 'has a legal notice'],
])('a site with %j is %s', async (env, state, ...said) => {
  const { examine } = await shopWith(env as Record<string, string>);
  const site = (await examine()).find(({ name }) => name === 'site');
  expect(site?.ok ? 'ok' : 'FAIL').toBe(state);
  for (const part of said) expect(site?.note).toContain(part);
});

test('a mail server that is missing, away or refuses the sender is found, and what to set', async () => {
  const patient = await shop();
  const { smtp, config } = patient;
  const refuse = () => Promise.reject(new Error('asks nobody'));
  const without = {
    config: { ...config, smtpUrl: null },
    clock: () => now,
    moduleChecks: moduleChecks({ config, fetch: refuse }),
    migrations,
    sound: databaseInvariants,
  };
  expect(await findings({ ...patient, examine: () => doctor(without) })).toEqual([
    expect.stringMatching(/^mail: .*nobody can log in.* set it to smtp:/),
  ]);
  smtp.refuseWith = { at: 'mailFrom', code: 553, text: '5.7.1 not your address' };
  expect(await findings(patient)).toEqual([
    expect.stringMatching(
      /^mail: 127.0.0.1:\d+: it refuses the sender: set MAIL_FROM .* \(553 5.7.1 not your address\)$/,
    ),
  ]);
  await smtp.stop();
  expect(await findings(patient)).toEqual([expect.stringMatching(/^mail: .*: nobody listens there: look at SMTP_URL/)]);
  expect(smtp.mails).toEqual([]);
});

test('who holds the lock is told', async () => {
  const patient = await shop();
  const running = async () => (await patient.examine()).find(({ name }) => name === 'running');
  expect(await running()).toMatchObject({ ok: true, note: 'no server runs with this folder' });
  const shared = await share(patient.config);
  expect(await running()).toMatchObject({ ok: true, note: 'a server runs with this folder' });
  shared?.release();
  const alone = await takeExclusive(patient.config);
  expect(await running()).toMatchObject({ ok: false, note: expect.stringContaining('a restore is running: wait') });
  alone?.release();
  await mkdir(join(patient.dataDir, 'restoring'));
  expect(await running()).toMatchObject({ ok: false, note: expect.stringContaining('"restore" again, or "serve"') });
});

test.each([
  [300_000_000, 1000, '300 MB are free'],
  [3_000_000_000, 2_000_000_000, '3,000 MB are free'],
])('%i free bytes beside a database of %i are enough', (free, size, note) => {
  expect(spaceNote(free, size)).toBe(note);
});

test.each([
  [199_000_000, 1000],
  [1_000_000_000, 2_000_000_000],
  [0, 0],
])('%i free bytes beside a database of %i are too few', (free, size) => {
  expect(() => spaceNote(free, size)).toThrow('make room');
});

test('a receiver of reports that is away is named by its own setting', async () => {
  const found = await findings(await shopWith({ SENTRY_DSN: 'http://key@127.0.0.1:9/1' }));
  expect(found).toEqual(['error reporting: 127.0.0.1:9 refuses the connection: look at SENTRY_DSN and that server']);
});

test('where a server keeps the database nobody is said to run alone', async () => {
  const { config, examine } = await shop();
  config.databaseUrl = 'http://127.0.0.1:9';
  const running = (await examine()).find(({ name }) => name === 'running');
  expect(running?.note).toBe('the database is on a server, which others may use as well');
});

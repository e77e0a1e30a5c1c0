import { spawnSync } from 'node:child_process';
import { chown, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ticketCodeOf } from '#modules/checkin/index.ts';
import { makeSigner } from '#src/access/signer.ts';
import { Database } from '#src/data/database.ts';
import { numbersSkipped } from '#src/data/restore.ts';
import { bookOne, call, loginByCode, newCompetition } from './support/crowd.ts';
import { freePort, product, startServer } from './support/server.ts';
import { readMigrations } from './support/sources.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'startblock-installation-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function soldShop(): Promise<string> {
  const dataDir = await folder();
  if (process.env.DEMO_DATA) {
    await cp(process.env.DEMO_DATA, dataDir, { recursive: true });
  } else {
    const server = await startServer({ dataDir });
    await server.kill('SIGTERM');
  }
  return dataDir;
}

function command(args: string[], env: Record<string, string>) {
  const { PATH = '', TMPDIR = tmpdir() } = process.env;
  const [program, ...before] = product();
  const options = { env: { PATH, TMPDIR, PORT: '0', ...env }, encoding: 'utf8', timeout: 30_000 } as const;
  return spawnSync(program, [...before, ...args], options);
}

async function rowsOf(dataDir: string, sql: string) {
  const client = createClient({ url: `file:${join(dataDir, 'startblock.db')}`, timeout: 5000 });
  return await client.execute(sql).finally(() => client.close());
}

const soldTicket = `select p.id, p.event_id from participants p join orders o on o.id = p.order_id
  where o.status = 'complete' and p.ticket_version = 0 order by p.id desc limit 1`;
const wrong = 'another secret of forty characters or so';

test('a shop whose secret is gone or another one does not start, and says what to do', {
  timeout: 90_000,
}, async () => {
  const DATA_DIR = await soldShop();
  const secret = (await readFile(join(DATA_DIR, 'secret'), 'utf8')).trim();
  for (const args of [['serve'], ['serve', '--demo']]) {
    const refused = command(args, { DATA_DIR, SECRET: wrong });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('SECRET is not the one of this shop');
  }
  expect(command(['doctor'], { DATA_DIR, SECRET: wrong }).stdout).toMatch(/^FAIL {2}secret: SECRET is not the one/m);
  expect(command(['doctor'], { DATA_DIR }).stdout).toMatch(/^ok {4}secret: is the one of this shop/m);
  // A backup is possible, and restoring it reports the mismatch.
  const copy = join(await folder(), 'copy.backup');
  expect(command(['backup', copy], { DATA_DIR, SECRET: wrong })).toMatchObject({ status: 0, stderr: '' });
  const restored = command(['restore', copy], { DATA_DIR: join(await folder(), 'data'), SECRET: wrong });
  expect(restored.stdout).toContain('SECRET is not the one of the restored shop');
  await rm(join(DATA_DIR, 'secret'));
  const gone = command(['serve'], { DATA_DIR });
  expect(gone.status).toBe(1);
  expect(gone.stderr).toMatch(/the secret is gone: SECRET is not set and there is no .*secret, but .* \d+ orders/);
  expect(command(['doctor'], { DATA_DIR }).stdout).toMatch(/^FAIL {2}secret: the secret is gone/m);
  // None of these created a secret.
  expect(await readdir(DATA_DIR)).not.toContain('secret');
  const mended = await startServer({ dataDir: DATA_DIR, env: { SECRET: secret } });
  await mended.kill('SIGTERM');
  expect(command(['secret', 'accept'], { DATA_DIR, SECRET: wrong })).toMatchObject({ status: 0, stderr: '' });
  const accepted = await startServer({ dataDir: DATA_DIR, env: { SECRET: wrong } });
  await accepted.stop();
});

test('a secret that is changed on purpose leaves sold tickets and mailed links good', { timeout: 90_000 }, async () => {
  const dataDir = await soldShop();
  const old = (await readFile(join(dataDir, 'secret'), 'utf8')).trim();
  const [sold] = (await rowsOf(dataDir, soldTicket)).rows;
  const [id, eventId] = [Number(sold?.id), Number(sold?.event_id)];
  const oldCode = ticketCodeOf(makeSigner(old), eventId, id);
  const newCode = ticketCodeOf(makeSigner(wrong), eventId, id);
  // An update from a version without a fingerprint, and a start after it.
  await rowsOf(dataDir, "delete from installation where name like 'secret-fingerprint%'");
  const first = await startServer({ dataDir, env: { SECRET: wrong, SECRET_PREVIOUS: old } });
  await first.kill('SIGTERM');
  const server = await startServer({ dataDir, env: { SECRET: wrong, SECRET_PREVIOUS: old } });
  onTestFinished(() => server.stop());
  const admin = await loginByCode(server, 'admin@startblock.example');
  const scan = (code: string, device: string) =>
    call(
      server,
      'POST',
      `/api/admin/events/${eventId}/scan`,
      { device, participantId: id, eventSecret: code.split('.').at(-1), scannedAt: new Date().toISOString() },
      admin,
    );
  const path = `/tickets/${id}`;
  const until = Date.now() + 3_600_000;
  const linkBy = (secret: string) => makeSigner(secret).signPath(path, until as never);
  expect((await scan('T1.0.0.0000000000000000', 'a')).json.result).toBe('NOT_FOUND');
  expect((await scan(oldCode, 'a')).json.result).toBe('SCAN_SUCCESS');
  expect((await scan(newCode, 'a')).json.result).not.toBe('NOT_FOUND');
  const list = await call(server, 'GET', `/api/admin/events/${eventId}/scan-list`, undefined, admin);
  const listed = (list.json.tickets as { participantId: number; earlierCodeHashes: string[] }[]).find(
    (ticket) => ticket.participantId === id,
  );
  expect(listed?.earlierCodeHashes).toHaveLength(1);
  for (const [secret, status] of [
    [old, 200],
    [wrong, 200],
    ['a third secret that nobody knows', 404],
  ] as const)
    expect((await fetch(server.url + linkBy(secret))).status, secret).toBe(status);
  await server.kill('SIGTERM');
  for (const SECRET_PREVIOUS of ['a third secret that nobody knows', wrong.toUpperCase()])
    expect(command(['serve'], { DATA_DIR: dataDir, SECRET: wrong, SECRET_PREVIOUS }).stderr).toContain(
      'SECRET_PREVIOUS is not one that this shop has signed with',
    );
  // The new secret is adopted: the old one alone is refused.
  expect(command(['serve'], { DATA_DIR: dataDir }).stderr).toContain('is not the one of this shop');
});

test('a database of a newer version is refused, and a server that meets one is not ready', {
  timeout: 60_000,
}, async () => {
  const dataDir = await folder();
  const server = await startServer({ dataDir, demo: false });
  onTestFinished(() => server.stop());
  await rowsOf(dataDir, "insert into migrations (name, hash) values ('9999_from_the_future', '')");
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, (await fetch(`${server.url}/healthz`)).status]).toEqual([503, 200]);
  const others = [
    ['admin', 'create', 'a@club.example'],
    ['secret', 'accept'],
    ['backup', join(dataDir, 'a.backup')],
  ];
  for (const args of [['serve'], ['migrate'], ...others]) {
    const refused = command(args, { DATA_DIR: dataDir });
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('is of a newer version (9999_from_the_future): run that version');
  }
});

test('a site without legal notice and sender is warned of once at the start, a demo is not', async () => {
  const warned = async (demo: boolean, env: Record<string, string> = {}) => {
    const server = await startServer({ demo, dataDir: await folder(), env });
    await server.kill('SIGTERM');
    return server.output().match(/The site is not complete.*?"}/g) ?? [];
  };
  expect(await warned(false)).toEqual([expect.stringMatching(/IMPRINT is not set.*MAIL_FROM is not set/)]);
  expect(await warned(true)).toEqual([]);
  const whole = { PUBLIC_URL: 'https://run.example', IMPRINT: 'Club', MAIL_FROM: 'hi@run.example' };
  expect(await warned(false, whole)).toEqual([]);
}, 60_000);

test('data that were not begun as a demo are not shown as one', { timeout: 60_000 }, async () => {
  const dataDir = await soldShop();
  await rowsOf(dataDir, "delete from installation where name = 'demo-data-added-at'");
  const refused = command(['serve', '--demo'], { DATA_DIR: dataDir });
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('was not begun as a demo');
  const DATA_DIR = await folder();
  expect(command(['migrate'], { DATA_DIR }).status).toBe(0);
  expect(command(['admin', 'create', 'root@club.example'], { DATA_DIR }).status).toBe(0);
  expect(command(['serve', '--demo'], { DATA_DIR }).stderr).toContain('was not begun as a demo');
});

test('while an update brings the database along, the process lives and is not ready', { timeout: 60_000 }, async () => {
  const dataDir = await folder();
  const migrations = await readMigrations();
  const database = await Database.open(`file:${join(dataDir, 'startblock.db')}`, { synchronous: 'OFF' });
  await database.migrate(migrations.slice(0, -5));
  await database.close();
  const PORT = String(await freePort());
  const url = `http://localhost:${PORT}`;
  const seen = new Set<string>();
  const starting = startServer({ dataDir, demo: false, env: { PORT } });
  let isReady = false;
  while (!isReady) {
    const [health, ready] = await Promise.all(
      ['/healthz', '/readyz'].map((path) => fetch(url + path).catch(() => null)),
    );
    if (health && ready) seen.add(`${health.status} ${ready.status} ${await ready.text()}`);
    isReady = ready?.status === 200;
  }
  const { output, stop } = await starting;
  onTestFinished(() => stop());
  // A fast machine may be done before the first request.
  expect(['200 503 migrating', '200 200 ready']).toEqual(expect.arrayContaining([...seen]));
  const steps = output().match(/"message":"migrating","step":"\d+ of 5: \w+"/g);
  expect(steps).toHaveLength(5);
});

test('what root makes in the folder of a service belongs to the service', { timeout: 60_000 }, async () => {
  const dataDir = await folder();
  // Only root changes owners, and not every root may write in another user's folder: a child really tries.
  const use =
    'umask 077; echo 1 >a && chown 65534:65534 a && echo 2 >>a && chmod 600 a && mkdir b && chown 65534 b && mv a b/c';
  const asService = spawnSync('sh', ['-ec', `chown 65534:65534 . && ${use} && rm -r b`], { cwd: dataDir });
  if (process.getuid?.() === 0 && asService.status !== 0) {
    await chown(dataDir, 0, 0);
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true });
  }
  const { uid } = await stat(dataDir);
  const env = { DATA_DIR: dataDir };
  const copy = join(dataDir, 'copy.backup');
  for (const args of [['migrate'], ['admin', 'create', 'root@club.example'], ['backup', copy], ['restore', copy]]) {
    const { status, stderr } = command(args, env);
    expect([status, stderr], args.join(' ')).toEqual([0, '']);
    const names = await readdir(dataDir, { recursive: true });
    const owners = await Promise.all(names.map(async (name) => [name, (await stat(join(dataDir, name))).uid]));
    expect(owners, args.join(' ')).toEqual(names.map((name) => [name, uid]));
  }
  const below = join(dataDir, 'not/there');
  expect(command(['restore', copy], { DATA_DIR: below })).toMatchObject({ status: 0, stderr: '' });
  for (const path of ['not', 'not/there', 'not/there/startblock.db'])
    expect([path, (await stat(join(dataDir, path))).uid]).toEqual([path, uid]);
  expect(command(['restore', copy], env).stdout).toContain(`Restored from ${copy} into ${dataDir}.`);
  expect(command(['doctor'], env).stdout).toMatch(/^ok {4}owner:/m);
});

test('a clock that is behind at the start ends no session and no held place', { timeout: 60_000 }, async () => {
  const dataDir = await soldShop();
  const server = await startServer({ dataDir });
  const admin = await loginByCode(server, 'admin@startblock.example');
  await server.kill('SIGTERM');
  // For a machine with a reset clock everything was written two months ahead.
  const later = 60 * 24 * 3_600_000;
  await rowsOf(dataDir, `update sessions set expires_at = expires_at + ${later}`);
  await rowsOf(dataDir, `update job_leases set next_run_at = 0, leased_until = leased_until + ${later}`);
  const behind = await startServer({ dataDir });
  onTestFinished(() => behind.stop());
  await vi.waitFor(() => expect(behind.output()).toContain('The clock was set back.'), 10_000);
  const me = () =>
    fetch(`${behind.url}/api/auth/sessions`, { headers: { cookie: admin.cookie } }).then(({ status }) => status);
  await vi.waitFor(async () => {
    const [row] = (
      await rowsOf(dataDir, "select count(*) n from job_leases where name = 'heal-times' and next_run_at > 0")
    ).rows;
    expect(row?.n).toBe(1);
  }, 10_000);
  expect(behind.output()).not.toContain('sessions');
  expect(await me()).toBe(200);
});

test('the newest copies of a folder stay, and each can be tried without touching the shop', {
  timeout: 90_000,
}, async () => {
  const DATA_DIR = await soldShop();
  const copies = join(await folder(), 'copies');
  const seen: string[] = [];
  for (let round = 0; round < 3; round++) {
    const { status, stdout } = command(['backup', '--keep', '2', copies], { DATA_DIR });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Copied to')]);
    seen.push(/startblock-[^/]*\.backup/.exec(stdout)?.[0] ?? '');
    await writeFile(join(copies, 'of-somebody-else.backup'), 'no backup');
  }
  expect((await readdir(copies)).sort()).toEqual(['of-somebody-else.backup', ...seen.slice(1)].sort());
  const before = await readdir(DATA_DIR);
  const tried = command(['backup', 'check', join(copies, seen[2] ?? '')], { DATA_DIR });
  expect([tried.status, tried.stderr]).toEqual([0, '']);
  for (const line of ['restore: can be put back', 'database: embedded', 'secret: is the one', 'numbers: places'])
    expect(tried.stdout).toContain(`ok    ${line}`);
  expect(await readdir(DATA_DIR)).toEqual(before);
  // Backups of a clock that was ahead must not displace the new one.
  for (const month of ['01', '02'])
    await writeFile(join(copies, `startblock-2099-${month}-01T00-00-00-000Z.backup`), '');
  const last = /startblock-[^/]*\.backup/.exec(command(['backup', '--keep', '2', copies], { DATA_DIR }).stdout)?.[0];
  expect((await readdir(copies)).sort()).toEqual(['of-somebody-else.backup', seen[2], last].sort());
  const bad = command(['backup', 'check', join(copies, 'of-somebody-else.backup')], { DATA_DIR });
  expect([bad.status, bad.stdout]).toEqual([1, '']);
  expect(bad.stderr).toContain('nothing was replaced');
  for (const keep of ['0', 'two', '1.5'])
    expect(command(['backup', '--keep', keep, copies], { DATA_DIR }).status).toBe(1);
});

test('what was sold after a copy was made shares no number with what is sold after its restore', {
  timeout: 60_000,
}, async () => {
  const DATA_DIR = await soldShop();
  const copy = join(await folder(), 'copy.backup');
  expect(command(['backup', copy], { DATA_DIR })).toMatchObject({ status: 0 });
  const numbers = async () =>
    new Map(
      (await rowsOf(DATA_DIR, 'select name, seq from sqlite_sequence')).rows.map((row) => [row.name, Number(row.seq)]),
    );
  const before = await numbers();
  expect(command(['restore', copy], { DATA_DIR })).toMatchObject({ status: 0, stderr: '' });
  const after = await numbers();
  expect([...before.keys()]).toEqual(expect.arrayContaining(['orders', 'participants', 'events', 'teams', 'users']));
  for (const [name, last] of before) expect([name, after.get(name)]).toEqual([name, last + numbersSkipped]);
  const server = await startServer({ dataDir: DATA_DIR });
  onTestFinished(() => server.stop());
  const admin = await loginByCode(server, 'admin@startblock.example');
  const place = await newCompetition(server, admin, 10);
  const { orderId } = await bookOne(server, admin, place, 'after');
  expect(Number(orderId)).toBe((before.get('orders') ?? 0) + numbersSkipped + 1);
});

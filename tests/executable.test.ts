import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wideFiles } from '#src/files/owner-only.ts';
import { loginByCode, newCompetition } from './support/crowd.ts';
import { purchase } from './support/purchase.ts';
import { type RunningServer, root, startServer } from './support/server.ts';
import { shownPictures, showPictures } from './support/show-picture.ts';

const program = join(root, 'dist/startblock');
let folder: string;
let server: RunningServer;
let soldOrder = 0;

beforeAll(async () => {
  if (!existsSync(program)) throw new Error('dist/startblock is missing: run `npx --yes bun run build` first');
  folder = await mkdtemp(join(tmpdir(), 'empty-'));
  server = await startServer({ program, emptyFolder: folder, env: { LIMIT_FACTOR: '0' } });
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', timeout: 20_000 });

test('it says its name and version', () => {
  expect(run(['version'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^startblock \d+\.\d+\.\d+\+[0-9a-f]{9}\n$/),
  });
});

test('a folder for temporary files that is missing is named in one line', () => {
  const { status, stderr } = run(['doctor'], { TMPDIR: join(folder, 'nowhere') });
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain(
    `startblock: TMPDIR ${join(folder, 'nowhere')} must be there, be writable and allow execution`,
  );
});

test('a malformed variable stops it with one line that names it', () => {
  const { status, stderr, stdout } = run(['serve'], { PORT: 'many' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('PORT');
});

test('an unknown command stops it with one line', () => {
  const { status, stderr } = run(['dance']);
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a port that is taken stops it with one line', () => {
  const { port } = new URL(server.url);
  const { status, stderr } = run(['serve'], { PORT: port, DATA_DIR: join(server.dataDir, 'second') });
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(port);
});

test('it lives and is ready', async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('its home page comes with everything that it names', async () => {
  const answer = await fetch(server.url);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('<html lang="de"');
  const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] as string);
  expect(assets.some((path) => path.endsWith('.css'))).toBe(true);
  for (const path of assets) expect((await fetch(server.url + path)).status, path).toBe(200);
});

test('it tells how to log in to the demo', () => {
  for (const word of ['super admin', 'organizer', 'buyer', '/dev/mailbox']) expect(server.output()).toContain(word);
});

test('it reads uploaded files in a process of its own', async () => {
  const organizer = await loginByCode(server, 'organizer@startblock.example');
  const { eventId } = await newCompetition(server, organizer, 3);
  const send = async (path: string, text: string) => {
    const body = new FormData();
    body.set('file', new File([text], 'datei'));
    const headers = { cookie: organizer.cookie, 'x-csrf-token': organizer.csrf };
    const answer = await fetch(`${server.url}/api/admin/events/${eventId}/${path}`, { method: 'POST', body, headers });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await send('bib-imports', 'Startnummer;Nachname;Vorname\n1;Auer;Anna\n')).status).toBe(201);
  expect((await send('results/import?dryRun=true', 'Startnummer;Zeit\n1;40:00\n')).status).toBe(200);
  const points = '<trkpt lat="48" lon="14"/><trkpt lat="48.09" lon="14"/>';
  expect((await send('courses', `<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`)).status).toBe(201);
  expect((await send('bib-imports', ';'.repeat(200_000))).text).toContain('tooLongLine');
});

test('it logs in, sells, is paid and prints', async () => {
  const admin = await loginByCode(server, 'admin@startblock.example');
  const buyer = await loginByCode(server, 'runner@executable.example');
  const bought = await purchase(server, admin, buyer, await newCompetition(server, admin, 3));
  const pdf = { type: 'application/pdf', head: '%PDF-' };
  expect(bought).toMatchObject({ status: 'complete', papers: [pdf, pdf] });
  soldOrder = bought.orderId;
}, 60_000);

test('it makes uploaded pictures anew and draws those for social networks', async () => {
  const organizer = await loginByCode(server, 'organizer@startblock.example');
  expect(await showPictures(server, organizer, 1)).toEqual(shownPictures);
}, 60_000);

test('a copy made while it serves becomes the same shop elsewhere', async () => {
  const copy = join(server.dataDir, 'copy.backup');
  expect(run(['backup', copy], { DATA_DIR: server.dataDir })).toMatchObject({ status: 0, stderr: '' });
  const elsewhere = await mkdtemp(join(tmpdir(), 'restored-'));
  expect(run(['restore', copy], { DATA_DIR: elsewhere })).toMatchObject({ status: 0, stderr: '' });
  const doctor = run(['doctor'], { DATA_DIR: elsewhere });
  // A production shop fails this check; a demo needs no mail server.
  expect(doctor.stdout.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([
    expect.stringMatching(/^FAIL {2}mail: .*no SMTP_URL is set.*a demo needs none$/),
  ]);
  expect(doctor.status).toBe(1);
  const restored = await startServer({ program, emptyFolder: folder, dataDir: elsewhere });
  try {
    const again = await loginByCode(restored, 'runner@executable.example');
    expect(again.csrf).not.toBe('');
    const order = await fetch(`${restored.url}/api/orders/info/${soldOrder}`, { headers: { cookie: again.cookie } });
    expect(await order.json()).toMatchObject({ order: { id: soldOrder, status: 'complete' } });
  } finally {
    await restored.stop();
  }
}, 60_000);

test('without demo data it begins empty, keeps its mailbox shut, and gets its first admin', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bare-'));
  const env = { DATA_DIR: dataDir };
  const admin = ['admin', 'create', 'first@executable.example'];
  expect(run(admin, env)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('run "migrate" or "serve" first'),
  });
  expect(run(['migrate'], env)).toMatchObject({ status: 0, stderr: '' });
  expect(run(admin, env)).toMatchObject({ status: 0, stderr: '' });
  expect(run(admin, env).status, 'once more is fine').toBe(0);
  const bare = await startServer({ program, emptyFolder: folder, dataDir, demo: false });
  try {
    expect((await fetch(bare.url)).status).toBe(200);
    expect((await fetch(`${bare.url}/dev/mailbox`)).status).toBe(404);
    const events = await fetch(`${bare.url}/api/events`);
    expect(await events.json()).toMatchObject({ count: 0 });
  } finally {
    await bare.stop();
  }
}, 60_000);

test('it writes into its data folder only', async () => {
  expect(await readdir(folder)).toEqual([]);
  const databaseUrl = `file:${join(server.dataDir, 'startblock.db')}`;
  expect(await wideFiles({ dataDir: server.dataDir, databaseUrl }), 'and nobody else may read it').toEqual([]);
});

test('a copy is not put back while it serves', () => {
  const copy = join(server.dataDir, 'copy.backup');
  const refused = run(['restore', copy], { DATA_DIR: server.dataDir });
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing was replaced') });
});

test('SIGTERM ends it with 0', async () => {
  expect(await server.kill('SIGTERM')).toBe(0);
});

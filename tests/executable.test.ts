import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { type RunningServer, root, startServer } from './support/server.ts';

const program = join(root, 'dist/startblock');
let folder: string;
let server: RunningServer;

beforeAll(async () => {
  if (!existsSync(program)) throw new Error('dist/startblock is missing: run `npx --yes bun run build` first');
  folder = await mkdtemp(join(tmpdir(), 'empty-'));
  server = await startServer({ program, emptyFolder: folder });
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', timeout: 20_000 });

test('it says its name and version', () => {
  expect(run(['version'])).toMatchObject({ status: 0, stdout: `startblock ${packageJson.version}\n` });
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

test('it writes into its data folder only', async () => {
  expect(await readdir(folder)).toEqual([]);
});

test('SIGTERM ends it with 0', async () => {
  expect(await server.kill('SIGTERM')).toBe(0);
});

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginByCode, newCompetition } from './support/crowd.ts';
import { purchase } from './support/purchase.ts';
import { type RunningServer, root, startServer } from './support/server.ts';
import { shownPictures, showPictures } from './support/show-picture.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({
    program: join(root, 'node_modules/.bin/deno'),
    isWrapper: true,
    args: ['run', '-A', '--node-modules-dir=manual', 'tests/support/deno-serve.ts'],
    env: { LIMIT_FACTOR: '0' },
  });
}, 60_000);

afterAll(() => server?.stop());

test('the same app serves under Deno', async () => {
  const answer = await fetch(server.url);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain('<html lang="de"');
  const css = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1];
  expect((await fetch(server.url + css)).headers.get('content-type')).toContain('text/css');
});

test('under Deno, too, a mailed code logs in, a booking is sold and a PDF is made', async () => {
  const admin = await loginByCode(server, 'admin@startblock.example');
  const buyer = await loginByCode(server, 'runner@deno.example');
  const bought = await purchase(server, admin, buyer, await newCompetition(server, admin, 3));
  const pdf = { type: 'application/pdf', head: '%PDF-' };
  expect(bought).toMatchObject({ status: 'complete', papers: [pdf, pdf] });
}, 60_000);

test('under Deno, too, pictures are made anew and drawn for social networks', async () => {
  const admin = await loginByCode(server, 'organizer@startblock.example');
  expect(await showPictures(server, admin, 1)).toEqual(shownPictures);
}, 60_000);

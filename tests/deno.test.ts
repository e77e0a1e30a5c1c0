import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, root, startServer } from './support/server.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({
    program: join(root, 'node_modules/.bin/deno'),
    args: ['run', '-A', '--node-modules-dir=manual', 'tests/support/deno-serve.ts'],
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

import { expect, onTestFinished, test, vi } from 'vitest';
import { loginByCode } from './support/crowd.ts';
import { layDemo, startLibsqlServer } from './support/libsql-server.ts';
import { startServer } from './support/server.ts';

test('while the libSQL server is away everything says when to come back, and the log has one line', {
  timeout: 300_000,
}, async () => {
  let secret: string | null = null;
  const database = await startLibsqlServer(async (directory) => {
    secret = await layDemo(directory);
  });
  onTestFinished(() => database.stop());
  const env = { DATABASE_URL: database.url, SECRET: secret ?? 'the same in every process', LIMIT_FACTOR: '0' };
  const server = await startServer({ env, readyWithinMilliseconds: 280_000 });
  onTestFinished(() => server.stop());
  const admin = await loginByCode(server, 'admin@startblock.example');
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(server.url + path, init);
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('retry-after')];
  };
  const json = { 'content-type': 'application/json' };
  const code = { method: 'POST', headers: json, body: JSON.stringify({ email: 'somebody@away.example' }) };
  const asked = [
    ['/admin/todo', { headers: { cookie: admin.cookie, accept: 'text/html' } }],
    ['/api/events', {}],
    ['/api/events/1', {}],
    ['/api/admin/orders', { headers: { cookie: admin.cookie } }],
    ['/api/auth/code/send-mail', code],
  ] as const;
  const from = server.output().length;
  await database.crash();
  for (const [path, init] of asked) expect(await ask(path, init), path).toEqual([503, '30']);
  expect((await ask('/readyz'))[0]).toBe(503);
  expect((await ask('/healthz'))[0]).toBe(200);
  await vi.waitFor(() => expect(server.output().slice(from)).toContain('The libSQL server does not answer'), 20_000);
  const errors = () =>
    server
      .output()
      .slice(from)
      .match(/"level":"error".*/g) ?? [];
  expect(errors()).toEqual([expect.stringContaining('The libSQL server does not answer')]);
  await database.restart();
  await vi.waitFor(async () => expect((await ask('/readyz'))[0]).toBe(200), { timeout: 30_000, interval: 100 });
  expect(await ask('/api/events/1')).toEqual([200, null]);
  expect((await ask('/admin/todo', { headers: { cookie: admin.cookie } }))[0]).toBe(200);
  expect(errors()).toEqual([expect.stringContaining('The libSQL server does not answer')]);
});

/** Many large uploads at once, and forms as large as uploads: memory stays bounded and the shop answers. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { loginByCode } from './support/crowd.ts';
import { startServer } from './support/server.ts';

const path = '/api/admin/imports/bank-transactions?dryRun=true';
const maxMb = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('thirty uploads of 60 MB at once are not held together: those without room are asked to come back', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const { cookie, csrf } = await loginByCode(server, 'admin@startblock.example');
  const send = async (to: string, body: BodyInit) => {
    const headers = { cookie, 'x-csrf-token': csrf };
    const answer = await fetch(server.url + to, { method: 'POST', body, headers }).catch(() => null);
    // An early refusal may close the connection.
    if (!answer) return { status: 0, retryAfter: null };
    await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
  const form = (content: string) => {
    const body = new FormData();
    body.set('file', new File([content], 'file.csv'));
    return body;
  };
  expect((await send(path, form('a;b\n'))).status).toBe(400);
  const before = maxMb(server.pid);
  const large = form('a'.repeat(60_000_000));
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(path, large)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  expect(maxMb(server.pid) - before).toBeLessThan(700);
  // Memory is free again.
  expect((await send(path, large)).status).toBe(400);
  // Other bodies have the usual limit.
  const long = 'a'.repeat(20_000_000);
  const beside = form('a;b\n');
  beside.set('a', long);
  for (const body of [new URLSearchParams({ a: long }), beside]) expect((await send(path, body)).status).toBe(413);
}, 120_000);

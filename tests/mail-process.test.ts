import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { childrenOf } from '../bench/support/processor.ts';
import { call } from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { startSmtpServer, type TestSmtpServer } from './support/smtp-server.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function shop(): Promise<{ server: RunningServer; smtp: TestSmtpServer }> {
  const smtp = await startSmtpServer();
  const server = await startServer({ env: { SMTP_URL: smtp.url, LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
  ending.push(() => server.stop(), smtp.stop);
  return { server, smtp };
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
const mailProcessOf = ({ pid }: RunningServer): number | undefined =>
  childrenOf(pid).find((child) => commandOf(child).includes('send-mails'));

/** A login code, as it arrives at the mail server. */
async function codeFor({ server, smtp }: Awaited<ReturnType<typeof shop>>, email: string): Promise<void> {
  const asked = await call(server, 'POST', '/api/auth/code/send-mail', { email });
  expect(asked.status, JSON.stringify(asked.json)).toBe(200);
  await vi.waitFor(() => expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1), 10_000);
  expect(smtp.mails.find(({ to }) => to.includes(email))?.source).toMatch(/^\d{6}\r?$/m);
}

test('mails are sent by a process of their own, and by the next one when that is killed', {
  timeout: 60_000,
}, async () => {
  const at = await shop();
  await codeFor(at, 'one@runner.example');
  const first = mailProcessOf(at.server) ?? expect.fail();
  // Between pages and drawing.
  expect(getPriority(first)).toBe(5);
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(mailProcessOf(at.server)).not.toBe(first), 5000);
  await codeFor(at, 'two@runner.example');
  expect(mailProcessOf(at.server)).not.toBe(first);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'it ends with the server that %s ends',
  { timeout: 60_000 },
  async (signal) => {
    const at = await shop();
    await codeFor(at, 'one@runner.example');
    const beside = mailProcessOf(at.server) ?? expect.fail();
    await at.server.kill(signal);
    await vi.waitFor(() => expect(existsSync(`/proc/${beside}`)).toBe(false), 5000);
  },
);

test('a signal to all processes of the service ends it when the server has ended', { timeout: 60_000 }, async () => {
  const at = await shop();
  await codeFor(at, 'one@runner.example');
  const beside = mailProcessOf(at.server) ?? expect.fail();
  process.kill(beside, 'SIGTERM');
  await codeFor(at, 'two@runner.example');
  expect(mailProcessOf(at.server)).toBe(beside);
  expect(await at.server.kill('SIGTERM')).toBe(0);
  await vi.waitFor(() => expect(existsSync(`/proc/${beside}`)).toBe(false), 5000);
});

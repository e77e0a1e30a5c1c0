import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from '#src/data/database.ts';
import { instant } from '#src/kernel/time.ts';
import { errorReports, reporting } from '#src/runtime/error-reports.ts';
import { describeError, jsonLog } from '#src/runtime/log.ts';
import { call } from './support/crowd.ts';
import { type ReportReceiver, receiveReports } from './support/report-receiver.ts';
import { type RunningServer, startServer } from './support/server.ts';

let receiver: ReportReceiver;
let server: RunningServer | null = null;
beforeEach(async () => {
  receiver = await receiveReports();
});
afterEach(async () => {
  await server?.stop();
  server = null;
  await receiver.stop();
});

const marker = 'zyxwvutson';
const reports = (now = () => Date.now()) =>
  errorReports({
    dsn: receiver.dsn,
    release: 'startblock@1.2.3',
    environment: 'test',
    clock: () => instant(Math.round(now())),
  });
const came = (count: number) => vi.waitFor(() => expect(receiver.received).toHaveLength(count), 10_000);

test('a server reports what fails by the protocol, without anybody in it, and the last report before it ends', {
  timeout: 60_000,
}, async () => {
  server = await startServer({ env: { SENTRY_DSN: receiver.dsn, LIMIT_FACTOR: '0' } });
  const database = await Database.open(`file:${server.dataDir}/startblock.db`);
  const change = (statement: string) => database.transact((tx) => tx.run(sql.raw(statement)));
  await change(`create trigger broken before insert on login_codes begin select raise(abort, '${marker}'); end`);
  const ask = (email: string) =>
    call(
      server as RunningServer,
      'POST',
      `/api/auth/code/send-mail?lang=${marker}`,
      { email },
      {
        cookie: `other=${marker}`,
        csrf: marker,
      },
    );
  expect((await ask(`${marker}@report.example`)).status).toBe(500);
  await came(1);
  const [event] = receiver.events;
  expect(event).toMatchObject({
    level: 'error',
    platform: 'node',
    release: expect.stringMatching(/^startblock@\d/),
    environment: 'demo',
    extra: { where: 'POST /api/auth/code/send-mail', errorId: expect.any(String) },
    exception: { values: [{ type: 'LibsqlError', value: expect.stringContaining('a request failed') }] },
  });
  expect(event?.exception?.values[0]?.stacktrace.frames.length).toBeGreaterThan(0);
  await ask(`${marker}.2@report.example`);
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(receiver.events).toHaveLength(2);
  expect(receiver.refused).toEqual([]);
  expect(receiver.received.join('\n').toLowerCase()).not.toContain(marker);
  await database.close();
});

test('a receiver that never answers keeps nobody waiting, and the end only for a moment', {
  timeout: 60_000,
}, async () => {
  receiver.answer = null;
  server = await startServer({ env: { SENTRY_DSN: receiver.dsn, LIMIT_FACTOR: '0' } });
  const database = await Database.open(`file:${server.dataDir}/startblock.db`);
  await database.transact((tx) =>
    tx.run(sql`create trigger broken before insert on login_codes begin select raise(abort, 'x'); end`),
  );
  const asked = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      call(server as RunningServer, 'POST', '/api/auth/code/send-mail', { email: `n${n}@report.example` }),
    ),
  );
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([500]));
  expect(receiver.received.length, 'a bounded number is under way').toBeLessThanOrEqual(30);
  await database.close();
  const to = reports();
  to.report('lost', describeError(new Error('x')));
  const begun = performance.now();
  await to.flush(300);
  expect(performance.now() - begun).toBeLessThan(2000);
  expect(await server.kill('SIGTERM')).toBe(0);
});

test.each([
  ['429', { status: 429, headers: { 'retry-after': '60' } }],
  ['a limit beside a 200', { status: 200, headers: { 'x-sentry-rate-limits': '60:error:organization' } }],
])('%s is heeded', async (_what, answer) => {
  receiver.answer = answer;
  const to = reports();
  to.report('first', describeError(new Error('x')));
  await came(1);
  await to.flush(1000);
  for (let n = 0; n < 5; n++) to.report('after', describeError(new Error('x')));
  await to.flush(1000);
  expect(receiver.received).toHaveLength(1);
});

test('of an error that comes again and again thirty a minute are reported', async () => {
  let now = Date.now();
  const to = reports(() => now);
  for (let n = 0; n < 100; n++) to.report('again', describeError(new Error('x')));
  await to.flush(5000);
  expect(receiver.events).toHaveLength(30);
  now += 60_000;
  to.report('again', describeError(new Error('x')));
  await came(31);
});

test('nobody there, a broken answer, an error that is none: nothing is thrown', async () => {
  receiver.answer = { status: 500 };
  const to = reports();
  to.report('a line without an error', { provider: 'x' });
  await came(1);
  expect(receiver.events[0]).toMatchObject({
    logentry: { message: 'a line without an error' },
    extra: { provider: 'x' },
  });
  const gone = errorReports({
    dsn: 'http://key@127.0.0.1:1/1',
    release: 'startblock@0',
    environment: 'test',
    clock: () => instant(0),
  });
  gone.report('lost', describeError('a text'));
  await gone.flush(1000);
});

test('lines below an error are not reported, and the log has every line', async () => {
  const lines: string[] = [];
  const to = reports();
  const log = reporting(
    jsonLog(
      'info',
      () => 0,
      (line) => void lines.push(line),
    ),
    to,
  );
  log.warn('careful');
  log.info('well');
  log.error('failed', describeError(new Error('x')));
  await came(1);
  expect(lines).toHaveLength(3);
});

test('without a DSN nothing goes out, and a malformed one is one line at the start', { timeout: 90_000 }, async () => {
  server = await startServer({ env: { SENTRY_DSN: '' } });
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(receiver.received).toEqual([]);
  await expect(startServer({ env: { SENTRY_DSN: 'https://sentry.example/7' } })).rejects.toThrow(
    /startblock: SENTRY_DSN must look like/,
  );
});

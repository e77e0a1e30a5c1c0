import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storedInFile } from './books.ts';
import { seededRandom } from './misbehaviour.ts';
import { type Body, startTest } from './testing.ts';

const capture = (kind: string, more: Body = {}) => ({ operation: 'Transaction/Capture', kind, ...more });

test('a connection that breaks before, and one that breaks after the money has moved', async () => {
  const sim = await startTest();
  const { id } = await sim.paid();
  await sim.control('failures', { failures: [capture('close'), capture('close', { when: 'after' })] });
  const status = async () => (await sim.simulator.books()).transactions[0]?.status;
  await expect(sim.capture(id)).rejects.toThrow();
  expect(await status()).toBe('AUTHORIZED');
  await expect(sim.capture(id)).rejects.toThrow();
  expect(await status()).toBe('CAPTURED');
  expect((await sim.capture(id)).body.ErrorName).toBe('TRANSACTION_ALREADY_CAPTURED');
  expect(sim.simulator.calls.slice(-3).map((call) => call.status)).toEqual([null, null, 402]);
});

test('no answer until the caller gives up, after the money has moved', async () => {
  const sim = await startTest();
  const { id } = await sim.paid();
  await sim.control('failures', { failures: [capture('hang', { when: 'after' })] });
  const impatient = new AbortController();
  const requested = fetch(`${sim.url}/api/Payment/v1/Transaction/Capture`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('API_123456_12345678:JsonApiPwd1_simulated').toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ RequestHeader: sim.header(), TransactionReference: { TransactionId: id } }),
    signal: impatient.signal,
  });
  await expect.poll(async () => (await sim.simulator.books()).transactions[0]?.status).toBe('CAPTURED');
  impatient.abort();
  await expect(requested).rejects.toThrow();
});

test('errors by name, 500, a page instead of JSON, late answers; for so many calls, after so many', async () => {
  const sim = await startTest();
  const { id } = await sim.paid();
  await sim.control('failures', {
    failures: [
      capture('error', { errorName: 'COMMUNICATION_FAILED' }),
      capture('error', { errorName: 'GENERAL_DECLINED', status: 409, behavior: 'RETRY_LATER' }),
      capture('error500', { times: 2 }),
      capture('html403', { skip: 1 }),
    ],
  });
  expect(await sim.capture(id)).toMatchObject({
    status: 402,
    body: { ErrorName: 'COMMUNICATION_FAILED', Behavior: 'RETRY' },
  });
  expect(await sim.capture(id)).toMatchObject({ status: 409, body: { Behavior: 'RETRY_LATER' } });
  expect((await sim.capture(id)).status).toBe(500);
  expect((await sim.capture(id)).status).toBe(500);
  await sim.control('failures', { failures: [capture('delay', { ms: 5 })] });
  expect((await sim.capture(id)).body.Status).toBe('CAPTURED');
  const refused = await sim.capture(id);
  expect(refused).toMatchObject({ status: 403, type: 'text/html; charset=utf-8' });
  expect((await sim.capture(id)).body.ErrorName).toBe('TRANSACTION_ALREADY_CAPTURED');
});

test('notifications are tried three times, and given up then', async () => {
  const sim = await startTest();
  sim.shop.answerWith(500, 0, 200);
  await sim.simulator.pay((await sim.begin()).token);
  await sim.simulator.settled();
  expect(sim.shop.heard).toHaveLength(3);
  expect(sim.simulator.notifications.history[0]).toMatchObject({
    state: 'delivered',
    tries: [500, expect.any(String), 200],
  });
  sim.shop.answerWith(500, 302, 404, 200);
  await sim.simulator.pay((await sim.begin()).token);
  await sim.simulator.settled();
  expect(sim.simulator.notifications.history[1]).toMatchObject({ state: 'failed', tries: [500, 302, 404] });
});

test('a shop that does not answer a notification is not waited for', async () => {
  const silent = createServer(() => undefined);
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.close();
    silent.closeAllConnections();
  });
  const sim = await startTest({ notifyTimeoutMs: 20, notifyDelays: [0] });
  const url = `http://127.0.0.1:${(silent.address() as { port: number }).port}/`;
  const { token } = await sim.begin({ Notification: { SuccessNotifyUrl: url } });
  await sim.simulator.pay(token);
  await sim.simulator.settled();
  expect(sim.simulator.notifications.history[0]).toMatchObject({ state: 'failed', tries: ['TimeoutError'] });
});

test('notifications get lost, come twice, late, in another order, when told, and again', async () => {
  const sim = await startTest();
  const pay = async (name: string) => {
    const { token } = await sim.begin({ Notification: { SuccessNotifyUrl: `${sim.shop.url}/${name}` } });
    await sim.simulator.pay(token);
    return token;
  };
  await sim.control('notifications', {
    treatments: ['drop', 'duplicate', 'reorder', null, 'hold', 'hold', { delayMs: 5 }],
  });
  const dropped = await pay('dropped');
  await pay('twice');
  await sim.simulator.settled();
  expect(sim.shop.heard.splice(0)).toEqual(['/twice', '/twice']);
  await pay('overtaken');
  expect(sim.shop.heard).toEqual([]);
  await pay('next');
  await sim.simulator.settled();
  expect(sim.shop.heard.splice(0).sort()).toEqual(['/next', '/overtaken']);
  await pay('held1');
  await pay('held2');
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual([]);
  await sim.control('notifications/release', {});
  await pay('late');
  await sim.control('settled', {});
  expect(sim.shop.heard.splice(0).sort()).toEqual(['/held1', '/held2', '/late']);
  expect((await sim.control('notifications/replay', { times: 5, id: dropped })).body).toEqual({ calls: 5 });
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual(Array.from({ length: 5 }, () => '/dropped'));
});

test('the control over HTTP: outcomes, payer, books, clock, settings, and a sentence for nonsense', async () => {
  const sim = await startTest();
  await sim.control('outcomes', { outcomes: ['DECLINED', { errorName: 'NO_CREDITS_AVAILABLE' }] });
  const [one, two, three] = [await sim.begin(), await sim.begin(), await sim.begin()];
  for (const { token } of [one, two, three]) await sim.control('pay', { token });
  const names = await Promise.all([one, two, three].map(async ({ token }) => (await sim.assert(token)).body.ErrorName));
  expect(names).toEqual(['TRANSACTION_DECLINED', 'NO_CREDITS_AVAILABLE', undefined]);
  const books = (await sim.control('books')).body;
  expect((books.payments as Body[]).map((each) => each.state)).toEqual(['DECLINED', 'DECLINED', 'AUTHORIZED']);
  expect((books.accounts as Body[]).map((each) => each.authorized)).toEqual([4590]);
  const id = String((books.transactions as Body[])[0]?.id);
  await sim.capture(id);
  await sim.refund(`${id}_c`, '90');
  expect((await sim.control('captures')).body).toEqual([{ captureId: `${id}_c`, value: 4590, isPending: false }]);
  expect((await sim.control('refunds')).body).toMatchObject([{ status: 'AUTHORIZED', value: 90 }]);
  await sim.control('settings', { strictCancel: true });
  expect((await sim.cancel(id)).body.ErrorName).toBe('TRANSACTION_ALREADY_CAPTURED');
  await sim.control('clock', { advanceMs: 24 * 3_600_000 });
  expect((await sim.assert(three.token)).body.ErrorName).toBe('TOKEN_EXPIRED');
  expect(await sim.control('finish', { id: 'nobody' })).toMatchObject({ status: 400, body: { error: /pending/ } });
  expect((await sim.control('failures', { failures: [{ operation: 'Nothing', kind: 'close' }] })).status).toBe(400);
  expect((await sim.control('nothing', {})).status).toBe(404);
});

const everything = {
  timeoutBefore: 0.05,
  timeoutAfter: 0.1,
  error500: 0.05,
  html403: 0.05,
  retryable: 0.05,
  declined: 0.15,
  aborted: 0.1,
  threeDsFailed: 0.05,
  pending: 0.1,
  withoutReturn: 0.05,
  abandoned: 0.05,
  pendingCapture: 0.1,
  dropNotification: 0.2,
  duplicateNotification: 0.2,
  reorderNotification: 0.2,
};

test('chance brings faults, the same for the same seed, and the books stay right', async () => {
  const run = async () => {
    const sim = await startTest();
    const begun = [];
    for (let i = 0; i < 60; i++) begun.push(await sim.begin({ PaymentMethods: [i % 3 ? 'VISA' : 'EPS'] }));
    await sim.control('faults', { faults: { seed: 7, rates: everything } });
    const seen: string[] = [];
    for (const { token } of begun) {
      const { state } = await sim.simulator.pay(token);
      const said = await sim.assert(token).catch(() => null);
      const id = String((said?.body.Transaction as Body | undefined)?.Id ?? '');
      const captured = id ? await sim.capture(id).catch(() => null) : null;
      seen.push(`${state} ${said?.status} ${captured?.status}`);
    }
    await sim.control('reset', {});
    await sim.simulator.settled();
    const { accounts } = await sim.simulator.books();
    const money = accounts.map(({ status, authorized, captured }) => `${status} ${authorized} ${captured}`);
    return { seen, money, heard: sim.shop.heard.length };
  };
  const [first, second] = [await run(), await run()];
  expect(first).toEqual(second);
  expect(new Set(first.seen.map((line) => line.split(' ')[0])).size).toBeGreaterThan(4);
  expect(new Set(first.money).size).toBeGreaterThan(2);
});

test('chance is spread evenly', () => {
  const next = seededRandom(1);
  const drawn = Array.from({ length: 10_000 }, next);
  expect(drawn.filter((value) => value < 0.1).length / 10_000).toBeCloseTo(0.1, 1);
  expect(Math.max(...drawn)).toBeLessThan(1);
});

test('the books survive a restart in one file, and an answer was written before it was given', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'deeper', 'books.json');
  const before = await startTest({ keep: storedInFile(file) });
  const { id, token } = await before.paid();
  const { page } = await before.begin();
  const opened = await before.visit(page);
  await before.capture(id);
  expect(JSON.parse(await readFile(file, 'utf8')).transactions[0].status).toBe('CAPTURED');
  expect(await readFile(file, 'utf8')).not.toMatch(/\b9\d{15}\b/);
  const after = await startTest({ keep: storedInFile(file) });
  expect((await after.assert(token)).body.Transaction).toMatchObject({ Id: id, Status: 'CAPTURED' });
  expect((await after.refund(`${id}_c`, '1')).status).toBe(200);
  expect((await after.visit(opened.headers.get('location') ?? '')).status).toBe(200);
  await writeFile(file, 'not json');
  await expect(storedInFile(join(folder, 'none')).load()).resolves.toBeNull();
});

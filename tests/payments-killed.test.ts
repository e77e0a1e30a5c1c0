import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { type ServedSimulator, serveSimulator } from '#dev/saferpay-simulator/serve.ts';
import { Database } from '#src/data/database.ts';
import { instant } from '#src/kernel/time.ts';
import { call, guest, loginByCode, newCompetition, type Session } from './support/crowd.ts';
import { saferpaySettings, tokenIn } from './support/saferpay.ts';
import { type RunningServer, startServer } from './support/server.ts';

let provider: ServedSimulator | null = null;
const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await provider?.close();
  provider = null;
});

/** The provider captured the money and the server died before it knew. No return, no notification: the next process finds it. */
test('a server killed between the capture and its own commit finds the money after it has started again', {
  timeout: 120_000,
}, async () => {
  provider = await serveSimulator({ clock: () => instant(Date.now()), notifyDelays: [] });
  const { simulator } = provider;
  const env = { LIMIT_FACTOR: '0', ...saferpaySettings(provider.url) };
  const server = await startServer({ env });
  servers.push(server);
  const admin = await loginByCode(server, 'admin@startblock.example');
  const place = await newCompetition(server, admin, 5);
  const buyer = await guest(server, place.eventId);
  const booked = await call(server, 'POST', `/api/events/${place.eventId}/book`, bookingAt(place.competitionId), buyer);
  const orderId = Number(booked.json.orderId);
  const begun = await call(server, 'POST', `/api/orders/${orderId}/init`, { paymentMethod: 'visa' }, buyer);
  expect(begun.status, JSON.stringify(begun.json)).toBe(200);
  const paid = await simulator.pay(tokenIn(String(begun.json.redirectUrl)));

  simulator.misbehaviour.failNext({ operation: 'Transaction/Capture', kind: 'hang', when: 'after' });
  const comingBack = fetch(String(paid.location), { redirect: 'manual' }).catch(() => null);
  await until(async () => (await simulator.books()).accounts[0]?.captured === 2500);
  await server.kill('SIGKILL');
  await comingBack;
  const known = await whatItKnew(server.dataDir, orderId);
  expect(known, 'it did not know when it died').toEqual({ status: 'pending', paymentStatus: 'authorized' });

  const after = await startServer({ dataDir: server.dataDir, env });
  servers.push(after);
  await until(async () => (await stateOf(after, orderId, buyer))[0] === 'complete');
  const { accounts } = await simulator.books();
  expect(accounts).toMatchObject([{ captured: 2500, refunded: 0, cancelled: 0 }]);
  const { json } = await call(after, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, admin);
  expect(json.code).toBe('ORDER_ALREADY_PAID');
});

/** The order as the dead process left it, read before another can change it. Afterwards its leases expire and work is due. */
async function whatItKnew(dataDir: string, orderId: number): Promise<unknown> {
  const database = await Database.open(`file:${dataDir}/startblock.db`);
  const known = await database.transact(async (tx) => {
    await tx.run(sql`update job_leases set leased_until = 0, next_run_at = 0`);
    await tx.run(sql`update payment_attempts set leased_until = 0, next_ask_at = 0 where next_ask_at is not null`);
    return tx.all(sql`select status, payment_status paymentStatus from orders where id = ${orderId}`);
  });
  await database.close();
  return known[0];
}

const bookingAt = (competitionId: number) => ({
  teams: [
    {
      competitionId,
      participants: [{ localId: 'a', firstName: 'Zoë', lastName: 'Wałęsa', birthDate: '1991-02-28', gender: 'female' }],
    },
  ],
  totalPrice: 2500,
  termsAccepted: true,
  eventConditionsAccepted: true,
});

async function stateOf(at: RunningServer, orderId: number, buyer: Session): Promise<string[]> {
  const answer = await fetch(`${at.url}/api/orders/${orderId}`, { headers: { cookie: buyer.cookie } });
  const { order } = (await answer.json()) as { order: { status: string; paymentStatus: string } };
  return [order.status, order.paymentStatus];
}

/** Polls, because there is no event from the other process. */
const until = (isSo: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 50 });

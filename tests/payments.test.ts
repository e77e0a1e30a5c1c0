import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Outcome } from '#dev/saferpay-simulator/books.ts';
import { orderStateOf } from '#modules/orders/index.ts';
import { order, race } from '#modules/payments/testing.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { type Dice, dice } from './season/dice.ts';
import { breaches } from './season/invariants.ts';
import { moneyInvariants } from './season/money.ts';
import { type ShopWithProvider, shopWithProvider, tokenIn } from './support/saferpay.ts';
import type { Caller } from './support/shop.ts';
import { seed, times } from './support/thorough.ts';

/**
 * Many payments through an unreliable provider and network: responses are lost before and after the effect, notifications are
 * dropped, doubled and reordered, payers pay twice, leave, return late and cancel.
 */
const payments = Number(process.env.PAYMENTS ?? times(1000, 100));
const atOnce = 25;

const rates = {
  timeoutBefore: 0.04,
  timeoutAfter: 0.05,
  error500: 0.03,
  html403: 0.01,
  retryable: 0.02,
  declined: 0.12,
  aborted: 0.06,
  threeDsFailed: 0.04,
  pending: 0.06,
  withoutReturn: 0.1,
  abandoned: 0.06,
  pendingCapture: 0.02,
  dropNotification: 0.2,
  duplicateNotification: 0.15,
  reorderNotification: 0.15,
};

type World = ShopWithProvider & { dice: Dice; admin: Caller; did: Map<string, number> };

test(`${payments} payments with faults: each order is paid once, or its money went back (SEED=${seed})`, {
  timeout: 240_000,
}, async () => {
  const world = await begin();
  const { shop, provider } = world;
  provider.simulator.misbehaviour.setFaults({ seed, rates });
  const place = await race(shop, { tickets: 2 * payments });
  const buyers = await Promise.all(Array.from({ length: 20 }, (_, n) => shop.login(`payer${n}@season.test`)));
  const orderIds: number[] = [];
  for (let done = 0; done < payments; done += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, payments - done) }, async (_, n) => {
        const buyer = (done + n) % buyers.length;
        const person = { firstName: 'Zoë', lastName: `Wałęsa ${done + n}` };
        const orderId = await order(shop, place, { buyer: `payer${buyer}@season.test`, people: [person] });
        orderIds.push(orderId);
        await livesOn(world, buyers[buyer] as Caller, orderId);
      }),
    );
    if (world.dice.chance(0.3)) shop.clock.advance(minutes(world.dice.between(1, 50)));
    if (world.dice.chance(0.5)) await shop.shop.settle({ mails: false });
  }
  await comesToRest(world);

  expect(await breaches(shop.deps.read, moneyInvariants), `SEED=${seed}`).toEqual([]);
  const { accounts } = await provider.simulator.books();
  expect(await differencesToBooks(world, accounts), `the ledger is the provider's books, SEED=${seed}`).toEqual([]);
  for (const account of accounts) {
    expect(account.authorized, `nothing is left authorized, SEED=${seed}`).toBe(account.captured + account.cancelled);
    expect(account.refundsOpen, `SEED=${seed}`).toBe(0);
  }
  const outcomes = await Promise.all(orderIds.map((id) => outcomeOf(world, id)));
  expect(
    outcomes.filter((outcome) => outcome.startsWith('wrong')),
    `SEED=${seed}`,
  ).toEqual([]);
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  if (process.env.SEASON_LOG) {
    console.log(Object.fromEntries(world.did), {
      paid: count('paid'),
      unpaid: count('unpaid'),
      returned: count('returned'),
    });
  }
  expect(count('paid'), 'most were paid').toBeGreaterThan(payments / 2);
  expect(count('unpaid') + count('returned'), 'and some were not').toBeGreaterThan(0);

  // Repeated notifications change nothing.
  const before = await stateOf(world);
  expect(provider.simulator.notifications.replay(5)).toBeGreaterThan(payments);
  await provider.simulator.settled();
  await shop.shop.settle({ mails: false });
  expect(await stateOf(world), `SEED=${seed}`).toEqual(before);
});

async function begin(): Promise<World> {
  const served = await shopWithProvider({ timeoutMs: 2000, pausesMs: [1, 1] });
  const admin = await served.shop.login('admin@season.test', { superAdmin: true });
  return { ...served, dice: dice(seed), admin, did: new Map() };
}

/** One order from its first attempt to the end. */
async function livesOn(world: World, buyer: Caller, orderId: number): Promise<void> {
  const { dice, provider } = world;
  const note = (what: string) => world.did.set(what, (world.did.get(what) ?? 0) + 1);
  const tries = dice.chance(0.25) ? 2 : 1;
  const tokens: string[] = [];
  for (let n = 0; n < tries; n++) {
    const token = await beginTry(world, buyer, orderId);
    if (token) tokens.push(token);
  }
  if (dice.chance(0.05)) {
    await buyer.json('PATCH', `/api/orders/${orderId}/cancel`);
    note('canceled before paying');
  }
  for (const token of tokens) {
    if (dice.chance(0.06)) {
      note('never opened');
      continue;
    }
    const outcome: Outcome | undefined = dice.chance(0.5) ? 'PAID' : undefined;
    const paid = await provider.simulator.pay(token, outcome ? { outcome } : {});
    note(`page: ${paid.state}`);
    if (paid.location !== null && dice.chance(0.75)) await comesBack(buyer, paid.location);
    if (dice.chance(0.3)) await asks(buyer, orderId);
  }
  if (dice.chance(0.05)) {
    await world.admin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
    note('marked as paid');
  }
  if (dice.chance(0.04)) {
    await world.admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`);
    note('canceled by the office');
  }
}

async function beginTry({ dice }: World, buyer: Caller, orderId: number): Promise<string | null> {
  const paymentMethod = dice.pick(['visa', 'mastercard', 'applepay', 'googlepay', 'eps']);
  const answer = await buyer.json<{ redirectUrl?: string }>('POST', `/api/orders/${orderId}/init`, { paymentMethod });
  if (answer.status >= 500 && answer.status !== 502 && answer.status !== 503)
    throw new Error(JSON.stringify(answer.body));
  return answer.body.redirectUrl ? tokenIn(answer.body.redirectUrl) : null;
}

async function comesBack(buyer: Caller, location: string): Promise<void> {
  const { pathname, search } = new URL(location);
  const answer = await buyer.fetch(pathname + search);
  if (answer.status !== 303) throw new Error(`the return answered ${answer.status}`);
}

async function asks(buyer: Caller, orderId: number): Promise<void> {
  const answer = await buyer.json('POST', `/api/orders/${orderId}/assert`);
  if (answer.status !== 200) throw new Error(`assert answered ${answer.status}`);
}

/** The faults end, banks decide, and jobs have days to find everything. */
async function comesToRest(world: World): Promise<void> {
  const { shop, provider } = world;
  const { simulator } = provider;
  simulator.misbehaviour.reset();
  await simulator.settled();
  await shop.shop.settle({ mails: false });
  for (const { token, state } of (await simulator.books()).payments) {
    if (state === 'PENDING') await simulator.finish(token, true);
  }
  await simulator.settled();
  for (const pause of [
    minutes(5),
    hours(2),
    hours(2),
    hours(8),
    hours(8),
    hours(24),
    hours(48),
    hours(48),
    hours(24),
  ]) {
    shop.clock.advance(pause);
    for (const { id, pending } of (await simulator.books()).transactions) {
      if (pending) await simulator.finish(id, true).catch(() => undefined);
    }
    await shop.shop.settle({ mails: false });
    await simulator.settled();
    if (pause === hours(24)) await givesBackWhatTheOfficeCanceled(world);
  }
}

/**
 * A cancellation by the organizer grants a refund without starting it, and payments outside of the provider are refunded by hand.
 */
async function givesBackWhatTheOfficeCanceled({ shop }: World): Promise<void> {
  // Unneeded confirmations.
  await shop.deps.write(({ tx }) => tx.run(sql`delete from mails where status = 'queued'`));
  const office = await shop.login('office@season.test', { superAdmin: true });
  const canceled = await shop.deps.read.all<{ id: number }>(
    sql`select id from orders o where status = 'canceled' and (select sum(amount_cents) from ledger_entries l where l.order_id = o.id and l.kind = 'payment')
      > (select coalesce(sum(amount_cents), 0) from refunds r where r.order_id = o.id)`,
  );
  for (const { id } of canceled) {
    const answer = await office.json('POST', '/api/admin/orders/refund-orders', { orderIds: [id], mode: 'full' });
    if (answer.status !== 200) throw new Error(`refund: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  const transfers = await shop.deps.read.all<{ id: number }>(
    sql`select distinct order_id id from refunds where way = 'transfer' and status = 'pending'`,
  );
  for (const { id } of transfers) {
    const path = '/api/admin/orders/set-refund-status';
    const answer = await office.json('POST', path, { orderIds: [id], refundStatus: 'completed' });
    if (answer.status !== 200) throw new Error(`transfer: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

type Account = Awaited<ReturnType<ShopWithProvider['provider']['simulator']['books']>>['accounts'][number];

/** Transactions on which ledger and provider differ. */
async function differencesToBooks({ shop }: World, accounts: readonly Account[]): Promise<unknown[]> {
  const rows = await shop.deps.read.all<{ transactionId: string; received: number; returned: number }>(sql`
    select a.transaction_id transactionId,
      (select coalesce(sum(l.amount_cents), 0) from ledger_entries l
        where l.kind = 'payment' and l.order_id = a.order_id and l.reference = a.transaction_id) received,
      (select coalesce(sum(r.amount_cents), 0) from refunds r where r.attempt_id = a.id and r.status = 'completed') returned
    from payment_attempts a where a.transaction_id is not null`);
  const ours = new Map(rows.map((row) => [row.transactionId, row]));
  const wrong = accounts.flatMap(({ transactionId, captured, refunded }) => {
    const own = ours.get(transactionId) ?? { received: 0, returned: 0 };
    const isSame = own.received === captured && own.returned === refunded;
    return isSame ? [] : [{ transactionId, captured, refunded, received: own.received, returned: own.returned }];
  });
  const unknown = rows.filter(
    ({ transactionId, received }) =>
      received > 0 && !accounts.some((account) => account.transactionId === transactionId),
  );
  return [...wrong, ...unknown];
}

/** `paid` once, `unpaid` without a payment, `returned` in full; else what is wrong. */
async function outcomeOf({ shop }: World, orderId: number): Promise<string> {
  const state = await orderStateOf(shop.deps.read, orderId);
  const [money] = await shop.deps.read.all<{ received: number; returned: number }>(sql`
    select coalesce(sum(case kind when 'payment' then amount_cents end), 0) received,
      coalesce(sum(case kind when 'refund' then amount_cents end), 0) returned
    from ledger_entries where order_id = ${orderId}`);
  const kept = (money?.received ?? 0) - (money?.returned ?? 0);
  if (state?.status === 'complete')
    return kept === state.totalPrice ? 'paid' : `wrong: order ${orderId} is complete and keeps ${kept}`;
  if (state?.status !== 'canceled') return `wrong: order ${orderId} is ${state?.status}`;
  if (money?.received === 0) return 'unpaid';
  return kept === 0 ? 'returned' : `wrong: order ${orderId} is canceled and keeps ${kept}`;
}

/** Everything that a payment may change. */
const stateOf = ({ shop }: World) =>
  Promise.all(
    ['orders', 'payment_attempts', 'ledger_entries', 'refunds', 'order_audits', 'mails', 'facts'].map((table) =>
      shop.deps.read.all(sql.raw(`select * from ${table}`)),
    ),
  );

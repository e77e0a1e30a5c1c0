import { expect, test } from 'vitest';
import { ordersModule } from '#modules/orders/index.ts';
import { orders } from '#modules/orders/schema.ts';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { mails } from '#src/data/schema.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

/** What somebody may hold who has proved nothing, beside what a club and a school need. */
type Answer = { status: number; code?: string; reason?: string; retryAfter: string | null; orderId: number };

async function open(change: Parameters<typeof makeRace>[1] = {}, env: Record<string, string> = {}) {
  const shop = await testShop({
    demo: false,
    env: { BANK_PAYEE: 'Startblock', BANK_IBAN: 'AT611904300234573201', ...env },
  });
  const race = await shop.deps.write((work) =>
    makeRace(work, {
      tickets: 5000,
      ...change,
      event: { processingFee: 0, paymentInAdvancePossible: true, ...change.event },
    }),
  );
  return { shop, race };
}
async function guest({ shop, race }: { shop: TestShop; race: Race }, email: string, address = '10.1.1.1') {
  const visitor = shop.visitor({ address });
  const answer = await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
  expect(answer.status).toBe(200);
  return visitor;
}
const people = (count: number) => Array.from({ length: count }, () => runner({ email: null }));
async function book(who: Caller, race: Race, count = 1, price = 3000): Promise<Answer> {
  const body = bookingOf(race, people(count), { totalPrice: count * price });
  return said(await who.json('POST', `/api/events/${race.eventId}/book`, body));
}
const transfer = async (who: Caller, orderId: number): Promise<Answer> =>
  said(await who.json('POST', `/api/orders/${orderId}/payment-in-advance`, {}));
type Said = { code?: string; details?: { reason?: string }; orderId?: number };
const said = ({ status, body, headers }: { status: number; body: Said; headers: Headers }): Answer => ({
  status,
  ...(body.code === undefined ? {} : { code: body.code }),
  ...(body.details?.reason === undefined ? {} : { reason: body.details.reason }),
  retryAfter: headers.get('retry-after'),
  orderId: body.orderId ?? 0,
});
const times = async <T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let at = 0; at < count; at++) made.push(await run(at));
  return made;
};
async function runJobs(shop: TestShop): Promise<void> {
  for (const job of ordersModule.jobs?.(shop.deps) ?? []) while (await job.run());
  await shop.settle();
}
const reasonsOf = (answers: Answer[]) => [
  ...new Set(answers.filter(({ status }) => status === 429).map((a) => a.reason)),
];
const refused = (reason: string) => ({ status: 429, code: 'TOO_MANY_REQUESTS', reason });

test('60 orders of one guest in a moment: 40 are open, until one is paid or canceled', {
  timeout: 60_000,
}, async () => {
  const at = await open();
  const visitor = await guest(at, 'flood@example.test');
  const answers = await times(60, () => book(visitor, at.race));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40);
  expect(reasonsOf(answers)).toEqual(['guestOrders']);
  expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(0);
  expect((await visitor.json('PATCH', `/api/orders/${answers[0]?.orderId}/cancel`)).status).toBe(200);
  expect((await book(visitor, at.race)).status).toBe(201);
  expect(await book(visitor, at.race)).toMatchObject(refused('guestOrders'));
});

test('the same address typed in another visit, from another network, opens no more', { timeout: 60_000 }, async () => {
  const at = await open();
  const first = await guest(at, 'flood@example.test');
  await times(40, () => book(first, at.race));
  const second = await guest(at, 'flood@example.test', '10.2.2.2');
  expect(await book(second, at.race)).toMatchObject(refused('guestOrders'));
  const other = await guest(at, 'somebody@example.test', '10.2.2.2');
  expect((await book(other, at.race)).status).toBe(201);
});

test('30 transfers of a guest wait at once, each with an end; a thirty-first chooses another way', {
  timeout: 60_000,
}, async () => {
  // Also where limits of networks are off: a transfer keeps its places for days.
  const at = await open({}, { LIMIT_FACTOR: '0' });
  const visitor = await guest(at, 'flood@example.test');
  const answers = await times(35, async () => transfer(visitor, (await book(visitor, at.race)).orderId));
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), ...Array(5).fill(429)]);
  expect(reasonsOf(answers)).toEqual(['guestTransfers']);
  const rows = await at.shop.deps.read.select().from(orders);
  expect(rows.filter(({ expiresAt }) => expiresAt === null)).toEqual([]);
  // The page says so, too.
  const last = rows.at(-1);
  const page = await visitor.form(`/events/${at.race.eventId}/payment?order=${last?.id}`, { paymentMethod: 'bank' });
  expect(page.status).toBe(429);
  expect(page.headers.get('retry-after')).not.toBeNull();
  expect(await page.text()).toContain('höchstens 30 offene Überweisungen');
});

test('500 places in one call, and 200 and one more, are too many for a guest', { timeout: 60_000 }, async () => {
  const at = await open();
  const visitor = await guest(at, 'flood@example.test');
  expect((await book(visitor, at.race, 500)).status).toBe(400);
  expect((await book(visitor, at.race, 200)).status).toBe(201);
  expect(await book(visitor, at.race)).toMatchObject(refused('guestPlaces'));
});

test('500 places in one call are too many where the limits of networks are off, too', async () => {
  const at = await open({}, { LIMIT_FACTOR: '0' });
  const visitor = await guest(at, 'flood@example.test');
  expect((await book(visitor, at.race, 500)).status).toBe(400);
});

test('a network that books under ever new addresses is stopped; another one is not', { timeout: 120_000 }, async () => {
  const at = await open();
  const answers = await times(6, async (index) => book(await guest(at, `f${index}@example.test`), at.race, 190));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
  expect(reasonsOf(answers)).toEqual(['guestNetwork']);
  expect((await book(await guest(at, 'other@example.test', '10.2.2.2'), at.race)).status).toBe(201);
});

test('an IPv6 network is stopped by its /56, however many /64 it uses', { timeout: 120_000 }, async () => {
  const at = await open();
  const from = (index: number) => `2001:db8:1:${(0x1200 + index).toString(16)}::1`;
  const answers = await times(22, async (index) =>
    book(await guest(at, `f${index}@example.test`, from(index)), at.race, 190),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(21);
  expect(reasonsOf(answers)).toEqual(['guestNetwork']);
  expect((await book(await guest(at, 'n@example.test', from(256)), at.race)).status).toBe(201);
});

test('an address that nobody proved gets at most 30 mails an hour and 50 a day', { timeout: 120_000 }, async () => {
  const at = await open({ price: 0 }, { LIMIT_FACTOR: '0' });
  const visitor = await guest(at, 'victim@example.test');
  const hour = () => times(40, () => book(visitor, at.race, 1, 0));
  const answers = await hour();
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(reasonsOf(answers)).toEqual(['guestMails']);
  at.shop.clock.advance(3_600_000);
  expect((await hour()).filter(({ status }) => status === 201)).toHaveLength(20);
  await at.shop.settle();
  expect(await at.shop.mails('victim@example.test')).toHaveLength(50);
});

test('what the house writes by itself counts too: no flood of reminders', { timeout: 120_000 }, async () => {
  const at = await open();
  const visitor = await guest(at, 'victim@example.test');
  await times(40, () => book(visitor, at.race));
  at.shop.clock.advance(61 * 60_000);
  await runJobs(at.shop);
  expect((await at.shop.mails('victim@example.test')).length).toBe(30);
  at.shop.clock.advance(60 * 60_000);
  await runJobs(at.shop);
  expect((await at.shop.mails('victim@example.test')).length).toBe(50);
  // The rest is written down as not sent; nothing waits for ever.
  const left = (await at.shop.deps.read.select().from(mails)).filter(({ status }) => status === 'queued');
  expect(left).toEqual([]);
});

test('a club captain with a proven mailbox, where the event gives more: 300 starters in two orders, 60 orders within the hour', {
  timeout: 120_000,
}, async () => {
  const at = await open({ event: { freePlacesPerAccount: 400 } });
  const captain = await at.shop.login('captain@club.example');
  for (const starters of [200, 100]) expect((await book(captain, at.race, starters)).status).toBe(201);
  const answers = await times(60, () => book(captain, at.race));
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(201));
  const transfers = await times(60, (index) => transfer(captain, answers[index]?.orderId ?? 0));
  expect(transfers.map(({ status }) => status)).toEqual(Array(60).fill(200));
});

test('a school: 400 pupils book within the hour behind one address', { timeout: 240_000 }, async () => {
  const at = await open();
  const answers = await times(400, async (index) => book(await guest(at, `pupil${index}@school.example`), at.race));
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
});

test('who books the same with the same key gets the same answer when all is full', { timeout: 60_000 }, async () => {
  const at = await open();
  const visitor = await guest(at, 'flood@example.test');
  const body = bookingOf(at.race, people(1), { totalPrice: 3000 });
  const once = () =>
    visitor.json<{ orderId: number }>('POST', `/api/events/${at.race.eventId}/book`, body, { 'idempotency-key': 'k' });
  const first = await once();
  await times(39, () => book(visitor, at.race));
  expect(await book(visitor, at.race)).toMatchObject(refused('guestOrders'));
  expect((await once()).body.orderId).toBe(first.body.orderId);
});

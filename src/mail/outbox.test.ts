import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { deliverFacts, type FactHandler, onFact } from '#src/data/facts.ts';
import { JobRunner } from '#src/data/jobs.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import { factReceipts, facts, mails } from '#src/data/schema.ts';
import { factKind } from '#src/kernel/facts.ts';
import { instant, minutes, seconds } from '#src/kernel/time.ts';
import type { LogFields } from '#src/runtime/log.ts';
import { mailerOver } from '#tests/support/mailer.ts';
import { testShop } from '#tests/support/shop.ts';
import type { MailContent, SendOutcome, Transport } from './message.ts';
import { inLanes } from './turns.ts';

const letter: MailContent = { subject: 'Hallo', text: 'Hallo', html: '<p>Hallo</p>' };
declare module '#src/mail/kinds.ts' {
  interface MailParams {
    Test: { a: number };
  }
}

const newMail = (uniqueKey: string) => ({
  type: 'Test' as const,
  uniqueKey,
  recipient: 'anna@example.test',
  locale: 'de',
  params: { a: 1 },
});

/** A mail server in one line: what it answers is told before. */
function scripted(outcomes: SendOutcome[]) {
  const sent: string[] = [];
  const transport: Transport = {
    async send(envelope) {
      sent.push(envelope.messageId);
      return outcomes.shift() ?? { kind: 'sent', reply: '250 ok' };
    },
    close() {},
  };
  return { transport, sent };
}

async function outbox(outcomes: SendOutcome[]) {
  const shop = await testShop();
  const { transport, sent } = scripted(outcomes);
  const types = [{ type: 'Test', audience: 'buyer' as const, make: async () => letter }];
  const mailer = mailerOver(shop.deps, transport, types);
  const stateOf = async (key: string) => (await shop.deps.read.select().from(mails).where(eq(mails.uniqueKey, key)))[0];
  return { ...shop, mailer, sent, stateOf };
}

test('a mail with the same key goes out once', async () => {
  const { deps, mailer, sent } = await outbox([]);
  await deps.write((work) => work.post(newMail('k')));
  await deps.write((work) => work.post(newMail('k')));
  await mailer.sendWaiting(10);
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(1);
});

test('what may be lost posts no mail', async () => {
  const { deps, stateOf } = await outbox([]);
  const posting = deps.write((work) => work.post(newMail('k')), { mayBeLost: true });
  await expect(posting).rejects.toThrow('what may be lost tells nobody');
  expect(await stateOf('k')).toBeUndefined();
});

test('two processes that send at the same time send once', async () => {
  const { deps, mailer, sent } = await outbox([]);
  await deps.write((work) => work.post(newMail('k')));
  await Promise.all([mailer.sendWaiting(10), mailer.sendWaiting(10), mailer.sendNow('k')]);
  expect(sent).toHaveLength(1);
});

test('a mail that gets another address while those before it go out goes to that one', async () => {
  const { deps } = await testShop();
  const reached: string[] = [];
  const moved = { recipient: 'new@example.test' };
  const transport: Transport = {
    async send({ to }) {
      reached.push(to.address);
      await deps.write(({ tx }) => tx.update(mails).set(moved).where(eq(mails.uniqueKey, 'second')));
      return { kind: 'sent', reply: '250 ok' };
    },
    close() {},
  };
  const mailer = mailerOver(deps, transport, [{ type: 'Test', audience: 'buyer' as const, make: async () => letter }]);
  for (const key of ['first 7', 'second']) await deps.write((work) => work.post(newMail(key)));
  await mailer.sendWaiting(10);
  expect(reached).toEqual(['anna@example.test', 'new@example.test']);
});

/** A mail server that answers when it is told to, and says of each mail to whom it goes. */
async function openServer() {
  const shop = await testShop();
  const open: { to: string; answer(outcome?: SendOutcome): void }[] = [];
  const arrived: string[] = [];
  const transport: Transport = {
    send({ to }) {
      const { promise, resolve } = Promise.withResolvers<SendOutcome>();
      arrived.push(to.address);
      open.push({ to: to.address, answer: (outcome = { kind: 'sent', reply: '250 ok' }) => resolve(outcome) });
      return promise;
    },
    close() {},
  };
  const types = [{ type: 'Test', audience: 'buyer' as const, make: async () => letter }];
  const makeOne = () => mailerOver(shop.deps, transport, types);
  const post = (to: string, orderId: number, at = to) =>
    shop.deps.write((work) => work.post({ ...newMail(at), recipient: `${to}@example.test`, orderId }));
  return { ...shop, open, arrived, makeOne, post };
}
const down: SendOutcome = { kind: 'temporary', failure: 'noConnection', reason: 'nobody listens there' };

test('nobody waits behind somebody else’s two hundred tickets', async () => {
  const { open, arrived, makeOne, post } = await openServer();
  for (let n = 0; n < 200; n++) await post(`club${n}`, 1);
  await post('eva', 2);
  await post('anna', 3);
  const mailer = makeOne();
  const batch = mailer.sendWaiting(20);
  await vi.waitFor(() => expect(open).toHaveLength(8));
  expect(arrived.slice(0, 4)).toEqual(['club0', 'eva', 'anna', 'club1'].map((name) => `${name}@example.test`));
  // A mail of another order that comes while the club's are going out is next.
  await post('late', 9);
  while (arrived.length < 20) open.shift()?.answer() ?? (await setImmediate());
  for (const mail of open.splice(0)) mail.answer();
  await batch;
  const next = mailer.sendWaiting(2);
  await vi.waitFor(() => expect(open).toHaveLength(2));
  expect(arrived.slice(20)).toEqual(['club18@example.test', 'late@example.test']);
  for (const mail of open.splice(0)) mail.answer();
  await next;
});

test('eight go at once, but to one address one after the other', async () => {
  const { open, arrived, makeOne, post } = await openServer();
  for (let n = 0; n < 30; n++) await post(n % 3 ? `p${n}` : 'anna', n, `key ${n}`);
  const sending = makeOne().sendWaiting(100);
  await vi.waitFor(() => expect(open).toHaveLength(8));
  while (arrived.length < 30 || open.length > 0) {
    expect(open.length).toBeLessThanOrEqual(8);
    expect(open.filter(({ to }) => to === 'anna@example.test').length).toBeLessThanOrEqual(1);
    open.shift()?.answer();
    await setImmediate();
  }
  await sending;
  expect(arrived).toHaveLength(30);
});

test('whoever is slow holds up nobody: what comes meanwhile goes past it, also from another process', async () => {
  const { open, arrived, makeOne, post } = await openServer();
  await post('slow', 1);
  const mailer = makeOne();
  const sending = mailer.sendWaiting();
  await vi.waitFor(() => expect(arrived).toHaveLength(1));
  await post('next', 2);
  await post('slow', 3, 'a second one');
  mailer.wake();
  await vi.waitFor(() => expect(arrived).toEqual(['slow@example.test', 'next@example.test']));
  await post('elsewhere', 4);
  await vi.waitFor(() => expect(arrived.slice(2)).toEqual(['elsewhere@example.test']), 3000);
  // A second one to that address waits for the first.
  open.shift()?.answer();
  await vi.waitFor(() => expect(arrived.slice(3)).toEqual(['slow@example.test']));
  for (const mail of open.splice(0)) mail.answer();
  expect(await sending).toBe(4);
});

test('one who is to stop begins no more and waits for what is under way', async () => {
  const { open, arrived, makeOne, post } = await openServer();
  for (let n = 0; n < 20; n++) await post(`p${n}`, n);
  const mailer = makeOne();
  const sending = mailer.sendWaiting();
  await vi.waitFor(() => expect(open).toHaveLength(8));
  mailer.stop();
  for (const mail of open.splice(0)) mail.answer();
  expect(await sending).toBe(8);
  expect(arrived).toHaveLength(8);
});

test('when the box cannot be read any more, what is under way is waited for before that is said', async () => {
  const ended = Promise.withResolvers<void>();
  const looks = [async () => [{ id: 1, recipient: 'a' }], () => Promise.reject(new Error('the disk is gone'))];
  let isOver = false;
  const sending = inLanes({
    look: () => (looks.shift() ?? expect.fail())(),
    room: () => 8,
    send: () => ended.promise,
    onWake: () => () => {},
  }).finally(() => {
    isOver = true;
  });
  const refused = expect(sending).rejects.toThrow('the disk is gone');
  await setImmediate();
  expect([looks.length, isOver]).toEqual([0, false]);
  ended.resolve();
  await refused;
});

test('two processes that send many at the same time send none twice', async () => {
  const { deps, open, arrived, makeOne, post } = await openServer();
  for (let n = 0; n < 30; n++) await post(`p${n}`, n);
  const both = Promise.all([makeOne().sendWaiting(100), makeOne().sendWaiting(100)]);
  while (arrived.length < 30 || open.length > 0) {
    open.shift()?.answer();
    await setImmediate();
  }
  await both;
  expect(new Set(arrived).size).toBe(30);
  expect(arrived).toHaveLength(30);
  expect(await deps.read.select().from(mails).where(eq(mails.status, 'sent'))).toHaveLength(30);
});

test('a server that is down costs no mail a try; when it is back each goes out once', async () => {
  const { deps, clock, open, arrived, makeOne, post } = await openServer();
  for (let n = 0; n < 30; n++) await post(`p${n}`, n);
  const mailer = makeOne();
  const failing = mailer.sendWaiting(100);
  await vi.waitFor(() => expect(open).toHaveLength(8));
  for (const mail of open.splice(0)) mail.answer(down);
  expect(await failing).toBe(0);
  expect(arrived).toHaveLength(8);
  // Nobody asks it again at once, and then with one mail.
  expect(await mailer.sendWaiting(100)).toBe(0);
  clock.advance(seconds(5));
  const probing = mailer.sendWaiting(100);
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open.shift()?.answer(down);
  expect(await probing).toBe(0);
  expect(arrived).toHaveLength(9);
  const waiting = await deps.read.select().from(mails).where(eq(mails.attempts, 0));
  expect(waiting).toHaveLength(30);
  expect(waiting.filter(({ failure }) => failure === 'noConnection')).toHaveLength(9);
  // Those that found it down go with the others, and do not wait for a time of their own.
  clock.advance(seconds(5));
  const back = mailer.sendWaiting(100);
  await vi.waitFor(() => expect(open).toHaveLength(1));
  while (arrived.length < 39 || open.length > 0) {
    open.shift()?.answer();
    await setImmediate();
  }
  expect(await back).toBe(30);
  expect(arrived.slice(9).sort()).toEqual(Array.from({ length: 30 }, (_, n) => `p${n}@example.test`).sort());
});

/** What the log of a mailer says, and why. */
function watchedLog() {
  const lines: string[] = [];
  const at = (level: string) => (message: string, fields?: LogFields) =>
    void lines.push([level, message, fields?.why].filter(Boolean).join(': '));
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

test('a weekend without a server costs no mail; people are told once after five minutes, and when it is over', async () => {
  const { lines, log } = watchedLog();
  let isUp = false;
  const shop = await testShop();
  const types = [{ type: 'Test', audience: 'buyer' as const, make: async () => letter }];
  const transport: Transport = { send: async () => (isUp ? { kind: 'sent', reply: '250 ok' } : down), close() {} };
  const mailer = mailerOver({ ...shop.deps, log }, transport, types);
  for (const key of ['a', 'b', 'c']) await shop.deps.write((work) => work.post(newMail(key)));
  const states = async () => (await shop.deps.read.select().from(mails)).map(({ status }) => status);
  await mailer.sendWaiting();
  expect(lines).toEqual([expect.stringMatching(/^warn: the mail server takes nothing: nobody listens there/)]);
  for (let minute = 0; minute < 4; minute++) {
    shop.clock.advance(minutes(1));
    await mailer.sendWaiting();
  }
  expect(lines).toHaveLength(1);
  for (let hour = 0; hour < 60; hour++) {
    shop.clock.advance(minutes(60));
    await mailer.sendWaiting();
  }
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^error: the mail server has taken nothing for five minutes: nobody listens there/),
  ]);
  expect(await states()).toEqual(['queued', 'queued', 'queued']);
  isUp = true;
  shop.clock.advance(seconds(5));
  // A code that somebody asks for finds out that it is back.
  await shop.deps.write((work) => work.post(newMail('code')));
  expect(await mailer.sendNow('code')).toBe('sent');
  expect(lines.slice(2)).toEqual(['warn: the mail server takes mails again']);
  await mailer.sendWaiting();
  expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']);
});

test('a process that finds the server well sends what another one left waiting for it and nothing else', async () => {
  const { deps, mailer, clock, sent, stateOf } = await outbox([]);
  const later = instant(clock() + minutes(1));
  for (const key of ['left', 'unwanted', 'new']) await deps.write((work) => work.post(newMail(key)));
  const put = (key: string, values: Partial<typeof mails.$inferInsert>) =>
    deps.write(({ tx }) =>
      tx
        .update(mails)
        .set({ nextAttemptAt: later, ...values })
        .where(eq(mails.uniqueKey, key)),
    );
  await put('left', { failure: 'noConnection' });
  await put('unwanted', { attempts: 1, failure: 'recipient' });
  await mailer.sendWaiting();
  expect(sent).toHaveLength(2);
  expect((await stateOf('left'))?.status).toBe('sent');
});

test('what another process is sending once more is not sent twice when the server is found well', async () => {
  const { clock, open, arrived, makeOne, post } = await openServer();
  const one = makeOne();
  await post('slow', 1);
  const failing = one.sendWaiting();
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open.shift()?.answer(down);
  await failing;
  clock.advance(minutes(1));
  const again = one.sendWaiting();
  await vi.waitFor(() => expect(open).toHaveLength(1));
  await post('next', 2);
  const other = makeOne().sendWaiting();
  await vi.waitFor(() => expect(open).toHaveLength(2));
  open.pop()?.answer();
  expect(await other).toBe(1);
  open.pop()?.answer();
  await again;
  expect(arrived).toEqual(['slow@example.test', 'slow@example.test', 'next@example.test']);
});

test('a mail over which the connection is lost each time is given up like any mail, and holds up no other', async () => {
  const shop = await testShop();
  const types = [{ type: 'Test', audience: 'buyer' as const, make: async () => letter }];
  const lost: SendOutcome = { kind: 'temporary', failure: 'lost', reason: 'closed' };
  const arrived: string[] = [];
  const transport: Transport = {
    async send({ to }) {
      arrived.push(to.address);
      return to.address.startsWith('bad') ? lost : { kind: 'sent', reply: '250 ok' };
    },
    close() {},
  };
  const mailer = mailerOver(shop.deps, transport, types);
  await shop.deps.write((work) => work.post({ ...newMail('bad'), recipient: 'bad@example.test' }));
  for (let n = 0; n < 8; n++) {
    await shop.deps.write((work) => work.post({ ...newMail(`good ${n}`), recipient: `good${n}@example.test` }));
    await mailer.sendWaiting();
    shop.clock.advance(minutes(60 * 24));
    await mailer.sendWaiting();
  }
  expect(arrived.filter((to) => to.startsWith('bad'))).toHaveLength(7);
  const states = await shop.deps.read.select({ status: mails.status, failure: mails.failure }).from(mails);
  expect(states[0]).toEqual({ status: 'failed', failure: 'lost' });
  expect(states.slice(1)).toEqual(Array.from({ length: 8 }, () => ({ status: 'sent', failure: null })));
});

test('a mail that cannot be made while the database is away is no error of its own in the log', async () => {
  const shop = await testShop();
  const { log, lines } = watchedLog();
  let failure = new Error('ECONNREFUSED');
  const make = () => Promise.reject(failure);
  const mailer = mailerOver({ ...shop.deps, log }, scripted([]).transport, [{ type: 'Test', audience: 'buyer', make }]);
  const errorsOf = async (key: string) => {
    await shop.deps.write((work) => work.post(newMail(key)));
    await mailer.sendNow(key);
    return lines.filter((line) => line.startsWith('error: a mail could not be made')).length;
  };
  failure = Object.assign(new Error('the server is away'), { code: 'DATABASE_UNAVAILABLE' });
  expect(await errorsOf('away')).toBe(0);
  failure = new Error('broken');
  expect(await errorsOf('broken')).toBe(1);
});

test('a server that asks for patience gets it: 1, then 5 minutes', async () => {
  const busy: SendOutcome = { kind: 'temporary', failure: 'recipient', reason: '451 later' };
  const { deps, mailer, clock, sent, stateOf } = await outbox([busy, busy]);
  await deps.write((work) => work.post(newMail('k')));
  await mailer.sendWaiting(10);
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(1);
  clock.advance(minutes(1));
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(2);
  clock.advance(minutes(4));
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(2);
  clock.advance(minutes(1));
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(3);
  expect((await stateOf('k'))?.status).toBe('sent');
});

test('a final no is kept with its reason and not tried again', async () => {
  const { deps, mailer, clock, sent, stateOf } = await outbox([
    { kind: 'permanent', failure: 'recipient', reason: '550 no such user' },
  ]);
  await deps.write((work) => work.post(newMail('k')));
  expect(await mailer.sendNow('k')).toBe('refused');
  clock.advance(minutes(60 * 48));
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(1);
  expect(await stateOf('k')).toMatchObject({ status: 'failed', failure: 'recipient', lastError: '550 no such user' });
});

test('a mail that came too late is not sent, and its secret is gone', async () => {
  const { deps, mailer, clock, sent, stateOf } = await outbox([]);
  await deps.write((work) => work.post({ ...newMail('k'), expiresAt: (work.now + minutes(10)) as typeof work.now }));
  clock.advance(minutes(11));
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(0);
  expect(await stateOf('k')).toMatchObject({ status: 'failed', params: {} });
});

test('a process killed while sending leaves the mail to the next after two minutes', async () => {
  const { deps, mailer, clock, sent } = await outbox([]);
  await deps.write((work) => work.post(newMail('k')));
  await deps.write(({ tx, now }) =>
    tx.update(mails).set({ attempts: 1, nextAttemptAt: (now + minutes(2)) as typeof now }),
  );
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(0);
  clock.advance(minutes(2));
  await mailer.sendWaiting(10);
  expect(sent).toHaveLength(1);
});

const thingDone = factKind<{ thingId: number }>('thing.done');

test('a fact reaches each handler once, even when another handler of it fails', async () => {
  const { deps, clock } = await testShop();
  const heard: string[] = [];
  let broken = true;
  const otherDone = factKind<{ thingId: number }>('other.done');
  const handlers: FactHandler[] = [
    onFact(thingDone, 'first', async (_, { thingId }) => void heard.push(`first ${thingId}`)),
    onFact(thingDone, 'second', async () => {
      if (broken) throw new Error('not yet');
      heard.push('second');
    }),
    onFact(otherDone, 'deaf', async () => void heard.push('deaf')),
  ];
  await deps.write((work) => work.announce(thingDone({ thingId: 7 })));
  await deliverFacts(deps, handlers);
  expect(heard).toEqual(['first 7']);
  broken = false;
  await deliverFacts(deps, handlers);
  expect(heard).toEqual(['first 7']);
  clock.advance(minutes(1));
  await deliverFacts(deps, handlers);
  await deliverFacts(deps, handlers);
  expect(heard).toEqual(['first 7', 'second']);
  const [fact] = await deps.read.select().from(facts).where(eq(facts.name, 'thing.done'));
  expect(fact?.doneAt).not.toBeNull();
  expect(
    await deps.read
      .select()
      .from(factReceipts)
      .where(eq(factReceipts.factId, fact?.id ?? 0)),
  ).toMatchObject([{ handler: 'first' }]);
});

test('what a handler did is kept when a later one of the same fact fails, and what that one did is not', async () => {
  const { deps } = await testShop();
  const posting = (name: string, fails: boolean): FactHandler =>
    onFact(thingDone, name, async (work) => {
      await work.post(newMail(name));
      if (fails) throw new Error('not yet');
    });
  await deps.write((work) => work.announce(thingDone({ thingId: 7 })));
  await deliverFacts(deps, [posting('first', false), posting('second', true), posting('third', false)]);
  const keys = (await deps.read.select().from(mails)).map(({ uniqueKey }) => uniqueKey);
  expect(keys).toEqual(['first', 'third']);
});

test('two processes that deliver the same fact at the same time deliver it once', async () => {
  const { deps } = await testShop();
  const heard: number[] = [];
  const handlers = [onFact(thingDone, 'first', async (_, { thingId }) => void heard.push(thingId))];
  await deps.write((work) => work.announce(thingDone({ thingId: 7 })));
  await Promise.all([deliverFacts(deps, handlers), deliverFacts(deps, handlers)]);
  expect(heard).toEqual([7]);
});

test('what a refused work announced and posted never was', async () => {
  const { deps } = await testShop();
  await expect(
    deps.write(async (work) => {
      await work.announce(thingDone({ thingId: 7 }));
      await work.post(newMail('k'));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await deps.read.select().from(facts)).toEqual([]);
  expect(await deps.read.select().from(mails)).toEqual([]);
});

test('a job runs in one process at a time; a lease that ran out is free', async () => {
  const { deps, clock } = await testShop();
  const runs: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const slow = {
    name: 'count',
    everyMs: 1000,
    run: async () => {
      runs.push('slow');
      begin();
      await held;
      return false;
    },
  };
  const { promise: secondRan, resolve: ran } = Promise.withResolvers<void>();
  const quick = {
    name: 'count',
    everyMs: 1000,
    run: async () => {
      runs.push('quick');
      ran();
      return false;
    },
  };
  const one = new JobRunner(deps, [slow]);
  const two = new JobRunner(deps, [quick]);
  one.start(5);
  await began;
  two.start(5);
  two.poke('count');
  await two.stop();
  expect(runs).toEqual(['slow']);
  clock.advance(minutes(2));
  const three = new JobRunner(deps, [quick]);
  three.start(5);
  await secondRan;
  expect(runs).toEqual(['slow', 'quick']);
  release();
  await Promise.all([one.stop(), three.stop()]);
});

test('a limit counts per key and window, and says when to come back', async () => {
  const { deps, clock } = await testShop();
  const limit: Limit = { name: 'tries', most: 3, windowMs: minutes(10), per: 'address' };
  const tryIt = (key: string, factor = 1) => deps.write((work) => countTry(work, limit, key, factor));
  for (let i = 0; i < 3; i++) await tryIt('a');
  await expect(tryIt('a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 600 } });
  await tryIt('b');
  clock.advance(minutes(10));
  await tryIt('a');
  for (let i = 0; i < 20; i++) await tryIt('c', 0);
  for (let i = 0; i < 6; i++) await tryIt('d', 2);
  await expect(tryIt('d', 2)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

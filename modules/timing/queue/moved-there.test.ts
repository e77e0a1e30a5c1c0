import { expect, test } from 'vitest';
import { setBib } from '#modules/orders/index.ts';
import { runner } from '#modules/orders/testing.ts';
import { orderPaid, rrId, shopWithTiming, type TimingShop } from '../testing.ts';

/** Numbers changed at RACE RESULT without a web hook, or with a lost message. */

const renamed = (at: TimingShop, orderId: number, participantId: number, firstName: string) =>
  at.admin.json('POST', `/api/admin/participants/${participantId}/orders/${orderId}/change-data`, { firstName });

test('applies a number changed at RACE RESULT without a web hook before the next push', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const { orderId, participantIds } = await orderPaid(at, at.race, [runner({ firstName: 'Anna' })]);
  await at.sync();
  at.shop.clock.advance(60_000);
  await at.simulator.change(rrId, 1, { Bib: 5003 });
  await renamed(at, orderId, participantIds[0] ?? 0, 'Annika');
  await at.sync();
  expect(at.there()).toMatchObject([{ Bib: 5003, Firstname: 'Annika' }]);
  expect(await at.bibs()).toMatchObject([{ bib: '5003' }]);
  expect(await at.pushes()).toMatchObject([{ state: 'sent', bibThere: '5003', lastError: null }]);
  await at.admin.json('POST', `/api/admin/events/${at.race.eventId}/race-result/sync`, { what: 'all' });
  await at.sync();
  expect(at.there()).toMatchObject([{ Bib: 5003, PaidEntryFee: 30 }]);
  expect(await at.pushes()).toMatchObject([{ state: 'sent', lastError: null }]);
});

test('reads no changes of RACE RESULT after the stop date', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const { orderId, participantIds } = await orderPaid(at, at.race, [runner({ firstName: 'Anna' })]);
  await at.sync();
  at.shop.clock.advance(60_000);
  await at.setUp({ syncStopDate: '2026-01-01T00:00:00Z' });
  await at.simulator.change(rrId, 1, { Bib: 5003 });
  await renamed(at, orderId, participantIds[0] ?? 0, 'Annika');
  at.simulator.calls.length = 0;
  await at.sync();
  expect(at.simulator.calls).toEqual([]);
  expect(await at.bibs()).toMatchObject([{ bib: '101' }]);
});

test.each([
  ['a list', {}],
  ['no list', { listUrl: null }],
])('two who exchanged numbers there keep their own data (%s)', async (_, change) => {
  const at = await shopWithTiming();
  await at.setUp(change);
  const { orderId, participantIds } = await orderPaid(at, at.race, [
    runner({ firstName: 'Ada', lastName: 'Ahorn' }),
    runner({ firstName: 'Ben', lastName: 'Birke', gender: 'male' }),
  ]);
  await at.sync();
  at.shop.clock.advance(60_000);
  await at.simulator.change(rrId, 1, { Bib: 9000 });
  await at.simulator.change(rrId, 2, { Bib: 101 });
  await at.simulator.change(rrId, 1, { Bib: 102 });
  await renamed(at, orderId, participantIds[0] ?? 0, 'Adele');
  await at.sync();
  expect(at.there()).toMatchObject([
    { ID: 1, Bib: 102, Firstname: 'Adele', Lastname: 'Ahorn', Sex: 'f' },
    { ID: 2, Bib: 101, Firstname: 'Ben', Lastname: 'Birke', Sex: 'm' },
  ]);
});

test('a number of ours that a stranger has there overwrites nobody; one laid out there waits for its person', async () => {
  const at = await shopWithTiming();
  await at.setUp({ newBibUrl: null });
  const { participantIds } = await orderPaid(at, at.race, [
    runner({ lastName: 'Ahorn' }),
    runner({ lastName: 'Birke' }),
  ]);
  at.simulator
    .event(rrId)
    ?.participants.push(
      { ID: 77, Bib: 300, Contest: 1, Status: 0, Lastname: 'Nachmelder', Firstname: 'Nino', ForeignKey: '' },
      { ID: 78, Bib: 301, Contest: 1, Status: 0, Lastname: '', Firstname: '', ForeignKey: '' },
    );
  for (const [n, participantId] of participantIds.entries())
    await at.shop.deps.write((work) => setBib(work, { participantId, bib: String(300 + n), editorId: 1 }));
  await at.sync();
  expect(at.there()).toMatchObject([{ Lastname: 'Nachmelder', ForeignKey: '' }, { Lastname: 'Birke' }]);
  expect(await at.pushes()).toMatchObject([
    { state: 'dead', lastError: 'bibTakenThere: 300' },
    { state: 'sent', lastError: null },
  ]);
});

test('a web hook that comes while its person is being sent is not forgotten', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const made = await at.admin.json<{ webhookIdentifier: string }>(
    'POST',
    `/api/admin/events/${at.race.eventId}/generate-webhook-url`,
  );
  await orderPaid(at, at.race, [runner()]);
  const { fetch } = at.shop.deps;
  at.shop.deps.fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (at.simulator.calls.at(-1)?.command === 'agegroups/reassign' && at.there()[0]?.Bib === 101) {
      const event = at.simulator.event(rrId);
      const hook = `http://shop.test/api/race-result/webhook/${made.body.webhookIdentifier}`;
      if (event) event.hooks = [{ id: 1, type: 1, url: hook, fields: ['ID', 'Bib', 'ForeignKey'] }];
      at.shop.clock.advance(1000);
      await at.simulator.change(rrId, 1, { Bib: 555 });
      await at.simulator.settled();
    }
    return answer;
  };
  await at.sync();
  expect(await at.bibs()).toMatchObject([{ bib: '555' }]);
  expect(await at.pushes()).toMatchObject([{ state: 'sent', bibThere: '555' }]);
  expect(at.there()).toMatchObject([{ Bib: 555, PaidEntryFee: 30 }]);
});

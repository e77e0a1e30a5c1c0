import { expect, test } from 'vitest';
import { runner } from '#modules/orders/testing.ts';
import { toIso } from '#src/kernel/time.ts';
import { orderPaid, rrId, shopWithTiming } from '../testing.ts';

async function hooked(change: Record<string, unknown> = {}, people = 2) {
  const at = await shopWithTiming();
  await at.setUp(change);
  const { participantIds } = await orderPaid(
    at,
    at.race,
    Array.from({ length: people }, () => runner()),
  );
  await at.sync();
  const made = await at.admin.json<{ webhookIdentifier: string }>(
    'POST',
    `/api/admin/events/${at.race.eventId}/generate-webhook-url`,
  );
  const { webhookIdentifier } = made.body;
  const tell = (values: object, more: object = {}, identifier = webhookIdentifier) =>
    at.shop.visitor().json('POST', `/api/race-result/webhook/${identifier}`, {
      EventID: rrId,
      WebHookID: 3,
      TimeStamp: toIso(at.shop.clock()),
      Values: values,
      ...more,
    });
  const bibs = async () => (await at.bibs()).map(({ bib }) => bib);
  return { at, tell, bibs, webhookIdentifier, ids: participantIds as [number, number] };
}

test('a number that changed there is ours, found by key, by their number or by the number it was', async () => {
  const { at, tell, bibs, ids } = await hooked({}, 3);
  const keys = ids.map(String);
  expect((await tell({ ForeignKey: keys[0], ID: 1, Bib: 901 })).status).toBe(200);
  at.shop.clock.advance(1000);
  expect((await tell({ ID: 2, Bib: '902' })).status).toBe(200);
  at.shop.clock.advance(1000);
  // Nothing but the number that it has: that is no change.
  expect((await tell({ Bib: 103, Lastname: 'X' })).status).toBe(200);
  expect(await bibs()).toEqual(['901', '902', '103']);
  // What came from there is not sent back.
  const before = at.simulator.calls.length;
  await at.sync();
  expect(at.simulator.calls).toHaveLength(before);
});

test('an unknown identifier is not found, and a new one voids the one before', async () => {
  const { at, tell, bibs, ids, webhookIdentifier } = await hooked();
  const values = { ForeignKey: String(ids[0]), Bib: 950 };
  expect((await tell(values, {}, 'nonsense')).status).toBe(404);
  expect(webhookIdentifier.length).toBeGreaterThanOrEqual(22);
  await at.admin.json('POST', `/api/admin/events/${at.race.eventId}/generate-webhook-url`);
  expect((await tell(values)).status).toBe(404);
  expect(await bibs()).toEqual(['101', '102']);
});

test('another event, a strange key and an older message change nothing', async () => {
  const { at, tell, bibs, ids } = await hooked();
  const key = String(ids[0]);
  expect((await tell({ ForeignKey: key, Bib: 911 }, { EventID: '999' })).status).toBe(200);
  expect((await tell({ ForeignKey: '999999', ID: 1, Bib: 912 })).status).toBe(200);
  expect(await bibs()).toEqual(['101', '102']);
  const now = at.shop.clock();
  await tell({ ForeignKey: key, Bib: 913 }, { TimeStamp: toIso(now) });
  await tell({ ForeignKey: key, Bib: 914 }, { TimeStamp: toIso(now - 60_000) });
  await tell({ ForeignKey: key, Bib: 913 }, { TimeStamp: toIso(now) });
  expect(await bibs()).toEqual(['913', '102']);
  expect((await tell({ ForeignKey: key, Bib: 915 }, { TimeStamp: 'yesterday' })).status).toBe(400);
});

test('JSON is heard however it is declared, and a field that says nothing keeps no other from being heard', async () => {
  const { at, bibs, webhookIdentifier, ids } = await hooked();
  const tell = async (bib: number, type: string | null) => {
    const body = JSON.stringify({
      EventID: rrId,
      TimeStamp: toIso(at.shop.clock()),
      Values: { ForeignKey: String(ids[0]), Bib: bib, Splits: { a: 1 }, Comment: 'x'.repeat(5001), Fee: null },
    });
    at.shop.clock.advance(1000);
    const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
    const path = `/api/race-result/webhook/${webhookIdentifier}`;
    const answer = await at.shop
      .visitor()
      .fetch(path, { method: 'POST', body: new TextEncoder().encode(body), headers });
    return [answer.status, (await bibs())[0]];
  };
  expect(await tell(921, 'application/json')).toEqual([200, '921']);
  expect(await tell(922, 'text/plain; charset=utf-8')).toEqual([200, '922']);
  expect(await tell(923, 'application/x-www-form-urlencoded')).toEqual([200, '923']);
  expect(await tell(924, null)).toEqual([200, '924']);
});

test('two who exchange their numbers have them after the second message, and never the same one', async () => {
  const { at, tell, bibs, ids } = await hooked();
  await tell({ ForeignKey: String(ids[0]), Bib: 102 });
  expect(await bibs()).toEqual(['101', '102']);
  await tell({ ForeignKey: String(ids[1]), Bib: 101 });
  expect(await bibs()).toEqual(['102', '101']);
  expect((await at.pushes()).map(({ bibThere }) => bibThere)).toEqual(['102', '101']);
});

test('personal data changes only where the organizer chose it, and never to nothing', async () => {
  const { at, tell, ids } = await hooked({ webhookFields: ['club', 'nationalityCountryCode'] });
  const Values = { ForeignKey: String(ids[0]), Lastname: 'Fremd', Club: 'LC Dönau', Nation: 'SUI', Sex: 'm' };
  await tell(Values);
  at.shop.clock.advance(1000);
  await tell({ ...Values, Club: '', Nation: '' });
  const found = await at.admin.json<{ rows: object[] }>('GET', `/api/admin/participants?q=${ids[0]}`);
  const orders = await at.admin.json<{ rows: { competitions: { teams: { participants: object[] }[] }[] }[] }>(
    'GET',
    '/api/admin/orders',
  );
  const person = orders.body.rows[0]?.competitions[0]?.teams[0]?.participants[0];
  expect(found.status).toBe(200);
  expect(person).toMatchObject({ club: 'LC Dönau', nationalityCountryCode: 'CH', gender: 'female' });
  expect(JSON.stringify(person)).not.toContain('Fremd');
});

test('a change link comes along', async () => {
  const { at, tell, ids } = await hooked();
  await tell({ ForeignKey: String(ids[0]), ChangeLink: 'https://my.raceresult.example/new' });
  expect((await at.bibs())[0]).toMatchObject({ bib: '101', link: 'https://my.raceresult.example/new' });
});

test('an older bib number of RACE RESULT does not overwrite one that waits to be sent', async () => {
  const { at, tell, bibs, ids } = await hooked();
  at.simulator.misbehaviour.failNext({ command: 'part/savefields', kind: 'drop' });
  const path = `/api/admin/events/${at.race.eventId}/race-result/participants/${ids[0]}/bib`;
  expect((await at.admin.json('PUT', path, { bib: '777' })).status).toBe(204);
  await tell({ ForeignKey: String(ids[0]), Bib: 555 });
  expect(await bibs()).toEqual(['777', '102']);
  await at.sync();
  expect(at.there()[0]).toMatchObject({ Bib: 777 });
});

test('receives the web hooks of the simulator', async () => {
  const { at, bibs, webhookIdentifier } = await hooked();
  const event = at.simulator.event(rrId);
  if (event)
    event.hooks = [
      {
        id: 1,
        type: 1,
        url: `http://shop.test/api/race-result/webhook/${webhookIdentifier}`,
        fields: ['ID', 'Bib', 'ForeignKey'],
      },
    ];
  at.shop.clock.advance(1000);
  await at.simulator.change(rrId, 1, { Bib: 808 });
  await at.simulator.settled();
  expect(await bibs()).toEqual(['808', '102']);
});

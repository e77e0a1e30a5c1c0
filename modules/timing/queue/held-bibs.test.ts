import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { participants } from '#modules/orders/schema.ts';
import { runner } from '#modules/orders/testing.ts';
import { bibsHeldByTiming } from '../read-settings.ts';
import { orderPaid, rrId, shopWithTiming } from '../testing.ts';

type Refused = { code: string; details: { fields?: Record<string, string[]> } };

async function canceled(isKnownThere = true) {
  const at = await shopWithTiming();
  const { admin, race, shop } = at;
  if (isKnownThere) await at.setUp({ newBibUrl: null });
  const { orderId, participantIds } = await orderPaid(at, race, [runner({ firstName: 'Ada', lastName: 'Ahorn' })]);
  const [ada = 0] = participantIds;
  await shop.settle();
  const give = (participantId: number, bib: string) =>
    admin.json<Refused>('POST', `/api/admin/events/${race.eventId}/bib`, { participantId, bib });
  expect((await give(ada, '5')).status).toBeLessThan(300);
  if (isKnownThere) await at.sync();
  await admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund: { mode: 'none' } });
  await shop.settle();
  const bibs = async () =>
    (await shop.deps.read.select().from(participants).orderBy(asc(participants.id))).map(({ rrBib }) => rrBib);
  return { ...at, orderId, ada, give, bibs };
}

test('a canceled person’s number that they still know there is nobody else’s at the desk; where nobody knows it, it is free', async () => {
  const at = await canceled();
  expect([...(await bibsHeldByTiming(at.shop.deps.read, at.race.eventId))]).toEqual([['5', at.ada]]);
  const { participantIds } = await orderPaid(at, at.race, [runner({ firstName: 'Ben', lastName: 'Birke' })]);
  const refused = await at.give(participantIds[0] ?? 0, '5');
  expect([refused.status, refused.body.details.fields]).toEqual([
    400,
    { bib: [expect.stringContaining('RACE RESULT kennt diese Startnummer noch')] },
  ]);
  expect((await at.give(participantIds[0] ?? 0, '6')).status).toBeLessThan(300);
  await at.sync();
  // No push is dead, and no participant there is overwritten.
  expect((await at.pushes()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect(at.there()).toMatchObject([
    { Bib: 5, Lastname: 'Ahorn', Status: 5 },
    { Bib: 6, Lastname: 'Birke' },
  ]);

  const free = await canceled(false);
  const other = await orderPaid(free, free.race, [runner({ firstName: 'Ben', lastName: 'Birke' })]);
  expect((await free.give(other.participantIds[0] ?? 0, '5')).status).toBeLessThan(300);
});

test('no range and no file assigns it, and the preview says why', async () => {
  const at = await canceled();
  const { admin, race, shop } = at;
  const base = `/api/admin/events/${race.eventId}`;
  await admin.json('POST', `${base}/bib-ranges`, { competitionId: race.runId, first: 5, last: 9 });
  await admin.json('PATCH', `/api/admin/events/${race.eventId}/bibs`, { assignOnCompletion: true });
  await orderPaid(at, race, [runner({ firstName: 'Ben', lastName: 'Birke' })]);
  await shop.settle();
  expect(await at.bibs()).toEqual(['5', '6']);
  const form = new FormData();
  form.set('file', new File(['Vorname;Nachname;Startnummer\nBen;Birke;5\n'], 'bibs.csv'));
  const answer = await admin.fetch(`${base}/bib-imports`, {
    method: 'POST',
    headers: { 'x-csrf-token': admin.cookies.get('csrf-token') ?? '' },
    body: form,
  });
  const { run } = (await answer.json()) as { run: { id: number } };
  const page = await (await admin.fetch(`/admin/events/${race.eventId}/bibs/runs/${run.id}`)).text();
  expect(page).toContain('Nummer 5 hat in RACE RESULT noch jemand, der storniert hat');
});

test('a number that another participant has at RACE RESULT by now is free here', async () => {
  const at = await canceled();
  const { admin, race, shop } = at;
  await at.sync();
  const made = await admin.json<{ webhookIdentifier: string }>(
    'POST',
    `/api/admin/events/${race.eventId}/generate-webhook-url`,
  );
  const event = at.simulator.event(rrId);
  const url = `http://shop.test/api/race-result/webhook/${made.body.webhookIdentifier}`;
  if (event) event.hooks = [{ id: 1, type: 1, url, fields: ['ID', 'Bib', 'ForeignKey'] }];
  shop.clock.advance(60_000);
  await at.simulator.change(rrId, 1, { Bib: 9005 });
  await at.simulator.settled();
  await shop.settle();
  expect([...(await bibsHeldByTiming(shop.deps.read, race.eventId))]).toEqual([['9005', at.ada]]);
  const { participantIds } = await orderPaid(at, race, [runner({ firstName: 'Ben', lastName: 'Birke' })]);
  expect((await at.give(participantIds[0] ?? 0, '5')).status).toBeLessThan(300);
  await at.sync();
  expect((await at.pushes()).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

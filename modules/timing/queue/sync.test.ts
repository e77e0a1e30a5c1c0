import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { serveSimulator } from '#dev/race-result-simulator/serve.ts';
import { addressesOf, simulatedEvent } from '#dev/race-result-simulator/setup.ts';
import { createCompetition, createFormField, createPrice, updateEvent } from '#modules/events/index.ts';
import { setBib } from '#modules/orders/index.ts';
import { runner } from '#modules/orders/testing.ts';
import { toIso } from '#src/kernel/time.ts';
import { raceResultPushes } from '../schema.ts';
import { orderPaid, rrId, shopWithTiming } from '../testing.ts';

test('a paid participant gets a number, data, paid mark, age group and change link', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const { participantIds } = await orderPaid(at, at.race, [
    runner({ firstName: 'Zoë', lastName: 'Wałęsa', nationalityCountryCode: 'DE', club: 'LC Dönau' }),
    runner({ gender: 'male', birthDate: '1980-02-29', email: null }),
  ]);
  await at.sync();
  expect(at.there()).toMatchObject([
    {
      ID: 1,
      Bib: 101,
      Firstname: 'Zoë',
      Lastname: 'Wałęsa',
      Sex: 'f',
      DateOfBirth: '1994-05-01',
      Nation: 'GER',
      Club: 'LC Dönau',
      Contest: 1,
      Language: 'de',
      ForeignKey: String(participantIds[0]),
      PaidEntryFee: 30,
      AgeGroup1: 1991,
    },
    { ID: 2, Bib: 102, Sex: 'm', DateOfBirth: '1980-02-29', Contest: 1, ForeignKey: String(participantIds[1]) },
  ]);
  expect(await at.bibs()).toMatchObject([
    { bib: '101', link: expect.stringContaining('https://my.raceresult.example/') },
    { bib: '102' },
  ]);
  expect(await at.pushes()).toMatchObject([
    { state: 'sent', due: 0, pid: 1, bibThere: '101', hasSaveValue: true, lastError: null },
    { state: 'sent', due: 0, pid: 2, bibThere: '102' },
  ]);
  // Nothing personal stands in an address.
  expect(at.calls('part/new')).toHaveLength(2);
  expect(at.calls('part/savefields')).toHaveLength(2);
});

test('without anything set up nobody is queued; nothing goes out while an order is unpaid', async () => {
  const at = await shopWithTiming();
  await orderPaid(at, at.race, [runner()]);
  await at.sync();
  expect(await at.pushes()).toEqual([]);
  expect(at.simulator.calls).toEqual([]);
});

test.each([
  ['before it was done', 'before', 1],
  ['after it was done', 'after', 1],
] as const)('a connection that breaks in new-bib, %s, costs no second number', async (_, when, people) => {
  const at = await shopWithTiming();
  await at.setUp();
  at.simulator.misbehaviour.failNext({ command: 'part/new', kind: 'drop', when });
  await orderPaid(at, at.race, [runner()]);
  await at.sync();
  expect(at.there()).toHaveLength(people);
  expect(at.there()).toMatchObject([{ Bib: 101, Contest: 1, ForeignKey: expect.stringMatching(/^\d+$/) }]);
  expect(await at.bibs()).toMatchObject([{ bib: '101' }]);
});

test('over real connections a lost answer costs no second number either: nobody below asks again by itself', async () => {
  const at = await shopWithTiming();
  const served = await serveSimulator({
    clock: at.shop.clock,
    events: [simulatedEvent(rrId, [{ id: 1, name: '10 km', from: 101, to: 999 }])],
    settings: { limitMs: 0 },
  });
  onTestFinished(() => served.close());
  await at.setUp(addressesOf(served.url, rrId));
  served.simulator.misbehaviour.failNext({ command: 'part/new', kind: 'drop', when: 'after', skip: 2, times: 3 });
  await orderPaid(
    at,
    at.race,
    Array.from({ length: 6 }, () => runner()),
  );
  await at.sync();
  expect(served.simulator.participants(rrId)).toHaveLength(6);
  expect((await at.pushes()).map(({ state }) => state)).toEqual(Array(6).fill('sent'));
});

test('several numbers whose answers were lost are found again, each by one participant', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  at.simulator.misbehaviour.failNext({ command: 'part/new', kind: 'drop', when: 'after', times: 4 });
  await orderPaid(
    at,
    at.race,
    Array.from({ length: 4 }, () => runner()),
  );
  await at.sync();
  expect(at.there()).toHaveLength(4);
  expect(new Set((await at.bibs()).map(({ bib }) => bib)).size).toBe(4);
  expect(at.there().every(({ ForeignKey }) => ForeignKey !== '')).toBe(true);
});

test('a lost answer and no list to look into: nobody takes a second number before a person says so', async () => {
  const at = await shopWithTiming();
  await at.setUp({ listUrl: null });
  at.simulator.misbehaviour.failNext({ command: 'part/new', kind: 'drop', when: 'after' });
  const { participantIds } = await orderPaid(at, at.race, [runner()]);
  await at.sync();
  expect(at.there()).toHaveLength(1);
  expect(await at.pushes()).toMatchObject([{ state: 'dead', lastError: 'unsure' }]);
  const path = `/api/admin/events/${at.race.eventId}/race-result/sync`;
  expect((await at.admin.json('POST', path, { participantIds })).status).toBe(200);
  await at.sync();
  expect(await at.pushes()).toMatchObject([{ state: 'sent', bibThere: '102' }]);
});

test('"too fast" makes the address rest, and everybody comes through once', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  at.simulator.settings.limitMs = 1000;
  await orderPaid(at, at.race, [runner(), runner(), runner()]);
  await at.sync();
  expect(at.simulator.calls.some(({ status }) => status === 406)).toBe(true);
  expect(at.there().map(({ Bib }) => Bib)).toEqual([101, 102, 103]);
  expect((await at.pushes()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
});

test('the default interval never hits the rate limit', async () => {
  const at = await shopWithTiming({ env: { RACE_RESULT_INTERVAL_MS: '1100' } });
  await at.setUp();
  at.simulator.settings.limitMs = 1000;
  await orderPaid(at, at.race, [runner(), runner()]);
  for (let second = 0; second < 12; second++) {
    await at.shop.settle();
    at.shop.clock.advance(1100);
  }
  await at.sync();
  expect(at.simulator.calls.filter(({ status }) => status !== 200)).toEqual([]);
  expect(at.there()).toHaveLength(2);
});

test('repeated failures end as a dead push that can be retried manually', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  at.simulator.misbehaviour.failNext({
    command: 'part/savefields',
    kind: 'status',
    status: 400,
    error: 'field not found: Club',
  });
  const { orderId } = await orderPaid(at, at.race, [runner({ club: 'LC Donau' })]);
  await at.sync();
  expect(await at.pushes()).toMatchObject([{ state: 'dead', lastError: 'refused: field not found: Club' }]);
  const base = `/api/admin/events/${at.race.eventId}/race-result`;
  const listed = await at.admin.json<{ rows: object[] }>('GET', `${base}/participants`);
  expect(listed.body.rows).toMatchObject([
    {
      orderId,
      state: 'dead',
      error: 'refused',
      errorText: 'field not found: Club',
      rrBib: '101',
      rrLastSynchroTime: null,
    },
  ]);
  const order = async () => (await at.admin.json<{ order: object }>('GET', `/api/admin/orders/${orderId}`)).body.order;
  expect(await order()).toMatchObject({ rrHasSaveValueSet: false, rrLastSynchroTime: null });
  expect((await at.admin.json('POST', `${base}/sync`, { what: 'failed' })).body).toEqual({ count: 1 });
  await at.sync();
  expect(await at.pushes()).toMatchObject([{ state: 'sent', lastError: null }]);
  expect(await order()).toMatchObject({
    rrHasSaveValueSet: true,
    rrLastSynchroTime: expect.stringMatching(/^2026-.*Z$/),
  });
});

test('after the stop date nothing goes out, until it is moved', async () => {
  const at = await shopWithTiming();
  await at.setUp({ syncStopDate: toIso(at.shop.clock() + 60_000) });
  at.shop.clock.advance(60_000);
  await orderPaid(at, at.race, [runner()]);
  await at.sync();
  expect(at.simulator.calls).toEqual([]);
  expect(await at.pushes()).toMatchObject([{ state: 'skipped' }]);
  await at.setUp({ syncStopDate: toIso(at.shop.clock() + 86_400_000) });
  await at.sync();
  expect(await at.pushes()).toMatchObject([{ state: 'sent' }]);
});

test('who moves to another competition keeps the number and has the other contest', async () => {
  const at = await shopWithTiming();
  const { eventId, runId } = at.race;
  const longId = await at.shop.deps.write(async (work) => {
    const id = await createCompetition(work, eventId, { title: '21 km', totalTicketCount: 10 });
    await createPrice(work, id, { price: 3000, quantity: 10 });
    return id;
  });
  const competitions = [
    { competitionId: runId, rrContestId: 1 },
    { competitionId: longId, rrContestId: 2 },
  ];
  await at.setUp({ competitions });
  const { orderId, participantIds } = await orderPaid(at, at.race, [runner()]);
  await at.sync();
  const moved = await at.admin.json('PATCH', `/api/admin/orders/${orderId}/change-participant-competition`, {
    participantId: participantIds[0],
    competitionId: longId,
    keepsPrice: true,
  });
  expect(moved.status).toBe(200);
  await at.sync();
  expect(at.there()).toMatchObject([{ Bib: 101, Contest: 2 }]);
  expect(at.calls('agegroups/reassign')).toHaveLength(2);
});

test('who is canceled stays there out of the race, and comes back with the order', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const { orderId } = await orderPaid(at, at.race, [runner()]);
  await at.sync();
  await at.admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund: { mode: 'none' } });
  await at.sync();
  expect(at.there()).toMatchObject([{ Bib: 101, Status: 5, Comment: 'canceled' }]);
  await at.admin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'pending' });
  await at.admin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  await at.sync();
  expect(at.there()).toMatchObject([{ Bib: 101, Status: 0, Comment: 'registered again' }]);
});

test('the number of the participant is the start number where the organizer wants it', async () => {
  const at = await shopWithTiming();
  await at.setUp({ useParticipantIdAsBib: true });
  const { participantIds } = await orderPaid(at, at.race, [runner()]);
  await at.sync();
  expect(at.calls('part/new')).toEqual([]);
  expect(at.there()).toMatchObject([{ Bib: participantIds[0], ForeignKey: String(participantIds[0]) }]);
  expect(await at.bibs()).toMatchObject([{ bib: String(participantIds[0]) }]);
});

test('what is too long is cut to what they take, and never within a character; answers go by their names there', async () => {
  const at = await shopWithTiming({ customFields: ['Shirt', 'Bus', 'Note'] });
  await at.setUp();
  const field = (rrName: string, type: 'text' | 'checkbox') =>
    at.shop.deps.write((work) =>
      createFormField(work, at.race.eventId, {
        name: { de: rrName, en: rrName },
        type,
        rrName,
        competitionIds: [at.race.runId],
      }),
    );
  const [shirt, bus, note] = [
    await field('Shirt', 'text'),
    await field('Bus', 'checkbox'),
    await field('Note', 'text'),
  ];
  const club = `${'Ö'.repeat(99)}👩‍👩‍👧`.slice(0, 100);
  await orderPaid(at, at.race, [
    runner({
      lastName: 'Größenwahn-Štěpánková',
      club,
      formFieldsSelected: [
        { fieldId: shirt, value: 'Größe „M“' },
        { fieldId: bus, value: 'true' },
        { fieldId: note, value: '🏃'.repeat(300) },
      ],
    }),
  ]);
  await at.sync();
  const [one] = at.there();
  expect(one).toMatchObject({ Lastname: 'Größenwahn-Štěpánková', Shirt: 'Größe „M“', Bus: '1' });
  expect(String(one?.Note)).toBe('🏃'.repeat(127));
});

test('an empty value never overwrites a value of RACE RESULT', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const { orderId, participantIds } = await orderPaid(at, at.race, [runner({ club: 'LC Donau' })]);
  await at.sync();
  const path = `/api/admin/participants/${participantIds[0]}/orders/${orderId}/change-data`;
  expect((await at.admin.json('POST', path, { club: null, firstName: 'Zoe' })).status).toBeLessThan(300);
  await at.sync();
  expect(at.there()).toMatchObject([{ Firstname: 'Zoe', Club: 'LC Donau' }]);
});

test('sends a number set here; a refusal is undone and reported', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const { participantIds } = await orderPaid(at, at.race, [runner(), runner()]);
  await at.sync();
  const [one = 0, other = 0] = participantIds;
  await at.shop.deps.write((work) => setBib(work, { participantId: one, bib: '500', editorId: 1 }));
  await at.sync();
  expect(at.there()[0]).toMatchObject({ Bib: 500 });
  // An unknown participant there has the number.
  at.simulator.event('165435')?.participants.push({ ID: 99, Bib: 700, Contest: 1, ForeignKey: '', Lastname: 'X' });
  await at.shop.deps.write((work) => setBib(work, { participantId: other, bib: '700', editorId: 1 }));
  await at.sync();
  expect(await at.bibs()).toMatchObject([{ bib: '500' }, { bib: '102' }]);
  expect(await at.pushes()).toMatchObject([{ lastError: null }, { state: 'sent', lastError: 'RR_BIB_CHANGE_FAILED' }]);
});

test('changing a number reports a refusal of RACE RESULT', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const { participantIds } = await orderPaid(at, at.race, [runner(), runner()]);
  await at.sync();
  const bibOf = (id: number) => `/api/admin/events/${at.race.eventId}/race-result/participants/${id}/bib`;
  const [one = 0] = participantIds;
  expect((await at.admin.json('PUT', bibOf(one), { bib: '600' })).status).toBe(204);
  expect(at.there()[0]).toMatchObject({ Bib: 600 });
  const taken = await at.admin.json('PUT', bibOf(one), { bib: '102' });
  expect(taken).toMatchObject({ status: 409, body: { code: 'RR_BIB_TAKEN' } });
  at.simulator.misbehaviour.failNext({ command: 'part/savefields', kind: 'status', status: 400, error: 'locked' });
  const refused = await at.admin.json('PUT', bibOf(one), { bib: '601' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'RR_BIB_CHANGE_FAILED' } });
  expect(await at.bibs()).toMatchObject([{ bib: '600' }, { bib: '102' }]);
  // A connection that breaks decides nothing: ours waits in the queue.
  at.simulator.misbehaviour.failNext({ command: 'part/savefields', kind: 'drop' });
  expect((await at.admin.json('PUT', bibOf(one), { bib: '602' })).status).toBe(204);
  await at.sync();
  expect(at.there()[0]).toMatchObject({ Bib: 602 });
});

test('no change link where the event wants none; the mail that waits for the number goes out with it', async () => {
  const at = await shopWithTiming();
  await at.shop.deps.write((work) => updateEvent(work, at.race.eventId, { needsBibForMail: true, noChangelink: true }));
  await at.setUp();
  await orderPaid(at, at.race, [runner({ email: 'wartet@runner.test' })]);
  await at.shop.settle();
  await at.sync();
  expect(at.calls('changelink')).toEqual([]);
  expect(await at.bibs()).toMatchObject([{ bib: '101', link: null }]);
  expect(await at.shop.mails('wartet@runner.test')).toHaveLength(1);
});

test('unchanged values are not sent again', async () => {
  const at = await shopWithTiming();
  await at.setUp();
  const { orderId } = await orderPaid(at, at.race, [runner(), runner()]);
  await at.sync();
  const before = at.simulator.calls.length;
  await at.admin.json('PATCH', `/api/admin/orders/${orderId}/data`, {
    contactAddress: { city: 'Wien', countryCode: 'AT' },
  });
  await at.sync();
  expect(at.simulator.calls).toHaveLength(before);
  const [first] = await at.shop.deps.read.select().from(raceResultPushes).where(eq(raceResultPushes.state, 'sent'));
  expect(first).toBeDefined();
});

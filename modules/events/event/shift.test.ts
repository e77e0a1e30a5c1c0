import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lotteries } from '#modules/lottery/schema.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { raceResultSettings } from '#modules/timing/schema.ts';
import { transferSettings } from '#modules/transfers/schema.ts';
import { waitingRooms } from '#modules/waiting-room/schema.ts';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { formIn, formOn } from '#tests/support/form.ts';
import { eventOf, managedRace } from './testing.ts';

type Change = { kind: string; id: number; title: string; field: string; from: string; to: string };
const vienna = (text: string) => new Date(`${text}+01:00`).toISOString();
const summer = (text: string) => new Date(`${text}+02:00`).toISOString();

/** A race in Vienna on 15 March at 9, with a time of every kind. The clock says 2 March 2026, 10:00. */
async function setUp() {
  const at = await managedRace();
  const { shop, organizer, admin, eventId, runId, relayId, runPriceId, relayPriceId } = at;
  const patch = async (path: string, body: unknown) => {
    const { status, body: answer } = await organizer.json('PATCH', path, body);
    expect([path, status, answer]).toEqual([path, 200, answer]);
  };
  await patch(`/api/admin/events/${eventId}`, {
    startTimestamp: vienna('2026-03-15T09:00'),
    endTimestamp: vienna('2026-03-15T18:00'),
    userEditTillTime: vienna('2026-03-14T23:59'),
    offerHours: 24,
  });
  for (const id of [runId, relayId])
    await patch(`/api/admin/competitions/${id}`, {
      timestamp: vienna('2026-03-15T09:30'),
      ageCheckDate: '2026-03-15',
      ageCheckMode: 'givenDate',
    });
  await patch(`/api/admin/competition-prices/${runPriceId}`, {
    availableFrom: vienna('2026-02-01T08:00'),
    availableTo: vienna('2026-03-12T23:59'),
  });
  await patch(`/api/admin/competition-prices/${relayPriceId}`, { availableFrom: vienna('2026-03-05T08:00') });
  await patch(`/api/admin/events/${eventId}/content`, {
    schedule: [{ timestamp: vienna('2026-03-15T08:00'), title: 'Ausgabe', competitionId: null }],
  });
  await organizer.json('POST', `/api/admin/discounts/${eventId}`, {
    ...{ discountKind: 'family', title: 'Familie', percentOff: 10, fromCount: 2, childAge: 14 },
    availableTo: vienna('2026-03-10T23:59'),
  });
  await organizer.json('POST', '/api/vouchers/type', {
    ...{ eventId, name: 'Freunde', amount: 500, unit: 'fixed', target: 'order', useType: 'multi' },
    ...{ validFrom: vienna('2026-03-01T00:00'), validTo: vienna('2026-03-14T23:59') },
  });
  await shop.deps.write(async ({ tx }) => {
    const editor = await tx.get<{ id: number }>(sql`select id from users limit 1`);
    const editorId = editor?.id ?? 0;
    const secret = { seed: 'x', seedHash: 'x' };
    await tx.insert(lotteries).values({
      ...{ eventId, competitionId: relayId, editorId, mostPlaces: 4, ...secret },
      ...{ entersFrom: fromIso(vienna('2026-03-01T08:00')), drawsAt: fromIso(vienna('2026-03-04T08:00')) },
    });
    await tx.insert(waitingRooms).values({
      ...{ eventId, editorId, leadMinutes: 10, mostAtOnce: 10, windowMinutes: 10, ...secret },
      beginsAt: fromIso(vienna('2026-03-05T08:00')),
    });
    await tx.insert(transferSettings).values({
      ...{ eventId, mode: 'free' as never, feePrice: cents(0), priceRule: 'same' as never, refundRule: 'all' as never },
      until: fromIso(vienna('2026-03-13T23:59')),
    });
    await tx.insert(raceResultSettings).values({ eventId, syncStopDate: fromIso(vienna('2026-03-14T12:00')) });
  });
  const shift = (body: Record<string, unknown>, by = organizer) =>
    by.json<{ changes: Change[] }>('POST', `/api/admin/events/${eventId}/shift`, body);
  const everything = () =>
    shop.deps.read.all(sql`
      select 'e', json_array(start_timestamp, end_timestamp, user_edit_till_time, time_zone, title) from events
      union all select 'c' || id, json_array(timestamp, end_timestamp, age_check_date) from competitions
      union all select 'p' || id, json_array(available_from, available_to) from competition_prices
      union all select 's', schedule from event_contents
      union all select 'd', available_to from discounts
      union all select 'v', json_array(valid_from, valid_to) from voucher_types
      union all select 'l', json_array(enters_from, draws_at) from lotteries
      union all select 'w', begins_at from waiting_rooms
      union all select 't', until from transfer_settings
      union all select 'r', sync_stop_date from race_result_settings`);
  return { ...at, admin, shift, everything, settings: `${at.path}/settings` };
}

const fields = (changes: readonly Change[]) => changes.map(({ kind, field, from, to }) => [kind, field, from, to]);

test('moves everything by whole days at the same clock, also into summer time', async () => {
  const { shift, everything, organizer, eventId } = await setUp();
  const before = await everything();
  const start = summer('2026-04-12T09:00');
  const planned = await shift({ startTimestamp: start, dryRun: true });
  expect(planned.status, JSON.stringify(planned.body)).toBe(200);
  expect(fields(planned.body.changes)).toEqual([
    ['event', 'startTimestamp', vienna('2026-03-15T09:00'), start],
    ['event', 'endTimestamp', vienna('2026-03-15T18:00'), summer('2026-04-12T18:00')],
    ['event', 'userEditTillTime', vienna('2026-03-14T23:59'), summer('2026-04-11T23:59')],
    ['competition', 'timestamp', vienna('2026-03-15T09:30'), summer('2026-04-12T09:30')],
    ['competition', 'ageCheckDate', '2026-03-15', '2026-04-12'],
    ['competition', 'timestamp', vienna('2026-03-15T09:30'), summer('2026-04-12T09:30')],
    ['competition', 'ageCheckDate', '2026-03-15', '2026-04-12'],
    // It is on sale since February and stays so.
    ['price', 'availableTo', vienna('2026-03-12T23:59'), summer('2026-04-09T23:59')],
    ['price', 'availableFrom', vienna('2026-03-05T08:00'), summer('2026-04-02T08:00')],
    ['discount', 'availableTo', vienna('2026-03-10T23:59'), summer('2026-04-07T23:59')],
    ['page', 'schedule[0].timestamp', vienna('2026-03-15T08:00'), summer('2026-04-12T08:00')],
    ['voucherType', 'validTo', vienna('2026-03-14T23:59'), summer('2026-04-11T23:59')],
    ['waitingRoom', 'beginsAt', vienna('2026-03-05T08:00'), summer('2026-04-02T08:00')],
    ['lottery', 'drawsAt', vienna('2026-03-04T08:00'), summer('2026-04-01T08:00')],
    ['transfers', 'until', vienna('2026-03-13T23:59'), summer('2026-04-10T23:59')],
    ['timing', 'syncStopDate', vienna('2026-03-14T12:00'), summer('2026-04-11T12:00')],
  ]);
  expect(planned.body.changes.filter(({ kind }) => kind === 'price').map(({ title }) => title)).toEqual([
    '10 km',
    'Staffel',
  ]);
  expect(await everything()).toEqual(before);

  const done = await shift({ startTimestamp: start });
  expect(done.body).toEqual(planned.body);
  expect((await shift({ startTimestamp: start })).body).toEqual({ changes: [] });
  expect((await eventOf(organizer, eventId)).startTimestamp).toBe(start);
  // There and back is as it was.
  await shift({ startTimestamp: vienna('2026-03-15T09:00') });
  expect(await everything()).toEqual(before);
});

test('another start time moves times of the day and keeps the clock of deadlines', async () => {
  const { shift } = await setUp();
  const { body } = await shift({
    startTimestamp: vienna('2026-03-22T10:00'),
    endTimestamp: vienna('2026-03-22T17:00'),
    dryRun: true,
  });
  expect(fields(body.changes).filter(([kind]) => ['event', 'competition', 'discount'].includes(kind ?? ''))).toEqual([
    ['event', 'startTimestamp', vienna('2026-03-15T09:00'), vienna('2026-03-22T10:00')],
    ['event', 'endTimestamp', vienna('2026-03-15T18:00'), vienna('2026-03-22T17:00')],
    ['event', 'userEditTillTime', vienna('2026-03-14T23:59'), vienna('2026-03-21T23:59')],
    ...[1, 2].flatMap(() => [
      ['competition', 'timestamp', vienna('2026-03-15T09:30'), vienna('2026-03-22T10:30')],
      ['competition', 'ageCheckDate', '2026-03-15', '2026-03-22'],
    ]),
    ['discount', 'availableTo', vienna('2026-03-10T23:59'), vienna('2026-03-17T23:59')],
  ]);
});

test('refuses an end before the start, a draw in the past, and another organizer, and changes nothing', async () => {
  const { shift, everything, shop } = await setUp();
  const before = await everything();
  for (const dryRun of [true, false]) {
    const early = { startTimestamp: vienna('2026-03-22T09:00'), endTimestamp: vienna('2026-03-22T08:00'), dryRun };
    expect(await shift(early)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    const past = await shift({ startTimestamp: vienna('2026-03-08T09:00'), dryRun });
    expect(past).toMatchObject({ status: 400, body: { details: { fields: { startTimestamp: expect.anything() } } } });
  }
  expect(await shift({ startTimestamp: 'soon' })).toMatchObject({ status: 400 });
  expect(await shift({})).toMatchObject({ status: 400 });
  const stranger = await shop.login('stranger@event.test');
  expect((await shift({ startTimestamp: vienna('2026-03-22T09:00') }, stranger)).status).toBeGreaterThanOrEqual(403);
  expect(await everything()).toEqual(before);
});

test('records each move once, also of higher modules', async () => {
  const { shift, organizer, path } = await setUp();
  await shift({ startTimestamp: summer('2026-04-12T09:00') });
  const history = await (await organizer.fetch(`${path}/history`)).text();
  for (const text of ['Veranstaltung', 'Verlosung', 'Warteraum', 'Platzweitergabe', 'Zeitnehmung', 'Gutscheinart'])
    expect(history).toContain(text);
  expect(history.match(/Verlosung am/g)).toHaveLength(1);
});

test('a new time zone by API moves every clock', async () => {
  const { organizer, eventId, everything, shift } = await setUp();
  const before = await everything();
  const { status } = await organizer.json('PATCH', `/api/admin/events/${eventId}`, { timeZone: 'America/New_York' });
  expect(status).toBe(200);
  const event = await eventOf(organizer, eventId);
  // New York has summer time from 8 March.
  expect(event).toMatchObject({
    startTimestamp: '2026-03-15T13:00:00.000Z',
    endTimestamp: '2026-03-15T22:00:00.000Z',
    userEditTillTime: '2026-03-15T03:59:00.000Z',
  });
  expect(event.competitions).toMatchObject([
    { timestamp: '2026-03-15T13:30:00.000Z' },
    { timestamp: '2026-03-15T13:30:00.000Z' },
  ]);
  expect(event.competitions[0]?.prices).toMatchObject([
    { availableFrom: '2026-02-01T13:00:00.000Z', availableTo: '2026-03-13T03:59:00.000Z' },
  ]);
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, { timeZone: 'Europe/Vienna' });
  expect(await everything()).toEqual(before);
  expect((await shift({ startTimestamp: vienna('2026-03-15T09:00'), dryRun: true })).body.changes).toEqual([]);
});

const answer = async (page: Response) => {
  const html = await page.text();
  return formIn(`data-guard${html.slice(html.indexOf('name="confirmed"') - 50)}`);
};

test.each([
  ['everything', '2026-04-12T07:30:00.000Z', '2026-04-12T16:00:00.000Z'],
  ['clocks', vienna('2026-03-15T09:30'), '2026-04-12T16:00:00.000Z'],
])('the settings ask on one page what moves along: %s', async (along, competition, end) => {
  const { organizer, eventId, race, settings, shop, everything } = await setUp();
  const buyer = await shop.login('buyer@event.test');
  expect((await buyer.json('POST', `/api/events/${eventId}/book`, bookingOf(race, [runner()]))).status).toBe(201);
  const before = await everything();
  const shown = await formOn(organizer, settings);
  const posted = {
    ...{ ...shown, title: 'Verlegt', startTimestamp: '12.04.2026 09:00' },
    ...(along === 'clocks' ? { endTimestamp: '12.04.2026 18:00' } : {}),
  };
  const asked = await organizer.form(settings, posted);
  expect(asked.status).toBe(200);
  const page = await asked.clone().text();
  expect(page).toContain('15. März 2026, 09:30 Uhr');
  expect(page).toContain('12. April 2026, 09:30 Uhr');
  expect(page).toContain('1 Person ist für den bisherigen Beginn angemeldet');
  expect(await everything()).toEqual(before);
  const saved = await organizer.form(settings, { ...(await answer(asked)), along });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${settings}?saved`]);
  const event = await eventOf(organizer, eventId);
  expect(event).toMatchObject({ title: 'Verlegt', startTimestamp: summer('2026-04-12T09:00'), endTimestamp: end });
  expect(event.competitions[0]).toMatchObject({ timestamp: competition });
});

test('asks about dependent times only where there are some', async () => {
  const { organizer, eventId, settings } = await setUp();
  const zoned = { ...(await formOn(organizer, settings)), timeZone: 'America/New_York' };
  const asked = await organizer.form(settings, zoned);
  const page = await asked.clone().text();
  expect(page).toContain('15. März 2026, 09:30 Uhr (GMT−4)');
  expect(page).not.toContain('Nur die Veranstaltung');
  await organizer.form(settings, { ...(await answer(asked)), along: 'everything' });
  const event = await eventOf(organizer, eventId);
  expect(event).toMatchObject({ timeZone: 'America/New_York', startTimestamp: '2026-03-15T13:00:00.000Z' });
  expect(event.competitions[0]).toMatchObject({ timestamp: '2026-03-15T13:30:00.000Z' });
});

test.each(['nothing', 'clocks', ''])('no answer leaves times behind in another time zone: %j', async (along) => {
  const { organizer, eventId, settings } = await setUp();
  const start = { startTimestamp: '12.04.2026 08:00', endTimestamp: '12.04.2026 18:00' };
  for (const change of [{}, start]) {
    const zoned = { ...(await formOn(organizer, settings)), timeZone: 'America/New_York', ...change };
    const asked = await organizer.form(settings, { ...zoned, along });
    if (asked.status === 200) await organizer.form(settings, { ...(await answer(asked)), along });
    const event = await eventOf(organizer, eventId);
    const isMoved = event.timeZone === 'America/New_York';
    expect(event.competitions[0]).toMatchObject({
      timestamp: isMoved ? '2026-03-15T13:30:00.000Z' : vienna('2026-03-15T09:30'),
    });
    expect([vienna('2026-03-15T09:00'), '2026-03-15T13:00:00.000Z', '2026-04-12T12:00:00.000Z']).toContain(
      event.startTimestamp,
    );
    await organizer.json('PATCH', `/api/admin/events/${eventId}`, { timeZone: 'Europe/Vienna' });
  }
});

test('stores the canonical time zone; a different case moves nothing', async () => {
  const { organizer, eventId } = await setUp();
  const before = await eventOf(organizer, eventId);
  for (const [timeZone, stored] of [
    ['europe/vienna', 'Europe/Vienna'],
    ['EUROPE/LISBON', 'Europe/Lisbon'],
    ['utc', 'UTC'],
  ]) {
    expect((await organizer.json('PATCH', `/api/admin/events/${eventId}`, { timeZone })).status).toBe(200);
    expect((await eventOf(organizer, eventId)).timeZone).toBe(stored);
    if (stored === 'Europe/Vienna') expect(await eventOf(organizer, eventId)).toEqual(before);
  }
  expect((await organizer.json('PATCH', `/api/admin/events/${eventId}`, { timeZone: 'europe/wien' })).status).toBe(400);
});

test('moves the clock of an event without dependent times', async () => {
  const { organizer, eventId, runId, settings } = await setUp();
  await organizer.json('DELETE', `/api/admin/competitions/${runId}`);
  const { startTimestamp } = await eventOf(organizer, eventId);
  const zoned = { ...(await formOn(organizer, settings)), timeZone: 'America/New_York' };
  const asked = await organizer.form(settings, zoned);
  if (asked.status === 200) await organizer.form(settings, { ...(await answer(asked)), along: 'everything' });
  expect(startTimestamp).toBe(vienna('2026-03-15T09:00'));
  expect((await eventOf(organizer, eventId)).startTimestamp).toBe('2026-03-15T13:00:00.000Z');
});

test('reports a conflict before anything moves', async () => {
  const { organizer, other, settings, everything } = await setUp();
  const mine = { ...(await formOn(organizer, settings)), startTimestamp: '12.04.2026 09:00' };
  const asked = await organizer.form(settings, mine);
  await other.form(settings, { ...(await formOn(other, settings)), title: 'Inzwischen' });
  const before = await everything();
  const saved = await organizer.form(settings, { ...(await answer(asked)), along: 'everything' });
  expect(saved.status).toBe(409);
  expect(await saved.text()).toContain('jetzt Inzwischen');
  expect(await everything()).toEqual(before);
});

test('keeps seconds of unchanged times and the second of two equal hours', async () => {
  const { organizer, eventId, runId, settings, path, shop } = await setUp();
  const exact = { startTimestamp: '2026-10-25T01:30:17.250Z', endTimestamp: '2026-10-25T15:00:42.000Z' };
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, exact);
  await organizer.json('PATCH', `/api/admin/competitions/${runId}`, { timestamp: exact.startTimestamp });
  const schedule = [{ timestamp: exact.startTimestamp, title: 'Nachtlauf', competitionId: null }];
  await organizer.json('PATCH', `/api/admin/events/${eventId}/content`, { schedule });
  for (const [page, change] of [
    [settings, { title: 'Anders' }],
    [`/admin/tickets/${eventId}/${runId}`, { title: 'Anders' }],
    [`${path}/page`, { soldOutText: 'Aus' }],
  ] as const) {
    const fieldsOfPage = await formOn(organizer, page);
    const { status } = await organizer.form(page, { ...fieldsOfPage, ...change });
    expect([page, status]).toEqual([page, 303]);
  }
  const event = await eventOf(organizer, eventId);
  expect(event).toMatchObject({ title: 'Anders', ...exact });
  expect(event.competitions.find(({ id }) => id === runId)).toMatchObject({
    title: 'Anders',
    timestamp: exact.startTimestamp,
  });
  const stored = await shop.deps.read.get<{ schedule: string }>(sql`select schedule from event_contents`);
  expect(JSON.parse(stored?.schedule ?? '[]')).toMatchObject([{ timestamp: fromIso(exact.startTimestamp) }]);
});

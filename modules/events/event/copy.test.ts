import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { basisPoints, cents } from '#src/kernel/money.ts';
import { days, instant } from '#src/kernel/time.ts';
import { formOn } from '#tests/support/form.ts';
import { createCompetition } from '../competitions/save-competitions.ts';
import { createPrice } from '../prices/save-prices.ts';
import { events } from '../schema.ts';
import { createEvent } from './change-event.ts';
import { type EventJson, eventOf, type Json, managedRace } from './testing.ts';

test('a copy has everything but orders and shortlinks, with its dates moved by the clock', async () => {
  const { shop, organizer, eventId, race, runId, runPriceId } = await managedRace();
  await organizer.json('PATCH', `/api/admin/competition-prices/${runPriceId}`, {
    availableFrom: '2026-03-01T08:00:00Z',
    availableTo: '2026-04-15T21:59:00Z',
  });
  await organizer.json('PATCH', `/api/admin/competitions/${runId}`, {
    ageCheckMode: 'givenDate',
    ageCheckDate: '2026-12-31',
    minAge: 16,
  });
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, {
    shippingCosts: { defaultShippingCost: 900, countries: [{ countryCode: 'AT', cost: 400 }] },
  });
  const buyer = await shop.login('buyer@event.test');
  const before = await eventOf(organizer, eventId);
  const booked = await buyer.json('POST', `/api/events/${eventId}/book`, bookingOf(race, [runner()]));
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);

  const moved = new Date(Date.parse(String(before.startTimestamp)) + days(364)).toISOString();
  const { status, body } = await organizer.json<{ copiedEventId: number }>(
    'POST',
    `/api/admin/events/${eventId}/copy`,
    { title: 'Donaulauf 2027', startTimestamp: moved },
  );
  expect(status).toBe(200);
  const copy = await eventOf(organizer, body.copiedEventId);
  const { id: _, ...sameFields } = before;
  expect(copy).toMatchObject({
    ...withoutPlaces(sameFields),
    title: 'Donaulauf 2027',
    startTimestamp: moved,
    visible: false,
    visibleViaLink: false,
    shortlinks: [],
  });
  const [run] = copy.competitions;
  expect(run).toMatchObject({
    title: '10 km',
    availableTicketCount: 100,
    ageCheckMode: 'givenDate',
    ageCheckDate: '2027-12-31',
  });
  expect(run?.prices[0]).toMatchObject({
    price: 3000,
    quantity: 100,
    sold: 0,
    // Winter time, then summer time, as a year before.
    availableFrom: '2027-02-28T08:00:00.000Z',
    availableTo: '2027-04-14T21:59:00.000Z',
  });
  const ids = (event: EventJson) => event.competitions.map(({ id }) => id as number);
  expect(ids(copy).filter((id) => ids(before).includes(id))).toEqual([]);
  expect(copy.articles[0]).toMatchObject({ name: 'Finisher-Shirt', competitionIds: ids(copy).toSorted() });
  expect(copy.articles[0]?.variants[0]).toMatchObject({ name: 'M', availableAmount: 50 });
  expect(copy.formFields).toMatchObject([{ competitionIds: [ids(copy)[0]] }]);
  expect(copy.organizers).toEqual(before.organizers);

  const unmoved = await organizer.json<{ copiedEventId: number }>('POST', `/api/admin/events/${eventId}/copy`, {});
  expect(await eventOf(organizer, unmoved.body.copiedEventId)).toMatchObject({
    title: before.title,
    startTimestamp: before.startTimestamp,
    endTimestamp: before.endTimestamp,
  });
});

const withoutPlaces = (event: Json) => {
  const {
    competitions: _c,
    articles: _a,
    formFields: _f,
    cancellationProtections: _p,
    endTimestamp: _e,
    ...rest
  } = event;
  return rest;
};

test('the copy page suggests the same weekday in a year', async () => {
  const { organizer, path } = await managedRace();
  const fields = await formOn(organizer, `${path}/copy`);
  expect(fields).toMatchObject({ title: 'Donaulauf', startTimestamp: '30.04.2027 11:00' });
  const made = await organizer.form(`${path}/copy`, { ...fields, title: 'Neu' });
  expect([made.status, made.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/admin\/events\/\d+\?saved$/),
  ]);
});

test('a title with a year follows the start, unless somebody wrote their own', async () => {
  const { organizer, eventId, path } = await managedRace();
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, { title: 'Donau Marathon 2026' });
  const fields = await formOn(organizer, `${path}/copy`);
  expect(fields).toMatchObject({ title: 'Donau Marathon 2027' });
  const titleOf = async (change: Record<string, string>) => {
    const made = await organizer.form(`${path}/copy`, { ...fields, ...change });
    const [, id] = /events\/(\d+)\?saved/.exec(made.headers.get('location') ?? '') ?? [];
    return (await eventOf(organizer, Number(id))).title;
  };
  expect(await titleOf({})).toBe('Donau Marathon 2027');
  expect(await titleOf({ startTimestamp: '30.04.2028 11:00' })).toBe('Donau Marathon 2028');
  expect(await titleOf({ startTimestamp: '30.09.2026 11:00' })).toBe('Donau Marathon 2026');
  expect(await titleOf({ title: 'Donau Marathon 2026' })).toBe('Donau Marathon 2026');
});

/** No value is a default, and every column has one, so that a new column cannot be forgotten. */
const everySetting: Copied = {
  ...{
    title: 'Alles anders',
    description: 'Lang',
    location: 'Linz',
    timeZone: 'Europe/London',
    titlePicture: 'default:lake',
  },
  ...{ conditions: 'Eins', additionalConditions: 'Zwei', vat: basisPoints(10), pdfDescription: 'Drei' },
  ...{ processingFee: cents(1), organizerProcessingFee: cents(2), defaultShippingCost: cents(3) },
  deskSurcharge: cents(4),
  ...{ needsName: true, needsContactAddress: true, allowDifferentDeliveryAddress: true, adoptTeamEmail: true },
  ...{ asksClub: true, asksBirthDate: 'required', asksGender: 'no', paymentInAdvancePossible: false },
  ...{ useAlternateTranslation: true, userEditTillTime: instant(1_700_000_000_000), generateInvoice: true },
  ...{ needsBibForMail: true, noChangelink: true, newTicketForNewEmail: true, cashAtDesk: true, companyAccounts: true },
  ...{ buyersMayChange: true, groupRegistration: true },
  ...{ offersNewsletter: true, onlinePaymentHoldMinutes: 77, bankTransferHoldDays: 7, freePlacesPerAccount: 8 },
  ...{ placeHoldMinutes: 9, offerHours: 10, teamDays: 11, paymentMethods: ['visa'], kind: 'trail' },
  ...{
    whiteLabel: 'Verein',
    accentColor: '#123456',
    googleAnalyticsTrackingCodes: ['G-ABCD1'],
    facebookPixels: ['12345'],
  },
};
/** Columns for which the copy has a value of its own. */
const own = ['id', 'version', 'createdAt', 'startTimestamp', 'endTimestamp'] as const;
const reset = ['canceled', 'soldOut', 'visible', 'visibleViaLink', 'waitingRoom'] as const;
type Copied = Omit<typeof events.$inferSelect, (typeof own)[number] | (typeof reset)[number]>;

test('a copy takes every setting of the event, and none of what has happened to it', async () => {
  const { shop, organizer, eventId } = await managedRace();
  const rowOf = async (id: number) => {
    const [row] = await shop.deps.read.select().from(events).where(eq(events.id, id));
    return row as typeof events.$inferSelect;
  };
  const fresh = await rowOf(await shop.deps.write((work) => createEvent(work, { title: 'Neu' })));
  const unset = Object.entries(everySetting).filter(([name, value]) => fresh[name as keyof Copied] === value);
  expect(unset, 'a value that is the default proves nothing').toEqual([]);
  const each = (value: boolean) => Object.fromEntries(reset.map((name) => [name, value]));
  await shop.deps.write(({ tx }) =>
    tx
      .update(events)
      .set({ ...everySetting, ...each(true) })
      .where(eq(events.id, eventId)),
  );
  const { body } = await organizer.json<{ copiedEventId: number }>('POST', `/api/admin/events/${eventId}/copy`, {});
  const copy = await rowOf(body.copiedEventId);
  expect(copy).toMatchObject({ ...everySetting, ...each(false) });
  expect(Object.keys(copy).sort()).toEqual([...own, ...reset, ...Object.keys(everySetting)].sort());
});

test('the copy page says truly what is not copied', async () => {
  const { organizer, eventId, runId, path } = await managedRace();
  const page = await (await organizer.fetch(`${path}/copy`)).text();
  expect(page).toMatch(/Neu richtest du ein: .*Startnummern, RACE RESULT, Ergebnisse, Platzweitergabe, .*Warteraum/);
  const api = `/api/admin/events/${eventId}`;
  const done = [
    await organizer.json('POST', `${api}/bib-ranges`, { competitionId: runId, first: 1, last: 99 }),
    await organizer.json('PATCH', `${api}/race-result-data`, { rrId: '12345' }),
    await organizer.json('PATCH', `${api}/result-settings`, { showsStartList: true }),
    await organizer.json('PATCH', `${api}/transfers`, { mode: 'allowed' }),
    await organizer.json('PUT', `${api}/waiting-room`, { beginsAt: '2026-04-20T08:00:00Z' }),
    await organizer.json('PUT', `${api}/shared-team-settings`, { mostOpen: 4, shortRule: 'keep' }),
  ];
  expect(done.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200]);
  const { body } = await organizer.json<{ copiedEventId: number }>('POST', `${api}/copy`, {});
  const copyOf = async (what: string) =>
    (await organizer.json<Json>('GET', `/api/admin/events/${body.copiedEventId}${what}`)).body;
  expect(await copyOf('/bibs')).toMatchObject({ bibs: { ranges: [] } });
  expect(await copyOf('')).toMatchObject({ event: { raceResult: { rrId: null } } });
  expect(await copyOf('/results')).toMatchObject({ showsStartList: false });
  expect(await copyOf('/transfers')).toMatchObject({ settings: { mode: 'off' } });
  expect(await copyOf('/waiting-room')).toMatchObject({ isOn: false });
  expect(await copyOf('/shared-team-settings')).toMatchObject({ mostOpen: 2, shortRule: 'dissolve' });
});

test('copies an event of a thousand competitions with a history entry each', async () => {
  const { shop, organizer, eventId } = await managedRace();
  await shop.deps.write(async (work) => {
    for (let number = 0; number < 1000; number += 1) {
      const competitionId = await createCompetition(work, eventId, { title: `Lauf ${number}` });
      for (let price = 0; price < 4; price += 1) await createPrice(work, competitionId, { price: 1000, quantity: 1 });
    }
  });
  const { status, body } = await organizer.json<{ copiedEventId: number }>(
    'POST',
    `/api/admin/events/${eventId}/copy`,
    {},
  );
  expect(status).toBe(200);
  const [entries] = await shop.deps.read.all<{ prices: number }>(
    sql`select count(*) prices from event_audits where event_id = ${body.copiedEventId} and kind = 'price'`,
  );
  expect(entries?.prices).toBe(4002);
}, 30_000);

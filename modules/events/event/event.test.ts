import { expect, test } from 'vitest';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { fromIso } from '#src/kernel/time.ts';
import { formOn } from '#tests/support/form.ts';
import type { Caller } from '#tests/support/shop.ts';
import { eventOf, type Json, managedRace } from './testing.ts';

test('the pages of an event are reached by its shortlink too', async () => {
  const { shop, organizer, eventId } = await managedRace();
  for (const path of ['', '/competitions', '/articles', '/dynamic-fields', '/history', '/settings', '/settings/sale'])
    expect([path, (await organizer.fetch(`/admin/events/donaulauf${path}`)).status]).toEqual([path, 200]);
  expect(await (await organizer.fetch('/admin/events/donaulauf/settings')).text()).toContain(
    `action="/admin/events/${eventId}/settings"`,
  );
  expect((await organizer.fetch('/admin/events/niemand')).status).toBe(404);
  const stranger = await shop.login('buyer@event.test');
  expect((await stranger.fetch('/admin/events/donaulauf')).status).toBe(403);
});

test('shows the second of two users what the first changed and loses nothing', async () => {
  const { organizer, other, path, eventId } = await managedRace();
  const first = await formOn(organizer, `${path}/settings`);
  const second = await formOn(other, `${path}/settings`);
  expect(
    (await organizer.form(`${path}/settings`, { ...first, title: 'Von der ersten', location: 'Linz' })).status,
  ).toBe(303);

  const told = await other.form(`${path}/settings`, { ...second, title: 'Von der zweiten' });
  expect(told.status).toBe(409);
  const page = await told.text();
  expect(page).toContain('Ort: jetzt Linz.');
  expect(page).toContain('Titel: jetzt Von der ersten. Wenn du speicherst, gilt, was hier steht.');
  expect((await eventOf(organizer, eventId)).title).toBe('Von der ersten');

  // What came back holds their place and the own title; saved again, it counts.
  const again = /name="baseline" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const saved = await other.form(`${path}/settings`, {
    ...second,
    title: 'Von der zweiten',
    location: 'Linz',
    baseline: again,
  });
  expect(saved.status).toBe(303);
  expect(await eventOf(organizer, eventId)).toMatchObject({ title: 'Von der zweiten', location: 'Linz' });
});

test('another section, or the same change by both, is no conflict', async () => {
  const { organizer, other, path } = await managedRace();
  const [mine, theirs] = [await formOn(organizer, `${path}/settings`), await formOn(other, `${path}/settings`)];
  const sale = await formOn(other, `${path}/settings/sale`);
  expect((await organizer.form(`${path}/settings`, { ...mine, title: 'Gleich' })).status).toBe(303);
  expect((await other.form(`${path}/settings/sale`, { ...sale, processingFee: '2,00' })).status).toBe(303);
  expect((await other.form(`${path}/settings`, { ...theirs, title: 'Gleich' })).status).toBe(303);
});

test('asks for confirmation before a running sale stops', async () => {
  const { shop, organizer, eventId, race, path } = await managedRace();
  const buyer = await shop.login('buyer@event.test');
  await buyer.json('POST', `/api/events/${eventId}/book`, bookingOf(race, [runner()]));
  const sale = { ...(await formOn(organizer, `${path}/settings/sale`)), canceled: 'true' };
  const asked = await organizer.form(`${path}/settings/sale`, sale);
  expect([asked.status, (await eventOf(organizer, eventId)).canceled]).toEqual([400, false]);
  expect(await asked.text()).toContain('1 Person ist angemeldet');
  expect((await organizer.form(`${path}/settings/sale`, { ...sale, confirmed: 'true' })).status).toBe(303);
  expect((await eventOf(organizer, eventId)).canceled).toBe(true);

  expect(await (await organizer.fetch(path)).text()).toContain(`href="${path}/visibility"`);
  const question = await (await organizer.fetch(`${path}/visibility`)).text();
  expect(question).toContain('Es gibt schon Anmeldungen');
  expect(question).toContain('Trotzdem verbergen');
  const hidden = await organizer.form(`${path}/visibility`, { visibility: 'hidden' });
  expect([hidden.status, (await hidden.text()).includes('Trotzdem verbergen')]).toEqual([400, true]);
  expect((await eventOf(organizer, eventId)).visible).toBe(true);
  await organizer.form(`${path}/visibility`, { visibility: 'hidden', confirmed: 'true' });
  expect((await eventOf(organizer, eventId)).visible).toBe(false);
});

test('every section saves what it shows, with nothing else changed', async () => {
  const { organizer, eventId, path } = await managedRace();
  const before = await eventOf(organizer, eventId);
  for (const section of [
    '/settings',
    '/settings/sale',
    '/settings/people',
    '/settings/texts',
    '/settings/shipping',
    '/settings/look',
  ])
    expect([section, (await organizer.form(path + section, await formOn(organizer, path + section))).status]).toEqual([
      section,
      303,
    ]);
  expect(await eventOf(organizer, eventId)).toEqual(before);

  const people = await formOn(organizer, `${path}/settings/people`);
  await organizer.form(`${path}/settings/people`, {
    ...people,
    needsBibForMail: 'true',
    noChangelink: 'true',
    userEditTillTime: '01.04.2026 12:00',
  });
  const shipping = await formOn(organizer, `${path}/settings/shipping`);
  await organizer.form(`${path}/settings/shipping`, {
    ...shipping,
    defaultShippingCost: '8,90',
    'shippingCountries[0].countryCode': 'AT',
    'shippingCountries[0].cost': '3,90',
    'shippingCountries[2].countryCode': 'DE',
    'shippingCountries[2].cost': '5,90',
  });
  const look = await formOn(organizer, `${path}/settings/look`);
  await organizer.form(`${path}/settings/look`, {
    ...look,
    whiteLabel: 'Stadtlauf',
    accentColor: '#0a7d4f',
    googleAnalyticsTrackingCodes: 'G-ABC1234567\r\nG-XYZ1234567',
    facebookPixels: '123456789',
  });
  expect(await eventOf(organizer, eventId)).toEqual({
    ...before,
    needsBibForMail: true,
    noChangelink: true,
    userEditTillTime: '2026-04-01T10:00:00.000Z',
    shippingCosts: {
      defaultShippingCost: 890,
      countries: [
        { countryCode: 'AT', cost: 390 },
        { countryCode: 'DE', cost: 590 },
      ],
    },
    whiteLabel: 'Stadtlauf',
    accentColor: '#0a7d4f',
    googleAnalyticsTrackingCodes: ['G-ABC1234567', 'G-XYZ1234567'],
    facebookPixels: ['123456789'],
  });
  const wrong = await organizer.form(`${path}/settings/shipping`, {
    ...shipping,
    'shippingCountries[0].countryCode': 'AT',
  });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('Bitte fülle dieses Feld aus.');
});

test('a country has one shipping cost', async () => {
  const { organizer, eventId, path } = await managedRace();
  const before = await eventOf(organizer, eventId);
  const twice = await organizer.form(`${path}/settings/shipping`, {
    ...(await formOn(organizer, `${path}/settings/shipping`)),
    'shippingCountries[0].countryCode': 'AT',
    'shippingCountries[0].cost': '3,90',
    'shippingCountries[2].countryCode': 'AT',
    'shippingCountries[2].cost': '5,90',
  });
  const html = await twice.text();
  expect([twice.status, html.includes('Für dieses Land steht schon ein Preis da.')]).toEqual([400, true]);
  // Beside the second one, which moved up to the empty row.
  expect(html).toMatch(
    /<select[^>]*name="shippingCountries\[1\]\.countryCode"[^>]*aria-invalid="true"|<select[^>]*aria-invalid="true"[^>]*name="shippingCountries\[1\]\.countryCode"/,
  );
  expect(await eventOf(organizer, eventId)).toEqual(before);
});

test('reads times in the zone chosen in the same form', async () => {
  const { organizer, eventId, path } = await managedRace();
  const fields = await formOn(organizer, `${path}/settings`);
  await organizer.form(`${path}/settings`, {
    ...fields,
    timeZone: 'Atlantic/Reykjavik',
    along: 'everything',
    startTimestamp: '01.06.2026 09:00',
    endTimestamp: '01.06.2026 12:00',
  });
  expect(await eventOf(organizer, eventId)).toMatchObject({
    timeZone: 'Atlantic/Reykjavik',
    startTimestamp: '2026-06-01T09:00:00.000Z',
  });
});

test('only super admins set the platform fee; new events inherit the agreed one', async () => {
  const { admin, organizer, eventId, organizerId } = await managedRace();
  const set = (caller: Caller, organizerProcessingFee: number) =>
    caller.json<{ code?: string }>('PATCH', `/api/admin/events/${eventId}`, { organizerProcessingFee });
  const refused = { status: 403, body: { code: 'NO_PERMISSION' } };
  expect((await set(admin, 80)).status).toBe(200);
  expect((await set(organizer, 80)).status).toBe(200);
  for (const fee of [79, 81, 0]) expect(await set(organizer, fee)).toMatchObject(refused);
  expect((await eventOf(organizer, eventId)).organizerProcessingFee).toBe(80);
  const page = `/admin/events/${eventId}/settings/sale`;
  expect(await (await organizer.fetch(page)).text()).not.toContain('organizerProcessingFee');
  expect(await (await admin.fetch(page)).text()).toContain('organizerProcessingFee');

  const make = (caller: Caller, change: Json = {}) =>
    caller.json<{ eventId: number }>('POST', '/api/admin/events', { title: 'Neu', organizerId, ...change });
  const feeOf = async (id: number) => (await eventOf(admin, id)).organizerProcessingFee;
  expect(await feeOf((await make(organizer)).body.eventId)).toBe(0);
  const agree = (caller: Caller, organizerProcessingFee: number | null) =>
    caller.json('PATCH', `/api/admin/organizers/${organizerId}`, { organizerProcessingFee });
  expect(await agree(organizer, 120)).toMatchObject({ status: 403 });
  // The copy of an event keeps its fee until something is agreed.
  const copy = async () => {
    const { body } = await organizer.json<{ copiedEventId: number }>('POST', `/api/admin/events/${eventId}/copy`, {});
    return feeOf(body.copiedEventId);
  };
  expect(await copy()).toBe(80);
  expect((await agree(admin, 120)).status).toBe(200);
  expect(await copy()).toBe(120);
  expect(await feeOf((await make(organizer)).body.eventId)).toBe(120);
  expect((await make(organizer, { organizerProcessingFee: 120 })).status).toBe(201);
  for (const fee of [0, 119, 121])
    expect(await make(organizer, { organizerProcessingFee: fee })).toMatchObject(refused);
  expect(await feeOf((await make(admin, { organizerProcessingFee: 5 })).body.eventId)).toBe(5);
  const form = await formOn(organizer, '/admin/events/new');
  const made = await organizer.form('/admin/events/new', { ...form, title: 'Mit Formular' });
  expect(await feeOf(Number(/events\/(\d+)/.exec(made.headers.get('location') ?? '')?.[1]))).toBe(120);
});

test.each(['atClub', 'atSmallBusiness', 'deClub', 'deSmallBusiness'])(
  'a new event of an organizer without VAT (%s) has none, and the checklist names what does not fit',
  async (taxExemption) => {
    const { admin, organizer, eventId, organizerId, path } = await managedRace();
    const make = async (change: Json = {}) => {
      const { body } = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
        title: 'Neu',
        ...change,
      });
      return (await eventOf(organizer, body.eventId)).vat;
    };
    const checklist = async () => (await organizer.fetch(path)).text();
    const isTaxed = 'Der Veranstalter verrechnet keine Umsatzsteuer';
    expect(await make()).toBe(20);
    expect(await formOn(organizer, '/admin/events/new')).toMatchObject({ vat: '20' });
    expect(await checklist()).not.toContain(isTaxed);

    await admin.json('PATCH', `/api/admin/organizers/${organizerId}`, { taxExemption });
    expect(await make()).toBe(0);
    expect(await make({ vat: 10 })).toBe(10);
    const page = await (await organizer.fetch('/admin/events/new')).text();
    expect(page).toContain('0 %, weil beim Veranstalter steht');
    expect(await formOn(organizer, '/admin/events/new')).toMatchObject({ vat: '0' });
    const { body } = await organizer.json<{ copiedEventId: number }>('POST', `/api/admin/events/${eventId}/copy`, {});
    expect((await eventOf(organizer, body.copiedEventId)).vat).toBe(0);
    expect(await checklist()).toContain(isTaxed);

    await organizer.json('PATCH', `/api/admin/events/${eventId}`, { vat: 0 });
    expect(await checklist()).not.toContain(isTaxed);
    await admin.json('PATCH', `/api/admin/organizers/${organizerId}`, { taxExemption: null });
    expect(await checklist()).toContain('0 % Umsatzsteuer, aber beim Veranstalter steht kein Grund dafür');
  },
);

test('the list is found by title, place, time and visibility, and in another order', async () => {
  const { shop, organizer, eventId } = await managedRace();
  const make = async (title: string, change: Json) => {
    const { body } = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', { title, ...change });
    return body.eventId;
  };
  await make('Alter Lauf', {
    startTimestamp: '2025-05-01T08:00:00Z',
    endTimestamp: '2025-05-01T18:00:00Z',
    visible: true,
  });
  await make('Geheimer Lauf', { location: 'Graz', visibleViaLink: true });
  const titles = async (query: string) => {
    const page = await (await organizer.fetch(`/admin/events${query}`)).text();
    return [...page.slice(page.indexOf('<tbody')).matchAll(/<a href="\/admin\/events\/\d+">([^<]+)</g)].map(
      ([, title]) => title,
    );
  };
  expect(await titles('')).toEqual(['Donaulauf', 'Geheimer Lauf', 'Alter Lauf']);
  expect(await titles('?q=graz')).toEqual(['Geheimer Lauf']);
  expect(await titles('?time=past')).toEqual(['Alter Lauf']);
  expect(await titles('?time=upcoming&sort=title&dir=asc')).toEqual(['Donaulauf', 'Geheimer Lauf']);
  expect(await titles('?visibility=viaLink')).toEqual(['Geheimer Lauf']);
  expect(await titles('?sort=title&dir=desc')).toEqual(['Geheimer Lauf', 'Donaulauf', 'Alter Lauf']);
  expect(await titles('?sort=nonsense&visibility=x&time=y&page=-3')).toHaveLength(3);
  const switched = await organizer.fetch('/admin/events?go=&q=donau');
  expect(switched.headers.get('location')).toBe(`/admin/events/${eventId}`);
  expect(shop.clock()).toBe(fromIso('2026-03-02T09:00:00Z'));
});

test('lists what an event lacks before the sale', async () => {
  const { organizer } = await managedRace();
  const { body } = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Leer',
    startTimestamp: '2026-06-01T08:00:00Z',
  });
  const path = `/admin/events/${body.eventId}`;
  const page = async () => (await organizer.fetch(path)).text();
  expect(await page()).toContain('Leg den ersten Bewerb an.');
  const made = await organizer.json<{ competition: { id: number } }>(
    'POST',
    `/api/admin/competitions/${body.eventId}`,
    { title: '5 km', totalTicketCount: 9 },
  );
  expect(await page()).toContain('5 km hat keinen Preis, der gilt oder noch kommt.');
  await organizer.json('POST', `/api/admin/competition-prices/${made.body.competition.id}`, {
    price: 100,
    quantity: 9,
  });
  await organizer.json('PATCH', `/api/admin/events/${body.eventId}/visibility`, { visible: true });
  expect(await page()).toContain('Alles da: Die Anmeldung kann laufen.');
});

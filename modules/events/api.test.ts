import { expect, test } from 'vitest';
import { type Caller, testShop } from '#tests/support/shop.ts';

type Json = Record<string, unknown>;
const start = '2026-06-14T07:00:00.000Z';

/** Two organizers with a user each. */
async function twoOrganizers() {
  const shop = await testShop();
  const admin = await shop.login('admin@events.test', { superAdmin: true });
  const users: Caller[] = [];
  const ids: number[] = [];
  for (const name of ['verein', 'andere']) {
    const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name });
    await admin.json('POST', `/api/admin/organizers/${body.organizer.id}/users`, { email: `${name}@events.test` });
    ids.push(body.organizer.id);
    users.push(await shop.login(`${name}@events.test`));
  }
  return { shop, admin, organizer: users[0] as Caller, other: users[1] as Caller, ids };
}

async function make<T extends string>(caller: Caller, path: string, body: Json, key: T): Promise<Json> {
  const answer = await caller.json<Record<T, Json>>('POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body[key];
}

async function smallEvent(organizer: Caller) {
  const created = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Seelauf',
    startTimestamp: start,
    location: 'Seestadt',
  });
  expect(created.status).toBe(201);
  const { eventId } = created.body;
  const competition = await make(
    organizer,
    `/api/admin/competitions/${eventId}`,
    { title: '10 km', totalTicketCount: 5 },
    'competition',
  );
  const price = await make(
    organizer,
    `/api/admin/competition-prices/${competition.id}`,
    { price: 3000, quantity: 3 },
    'competitionPrice',
  );
  return { eventId, competitionId: competition.id as number, priceId: price.id as number };
}

test('a new event has defaults and is hidden', async () => {
  const { shop, organizer, ids } = await twoOrganizers();
  const { body } = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', { title: 'Neu' });
  const answer = await organizer.json<{ event: Json }>('GET', `/api/admin/events/${body.eventId}`);
  expect(answer.body.event).toMatchObject({
    title: 'Neu',
    vat: 20,
    generateInvoice: false,
    startTimestamp: '2026-03-01T23:00:00.000Z',
    endTimestamp: '2026-03-02T22:59:00.000Z',
    timeZone: 'Europe/Vienna',
    visible: false,
    titlePicture: null,
    userEditTillTime: null,
    whiteLabel: null,
    hasArticles: false,
    organizers: [{ id: ids[0], name: 'verein', isMain: true }],
    shippingCosts: { defaultShippingCost: 0, countries: [] },
    shortlinks: [],
  });
  for (const [whiteLabel, kept] of [
    ['Marke', 'Marke'],
    [false, null],
    ['', null],
  ] as const) {
    const changed = await organizer.json<{ event: Json }>('PATCH', `/api/admin/events/${body.eventId}`, { whiteLabel });
    expect(changed.body.event.whiteLabel).toBe(kept);
  }
  const visitor = shop.visitor();
  expect((await visitor.json('GET', `/api/events/${body.eventId}`)).status).toBe(404);
  expect((await visitor.fetch(`/events/${body.eventId}`)).status).toBe(404);
  expect((await visitor.json('GET', '/api/events')).body).toEqual({ count: 0, rows: [] });
});

test('the public sees an event in the exact shape of the contract, by number and by shortlink', async () => {
  const { shop, organizer } = await twoOrganizers();
  const { eventId, competitionId, priceId } = await smallEvent(organizer);
  await organizer.json('PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true });
  expect((await organizer.json('PUT', `/api/admin/events/${eventId}/shortlinks/see-lauf`)).status).toBe(204);
  const visitor = shop.visitor();
  const { body } = await visitor.json<{ event: Json & { competitions: Json[] } }>('GET', '/api/events/see-lauf');
  const price = {
    id: priceId,
    price: 3000,
    currency: 'eur',
    availableFrom: null,
    availableTo: null,
    quantity: 3,
    sold: 0,
    priceOrder: 1,
    onlyBuyableWithVoucher: false,
  };
  expect(body.event.competitions).toEqual([
    {
      id: competitionId,
      eventId,
      title: '10 km',
      description: '',
      location: '',
      type: 'single',
      gender: 'both',
      timestamp: start,
      endTimestamp: null,
      minAge: 0,
      maxAge: 0,
      ageCheckMode: 'dayOfCompetition',
      ageCheckDate: null,
      disableAgeCheck: false,
      minTeamSize: 1,
      maxTeamSize: 10,
      disciplines: [],
      previewPicture: null,
      prices: [price],
      currentPrice: price,
      totalTicketCount: 5,
      availableTicketCount: 5,
      withShipping: false,
      sortOrder: 1,
    },
  ]);
  expect(Object.keys(body.event).sort()).toEqual(
    'additionalConditions adoptTeamEmail allowDifferentDeliveryAddress articles asksBirthDate asksGender canceled cancellationProtections competitions conditions description endTimestamp formFields generateInvoice hasArticles id location needsContactAddress needsName organizers paymentInAdvancePossible processingFee shippingCosts soldOut startTimestamp timeZone title titlePicture useAlternateTranslation userEditTillTime vat visible visibleViaLink whiteLabel'.split(
      ' ',
    ),
  );
  expect((await visitor.json<Json>('GET', `/api/events/${eventId}/competitions`)).body).toEqual({
    rows: body.event.competitions,
  });
  expect((await visitor.json<Json>('GET', `/api/competitions/${competitionId}`)).body).toEqual({
    competition: body.event.competitions[0],
  });
  expect((await visitor.json<{ count: number }>('GET', '/api/events?q=seelauf')).body.count).toBe(1);
  for (const path of ['/', `/events/${eventId}`, '/events/see-lauf', `/event-conditions/${eventId}`]) {
    const page = await visitor.fetch(path);
    expect(page.status, path).toBe(200);
    expect(await page.text(), path).toContain('Seelauf');
  }
});

test('answers 404 for another organizer’s event', async () => {
  const { shop, organizer, other, ids } = await twoOrganizers();
  const { eventId, competitionId, priceId } = await smallEvent(organizer);
  const calls: [string, string, Json?][] = [
    ['GET', `/api/admin/events/${eventId}`],
    ['PATCH', `/api/admin/events/${eventId}`, { title: 'Meins' }],
    ['PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }],
    ['PUT', `/api/admin/events/${eventId}/shortlinks/meins`],
    ['GET', `/api/admin/events/${eventId}/sold-tickets`],
    ['POST', `/api/admin/competitions/${eventId}`, { title: 'x' }],
    ['PATCH', `/api/admin/competitions/${competitionId}`, { title: 'x' }],
    ['DELETE', `/api/admin/competitions/${competitionId}`],
    ['POST', `/api/admin/competition-prices/${competitionId}`, { price: 1 }],
    ['PATCH', `/api/admin/competition-prices/${priceId}`, { price: 1 }],
    ['DELETE', `/api/admin/competition-prices/${priceId}`],
    ['POST', `/api/admin/articles/${eventId}`, { name: 'x' }],
    ['POST', '/api/admin/events', { title: 'x', organizerId: ids[0] }],
  ];
  const guest = shop.visitor();
  for (const [method, path, body] of calls) {
    const answer = await other.json<Json>(method, path, body);
    expect([answer.status, answer.body?.code], `${method} ${path}`).toEqual([404, 'NOT_FOUND']);
    expect((await guest.json(method, path, body)).status, `${method} ${path}`).toBe(401);
  }
  expect((await other.json<{ count: number }>('GET', '/api/admin/events')).body.count).toBe(0);
  expect((await other.fetch(`/admin/events/${eventId}`)).status).toBe(404);
  expect((await other.form(`/admin/events/${eventId}/settings`, { title: 'Meins' })).status).toBe(404);
});

test('changes the given fields only and reports bad input by field', async () => {
  const { organizer } = await twoOrganizers();
  const { eventId, competitionId, priceId } = await smallEvent(organizer);
  const changed = await organizer.json<{ event: Json }>('PATCH', `/api/admin/events/${eventId}`, {
    processingFee: 150,
    shippingCosts: { countries: [{ countryCode: 'AT', cost: 350 }] },
  });
  expect(changed.body.event).toMatchObject({
    title: 'Seelauf',
    processingFee: 150,
    shippingCosts: { defaultShippingCost: 0, countries: [{ countryCode: 'AT', cost: 350 }] },
  });
  const wrong: [string, Json, string][] = [
    [`/api/admin/events/${eventId}`, { vat: 101 }, 'vat'],
    [`/api/admin/events/${eventId}`, { title: ' ' }, 'title'],
    [`/api/admin/events/${eventId}`, { endTimestamp: '2026-01-01T00:00:00Z' }, 'endTimestamp'],
    [`/api/admin/events/${eventId}`, { timeZone: 'Mars/Olympus' }, 'timeZone'],
    [
      `/api/admin/events/${eventId}`,
      { shippingCosts: { countries: ['AT', 'DE', 'AT'].map((countryCode) => ({ countryCode, cost: 350 })) } },
      'shippingCosts.countries.2.countryCode',
    ],
    [`/api/admin/competitions/${competitionId}`, { minTeamSize: 4, maxTeamSize: 2 }, 'maxTeamSize'],
    [`/api/admin/competitions/${competitionId}`, { ageCheckMode: 'givenDate' }, 'ageCheckDate'],
    [`/api/admin/competition-prices/${priceId}`, { quantity: -1 }, 'quantity'],
    [`/api/admin/competition-prices/${priceId}`, { price: 29.9 }, 'price'],
  ];
  for (const [path, body, field] of wrong) {
    const answer = await organizer.json<{ code: string; details: { fields: Json } }>('PATCH', path, body);
    expect([answer.status, answer.body.code], path).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(answer.body.details.fields)).toEqual([field]);
  }
});

test('articles, variants, protections, fields and sold tickets', async () => {
  const { organizer } = await twoOrganizers();
  const { eventId, competitionId } = await smallEvent(organizer);
  const article = await make(
    organizer,
    `/api/admin/articles/${eventId}`,
    { name: 'Shirt', price: 1990, competitionIds: [competitionId] },
    'article',
  );
  expect(article).toMatchObject({
    type: 'normal',
    vat: null,
    currency: 'eur',
    competitionIds: [competitionId],
    variants: [],
  });
  const variant = await make(organizer, `/api/admin/article-variants/${article.id}`, { name: 'M' }, 'articleVariant');
  expect(variant).toMatchObject({ name: 'M', availableAmount: 1 });
  const more = await organizer.json<{ articleVariant: Json }>('PATCH', `/api/admin/article-variants/${variant.id}`, {
    availableAmount: 7,
  });
  expect(more.body.articleVariant).toMatchObject({ name: 'M', availableAmount: 7 });
  const protection = await make(
    organizer,
    `/api/admin/cancellation-protections/${eventId}`,
    { title: 'Schutz', price: 590 },
    'cancellationProtection',
  );
  expect(protection).toMatchObject({ title: 'Schutz', description: '', price: 590 });
  const field = await make(
    organizer,
    `/api/admin/events/${eventId}/form-fields`,
    { name: { de: 'Größe', en: 'Size' } },
    'formField',
  );
  expect(field).toMatchObject({
    type: 'select',
    isRequired: false,
    formFieldOrder: 1,
    competitionIds: [],
    rrName: null,
  });
  const sold = await organizer.json<{ rows: Json[] }>('GET', `/api/admin/events/${eventId}/sold-tickets`);
  expect(sold.body.rows).toMatchObject([{ competitionId, sold: 0, quantity: 3 }]);
  for (const path of [
    `/api/admin/article-variants/${variant.id}`,
    `/api/admin/articles/${article.id}`,
    `/api/admin/cancellation-protections/${protection.id}`,
    `/api/admin/events/${eventId}/form-fields/${field.id}`,
    `/api/admin/competitions/${competitionId}`,
  ]) {
    expect((await organizer.json('DELETE', path)).status, path).toBe(204);
  }
  const foreign = await organizer.json<Json>('POST', `/api/admin/articles/${eventId}`, {
    name: 'x',
    competitionIds: [9999],
  });
  expect(foreign.status).toBe(400);
});

test('a shortlink belongs to one event', async () => {
  const { organizer, other } = await twoOrganizers();
  const { eventId } = await smallEvent(organizer);
  const { eventId: second } = await smallEvent(other);
  const put = (caller: Caller, id: number, name: string) =>
    caller.json<Json>('PUT', `/api/admin/events/${id}/shortlinks/${name}`);
  expect((await put(organizer, eventId, 'seelauf')).status).toBe(204);
  expect((await put(organizer, eventId, 'seelauf')).status).toBe(204);
  expect((await put(other, second, 'seelauf')).body.code).toBe('SHORTLINK_ALREADY_EXISTS');
  expect((await put(other, second, 'lauf2')).body.code).toBe('VALIDATION_FAILED');
  // The page of a new event has this word.
  expect((await put(other, second, 'new')).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: {
      fields: { shortlink: ['Dieses Wort steht schon in unseren eigenen Adressen. Nimm bitte ein anderes.'] },
    },
  });
  expect((await other.json('DELETE', `/api/admin/events/${second}/shortlinks/seelauf`)).status).toBe(404);
});

test('keeps at least one organizer, one of them main', async () => {
  const { admin, organizer, ids } = await twoOrganizers();
  const { eventId } = await smallEvent(organizer);
  const path = (id: number | undefined) => `/api/admin/organizers/${id}/events`;
  expect((await admin.json<Json>('DELETE', `${path(ids[0])}/${eventId}`)).body.code).toBe(
    'CANT_REMOVE_ORGANIZER_IS_LAST',
  );
  const added = await admin.json<{ events: Json[] }>('POST', path(ids[1]), { eventId });
  expect(added.body.events).toMatchObject([{ id: eventId, isMain: false }]);
  const main = await admin.json<{ events: Json[] }>('PATCH', `${path(ids[1])}/${eventId}/set-to-main`);
  expect(main.body.events).toMatchObject([{ id: eventId, isMain: true }]);
  expect((await admin.json('DELETE', `${path(ids[1])}/${eventId}`)).status).toBe(204);
  expect((await admin.json<{ events: Json[] }>('GET', path(ids[0]))).body.events).toMatchObject([{ isMain: true }]);
  expect((await organizer.json('GET', path(ids[0]))).status).toBe(403);
});

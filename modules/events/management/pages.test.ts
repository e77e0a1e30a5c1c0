import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';

async function organizerWithEvent() {
  const shop = await testShop();
  const admin = await shop.login('admin@pages.test', { superAdmin: true });
  const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Verein' });
  await admin.json('POST', `/api/admin/organizers/${body.organizer.id}/users`, { email: 'verein@pages.test' });
  const organizer = await shop.login('verein@pages.test');
  const created = await organizer.form('/admin/events/new', {
    title: 'Waldlauf',
    kind: 'trail',
    location: 'Grünau',
    timeZone: 'Europe/Vienna',
    startTimestamp: '14.06.2026 09:00',
    endTimestamp: '14.06.2026 15:00',
    description: 'Durch den **Wald**',
  });
  expect(created.status).toBe(303);
  const path = created.headers.get('location')?.split('?')[0] ?? '';
  return { shop, organizer, path, eventId: Number(path.split('/').at(-1)) };
}

const competitionFields = {
  title: '12 km',
  type: 'single',
  timestamp: '14.06.2026 09:00',
  totalTicketCount: '50',
  sortOrder: '1',
  gender: 'both',
  minAge: '0',
  maxAge: '0',
  ageCheckMode: 'dayOfCompetition',
  minTeamSize: '1',
  maxTeamSize: '10',
};

test('an organizer sets up a race with forms alone, and the public sees it', async () => {
  const { shop, organizer, path, eventId } = await organizerWithEvent();
  const competition = await organizer.form(`${path}/competitions/new`, competitionFields);
  const tickets = competition.headers.get('location')?.split('?')[0] ?? '';
  expect(tickets).toMatch(/^\/admin\/tickets\/\d+\/\d+$/);
  const price = await organizer.form(`${tickets}/prices/new`, { price: '24,50 €', quantity: '30', priceOrder: '1' });
  expect(price.status).toBe(303);
  const article = await organizer.form(`${path}/articles/new`, {
    ...{ name: 'Buff', type: 'normal', price: '9' },
    withdrawalRight: 'goods_14',
  });
  const articlePath = article.headers.get('location')?.split('?')[0] ?? '';
  const variant = await organizer.form(`${articlePath}/variants`, {
    'variant.new.newNames': 'rot',
    'variant.new.newAmount': '5',
  });
  expect(variant.headers.get('location')).toBe(`${articlePath}?variantsSaved#variants`);
  const protection = await organizer.form(`/admin/cancellation-protection/${eventId}/new`, {
    title: 'Schutz',
    price: '4,90',
  });
  expect(protection.status).toBe(303);
  const field = await organizer.form(`${path}/dynamic-fields/new`, {
    nameDe: 'Größe',
    nameEn: 'Size',
    fieldType: 'select',
    'options[0].optionDe': 'Mittel',
    'options[0].optionEn': 'Medium',
    'options[3].optionDe': 'L',
    isRequired: 'true',
    formFieldOrder: '1',
  });
  expect(field.status).toBe(303);
  await organizer.form(`${path}/visibility`, { visibility: 'visible' });

  const visitor = shop.visitor();
  const page = await (await visitor.fetch(`/events/${eventId}`)).text();
  expect(page).toContain('24,50');
  expect(page).toContain('Durch den <strong>Wald</strong>');
  expect(page).toContain('"@type":"SportsEvent"');
  const { body } = await visitor.json<{ event: Record<string, unknown> }>('GET', `/api/events/${eventId}`);
  expect(body.event).toMatchObject({
    startTimestamp: '2026-06-14T07:00:00.000Z',
    competitions: [{ title: '12 km', currentPrice: { price: 2450, quantity: 30 } }],
    articles: [{ name: 'Buff', price: 900, variants: [{ name: 'rot', availableAmount: 5 }] }],
    cancellationProtections: [{ title: 'Schutz', price: 490 }],
    formFields: [
      {
        name: { de: 'Größe', en: 'Size' },
        options: [
          { value: 'Mittel', label: { de: 'Mittel', en: 'Medium' } },
          { value: 'L', label: { de: 'L', en: 'L' } },
        ],
      },
    ],
  });
  for (const each of [
    path,
    `${path}/settings`,
    `${path}/competitions`,
    tickets,
    `${path}/articles`,
    articlePath,
    `${path}/dynamic-fields`,
    '/admin/events',
  ]) {
    expect((await organizer.fetch(each)).status, each).toBe(200);
  }
  expect((await organizer.fetch('/admin')).headers.get('location')).toBe(path);
});

test('reports errors at the field and keeps all input', async () => {
  const { organizer, path } = await organizerWithEvent();
  const answer = await organizer.form(`${path}/competitions/new`, {
    ...competitionFields,
    title: '',
    timestamp: 'gestern',
    description: 'Mit Liebe getippt',
  });
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect(page).toContain('Mit Liebe getippt');
  expect(page).toContain('value="gestern"');
  expect(page).toContain('id="field-title-error"');
  expect(page).toContain('id="field-timestamp-error"');
  const contradiction = await organizer.form(`${path}/competitions/new`, {
    ...competitionFields,
    minAge: '30',
    maxAge: '20',
  });
  expect(await contradiction.text()).toContain('Das Höchste ist kleiner als das Mindeste.');
});

test('home finds events by word, month, kind and place', async () => {
  const { shop, organizer, path, eventId } = await organizerWithEvent();
  await organizer.form(`${path}/visibility`, { visibility: 'visible' });
  const visitor = shop.visitor();
  const finds = async (query: string) =>
    (await (await visitor.fetch(`/?${query}`)).text()).includes(`/events/${eventId}"`);
  for (const query of ['', 'q=grunau', 'q=wald', 'month=2026-06', 'kind=trail', 'place=Gr%C3%BCnau']) {
    expect(await finds(query), query).toBe(true);
  }
  for (const query of ['q=meer', 'month=2026-07', 'kind=running', 'place=Linz'])
    expect(await finds(query), query).toBe(false);
  shop.clock.set('2026-06-15T00:00:00Z');
  expect(await finds('')).toBe(false);
  expect(await (await visitor.fetch(`/events/${eventId}/calendar.ics`)).text()).toContain(
    'DTSTART;TZID=Europe/Vienna:20260614T090000',
  );
});

test('a refused shortlink and a refused variant keep what was typed', async () => {
  const { organizer, path } = await organizerWithEvent();
  const refused = await organizer.form(`${path}/shortlinks`, { shortlink: 'Wald Lauf 7' });
  const page = await refused.text();
  expect(refused.status).toBe(400);
  expect(page).toContain('value="Wald Lauf 7"');
  expect(page).toContain('id="field-shortlink-error"');
  const reserved = await organizer.form(`${path}/shortlinks`, { shortlink: 'new' });
  expect([reserved.status, (await reserved.text()).includes('steht schon in unseren eigenen Adressen')]).toEqual([
    400,
    true,
  ]);

  const article = await organizer.form(`${path}/articles/new`, {
    ...{ name: 'Buff', type: 'normal', price: '9' },
    withdrawalRight: 'goods_14',
  });
  const articlePath = article.headers.get('location')?.split('?')[0] ?? '';
  const variant = await organizer.form(`${articlePath}/variants`, {
    'variant.new.newNames': 'grün',
    'variant.new.newAmount': 'viele',
  });
  const again = await variant.text();
  expect(variant.status).toBe(400);
  expect(again).toContain('value="grün"');
  expect(again).toContain('value="viele"');
  expect(again).toContain('id="field-variant-new-newAmount-error"');
});

test('tolerates a baseline in an unknown language or zone', async () => {
  const { organizer, path } = await organizerWithEvent();
  const fields = {
    title: 'Waldlauf',
    kind: 'trail',
    timeZone: 'Europe/Vienna',
    startTimestamp: '14.06.2026 09:00',
    endTimestamp: '14.06.2026 15:00',
  };
  for (const baseline of [
    'de Nowhere/Land title:abc',
    'xx Europe/Vienna title:abc',
    'de',
    ':',
    'de Europe/Vienna title',
  ])
    expect([baseline, (await organizer.form(`${path}/settings`, { ...fields, baseline })).status]).toEqual([
      baseline,
      303,
    ]);
});

test('never shows messages of the schema library', async () => {
  const { organizer, path } = await organizerWithEvent();
  const created = await organizer.form(`${path}/competitions/new`, competitionFields);
  const tickets = created.headers.get('location')?.split('?')[0] ?? '';
  const textOf = async (address: string, fields: Record<string, string>) => {
    const answer = await organizer.form(address, fields);
    expect(answer.status).toBe(400);
    return (await answer.text()).replaceAll('\u00a0', ' ');
  };
  const price = await textOf(`${tickets}/prices/new`, {
    price: '-5',
    quantity: 'x',
    availableFrom: '31.13.2027',
    priceOrder: '1',
  });
  expect(price).toContain('Mindestens 0,00 €.');
  expect(price).toContain('Bitte gib eine ganze Zahl ein.');
  expect(price).toContain('Bitte gib Tag und Uhrzeit ein');
  const competition = await textOf(`${path}/competitions/new`, {
    ...competitionFields,
    minAge: '151',
    title: 'x'.repeat(300),
  });
  expect(competition).toContain('Höchstens 150.');
  expect(competition).toContain('Höchstens 200 Zeichen.');
  const look = await textOf(`${path}/settings/look`, { accentColor: 'rot' });
  expect(look).toContain('Eingabe ungültig.');
  for (const html of [price, competition, look]) expect(html).not.toMatch(/erwartet|Muster|String|number/);
});

test('the page opens at its answer, and asks for stars only where a field has one', async () => {
  const { organizer, path } = await organizerWithEvent();
  const focused = (html: string) =>
    /<div class="alert"[^>]*autofocus[^>]*>(.*?)<\/div>/i.exec(html)?.[1]?.replace(/<[^>]*>/g, '');
  const html = async (address: string) => (await organizer.fetch(address)).text();
  const saved = await html(`${path}?saved`);
  expect(focused(saved)).toBe('Gespeichert.');
  expect(saved.indexOf('Gespeichert.'), 'above what is long').toBeLessThan(saved.indexOf('Bereit für Anmeldungen?'));
  expect(focused(await html(path))).toBeUndefined();
  expect(focused(await html(`${path}/dynamic-fields?refused=RESOURCE_IN_USE`))).toContain('Zusatzfrage');
  const asked = await organizer.form(`${path}/settings/sale`, {
    vat: '20',
    processingFee: '0',
    onlinePaymentHoldMinutes: '120',
    canceled: 'true',
  });
  expect(asked.status).toBe(400);
  expect(focused(await asked.text())).toContain('Bist du sicher?');
  expect(await html(`${path}/settings/sale`)).toContain('* erforderlich');
  expect(await html(`${path}/settings/look`)).not.toContain('* erforderlich');
});

test('managers see the page of a hidden event', async () => {
  const { shop, organizer, path, eventId } = await organizerWithEvent();
  const address = `/events/${eventId}`;
  const stranger = await shop.login('fremd@pages.test');
  const seenBy = async (caller: Pick<typeof stranger, 'fetch'>) => (await caller.fetch(address)).status;
  expect(await (await organizer.fetch(path)).text()).toContain(`href="${address}"`);
  const preview = await (await organizer.fetch(address)).text();
  expect(preview).toContain('Vorschau');
  expect(preview).toContain('<meta name="robots" content="noindex"');
  expect(preview, 'nobody can enter yet').not.toContain(`${address}/competitions"`);
  expect(preview).not.toContain('calendar.ics');
  const conditions = `/event-conditions/${eventId}`;
  expect(preview).toContain(conditions);
  expect([(await organizer.fetch(conditions)).status, (await stranger.fetch(conditions)).status]).toEqual([200, 404]);
  expect([await seenBy(stranger), await seenBy(shop.visitor()), await seenBy(organizer)]).toEqual([404, 404, 200]);
  await organizer.form(`${path}/visibility`, { visibility: 'viaLink' });
  expect([await seenBy(stranger), await seenBy(shop.visitor())]).toEqual([200, 200]);
  expect(await (await organizer.fetch(address)).text()).not.toContain('Vorschau');
});

test('an event with nothing to sell so far is not called sold out', async () => {
  const { shop, organizer, path, eventId } = await organizerWithEvent();
  await organizer.form(`${path}/visibility`, { visibility: 'visible' });
  const seen = async () => (await shop.visitor().fetch(`/events/${eventId}`)).text();
  expect(await seen()).toContain('In Vorbereitung');
  await organizer.form(`${path}/competitions/new`, competitionFields);
  const html = await (await organizer.fetch(`/events/${eventId}`)).text();
  expect(html).toContain('In Vorbereitung');
  expect(html).not.toMatch(/Ausverkauft|Infinity|Invalid/);
});

test('refuses an unreadable price', async () => {
  const { organizer, path, eventId } = await organizerWithEvent();
  const competition = await organizer.form(`${path}/competitions/new`, competitionFields);
  const tickets = competition.headers.get('location')?.split('?')[0] ?? '';
  const save = (price: string) => organizer.form(`${tickets}/prices/new`, { price, quantity: '30', priceOrder: '1' });
  for (const price of ['3O,00', '30,00 x', '1,2,3', '99999999999999999999', '1e5', '0,001', 'zwölf', '-', '-3'])
    expect([price, (await save(price)).status]).toEqual([price, 400]);
  for (const price of ['0', '0,00 €', '0.00', '30', '1.234,50 €', 'EUR 30,00'])
    expect([price, (await save(price)).status]).toEqual([price, 303]);
  const { body } = await organizer.json<{ rows: { price: number }[] }>(
    'GET',
    `/api/admin/events/${eventId}/sold-tickets`,
  );
  expect(body.rows.map(({ price }) => price)).toEqual([0, 0, 0, 3000, 123_450, 3000]);
});

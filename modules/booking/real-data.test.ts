import { expect, test } from 'vitest';
import { orders } from '#modules/orders/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { testShop } from '#tests/support/shop.ts';

/** Countries exist, and names are names: what a booking says is found at its field. */
async function open() {
  const shop = await testShop({ demo: false });
  const race = await shop.deps.write((work) => makeRace(work, { event: { needsContactAddress: true } }));
  const buyer = await shop.login('buyer@example.test');
  const address = {
    firstName: 'Ada',
    lastName: 'Berger',
    street: 'Hauptplatz',
    houseNumber: '1',
    zipCode: '4020',
    city: 'Linz',
    countryCode: 'AT',
  };
  const send = async (path: string, change: object, person: object = {}) => {
    const body = bookingOf(race, [runner({ ...person })], { contactAddress: address, ...change });
    type Said = { code?: string; details?: { fields?: Record<string, string[]> } };
    const answer = await buyer.json<Said>('POST', `/api/events/${race.eventId}/${path}`, body);
    return { status: answer.status, code: answer.body.code, fields: answer.body.details?.fields };
  };
  return { shop, race, buyer, address, send };
}
const texts = {
  country: 'Das ist kein Länderkürzel. Schreib zum Beispiel AT.',
  webAddress: 'Hier darf keine Internetadresse stehen.',
};
const refused = (field: string, error: keyof typeof texts) => ({
  status: 400,
  code: 'VALIDATION_FAILED',
  fields: { [field]: [texts[error]] },
});
type At = Awaited<ReturnType<typeof open>>;

const countries: [string, (address: At['address']) => object, object, string][] = [
  [
    'of the contact address',
    (address) => ({ contactAddress: { ...address, countryCode: 'XX' } }),
    {},
    'contactAddress.countryCode',
  ],
  [
    'of the delivery address',
    (address) => ({ deliveryAddress: { ...address, countryCode: 'XX' } }),
    {},
    'deliveryAddress.countryCode',
  ],
  [
    'of the invoice address',
    (address) => ({ invoiceAddress: { ...address, countryCode: 'ZZ' } }),
    {},
    'invoiceAddress.countryCode',
  ],
  [
    'of the telephone number',
    (address) => ({ contactAddress: { ...address, phoneNumber: { countryCode: 'XX', number: '0664 1234567' } } }),
    {},
    'contactAddress.phoneNumber.countryCode',
  ],
  ['of a nationality', () => ({}), { nationalityCountryCode: 'XX' }, 'teams.0.participants.0.nationalityCountryCode'],
  [
    'of a nationality in three letters',
    () => ({}),
    { nationalityCountryCode: 'XXX' },
    'teams.0.participants.0.nationalityCountryCode',
  ],
];
test.each(countries)('a country code that does not exist is refused: %s', async (_, change, person, field) => {
  const { shop, address, send } = await open();
  expect(await send('book', change(address), person)).toEqual(refused(field, 'country'));
  expect(await shop.deps.read.select().from(orders)).toEqual([]);
});

test('countries that exist are taken, Kosovo among them', async () => {
  const { address, send } = await open();
  for (const countryCode of ['AT', 'XK', 'TW'])
    expect(
      (await send('book', { contactAddress: { ...address, countryCode } }, { nationalityCountryCode: countryCode }))
        .status,
    ).toBe(201);
});

const named: [string, (address: At['address']) => object, object, string][] = [
  ['first name', () => ({}), { firstName: 'gewinn.example.com' }, 'teams.0.participants.0.firstName'],
  ['last name', () => ({}), { lastName: 'www.gewinn.at' }, 'teams.0.participants.0.lastName'],
  ['club', () => ({}), { club: 'Alles gratis: billig.de' }, 'teams.0.participants.0.club'],
  [
    'buyer',
    (address) => ({ contactAddress: { ...address, lastName: 'http://spam.test' } }),
    {},
    'contactAddress.lastName',
  ],
  [
    'company',
    (address) => ({ invoiceAddress: { ...address, companyName: 'Spam.com GmbH' } }),
    {},
    'invoiceAddress.companyName',
  ],
  [
    'sports club',
    (address) => ({ deliveryAddress: { ...address, sportsClub: 'spam.shop' } }),
    {},
    'deliveryAddress.sportsClub',
  ],
];
test.each(named)('an address of the web is no name: %s', async (_, change, person, field) => {
  const { address, send } = await open();
  expect(await send('book', change(address), person)).toEqual(refused(field, 'webAddress'));
});

test('nor that of a team, and nobody gets one later', async () => {
  const { race, buyer, address, send } = await open();
  const relay = { competitionId: race.relayId, participants: [runner(), runner()] };
  expect(await send('book', { teams: [{ ...relay, teamName: 'Team spam.com' }], totalPrice: 4150 })).toEqual(
    refused('teams.0.teamName', 'webAddress'),
  );
  const body = bookingOf(race, [], {
    teams: [{ ...relay, teamName: 'Swim.Bike.Run' }],
    totalPrice: 4150,
    contactAddress: address,
  });
  const placed = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, body);
  expect(placed.status).toBe(201);
  const { orderId } = placed.body;
  type Shown = { order: { competitions: { teams: { participants: { id: number }[] }[] }[] } };
  const shown = await buyer.json<Shown>('GET', `/api/orders/${orderId}`);
  const id = shown.body.order.competitions[0]?.teams[0]?.participants[0]?.id;
  const change = (data: object) => buyer.json('POST', `/api/orders/${orderId}/participants/${id}/change-data`, data);
  expect(await change({ firstName: 'spam.com' })).toMatchObject({
    status: 400,
    body: { details: { fields: { firstName: [texts.webAddress] } } },
  });
  expect((await change({ nationalityCountryCode: 'XX' })).status).toBe(400);
  expect((await change({ firstName: 'St.Veit' })).status).toBe(200);
  const form = await buyer.form(`/orders/${orderId}/participants/${id}/change`, {
    firstName: 'spam.com',
    lastName: 'Maier',
  });
  expect(form.status).not.toBe(303);
  const settings = await buyer.json('PATCH', '/api/settings', { lastname: 'spam.com' });
  expect(settings.status).toBe(400);
});

test('the step of the participants says so, keeps what was typed, and lets nobody past it', async () => {
  const { shop, race } = await open();
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'e@example.test',
    eventId: race.eventId,
  });
  const path = (step: string) => `/events/${race.eventId}/${step}`;
  const page = await visitor.form(path('competitions'), {
    'teams[0].competitionId': String(race.runId),
    'teams[0].localId': 't0',
    'teams[0].participants[0].localId': 'p0',
    'teams[0].participants[0].firstName': 'Gratis',
    'teams[0].participants[0].lastName': 'spam.com',
    'teams[0].participants[0].birthDate': '01.05.1994',
    intent: 'next',
  });
  const html = await page.text();
  expect(page.status).toBe(400);
  expect(html).toContain('Namen ohne Internetadresse, bitte');
  expect(html).toContain('value="spam.com"');
  const elsewhere = await visitor.fetch(path('check-order'));
  expect(elsewhere.headers.get('location')).toBe(`${path('competitions')}?check=1`);
  expect(await (await visitor.fetch(`${path('competitions')}?check=1`)).text()).toContain('Namen ohne Internetadresse');
});

test('the step of the addresses says it at its field', async () => {
  const { shop, race, address } = await open();
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'e@example.test',
    eventId: race.eventId,
  });
  const path = (step: string) => `/events/${race.eventId}/${step}`;
  await visitor.form(path('competitions'), {
    'teams[0].competitionId': String(race.runId),
    'teams[0].localId': 't0',
    'teams[0].participants[0].localId': 'p0',
    'teams[0].participants[0].firstName': 'Eva',
    'teams[0].participants[0].lastName': 'Maier',
    'teams[0].participants[0].birthDate': '01.05.1994',
    intent: 'next',
  });
  await visitor.form(path('articles'), { declined: 'true', shown: 'p0' });
  const typed = Object.fromEntries(
    Object.entries({ ...address, lastName: 'spam.com' }).map(([name, text]) => [`contact.${name}`, text]),
  );
  const page = await visitor.form(path('delivery-address'), typed);
  expect(page.status).toBe(400);
  expect(await page.text()).toContain('Hier darf keine Internetadresse stehen.');
});

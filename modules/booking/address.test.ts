import { describe, expect, test } from 'vitest';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

/** Contact, delivery and invoice address: what the step takes, says and keeps, and what the calls refuse. */
const page = (race: Race, step = 'delivery-address') => `/events/${race.eventId}/${step}`;
const contact = {
  'contact.firstName': ' Eva ',
  'contact.lastName': 'Maier',
  'contact.street': 'Hauptstraße',
  'contact.houseNumber': '7',
  'contact.zipCode': '4020',
  'contact.city': 'Linz',
  'contact.countryCode': 'AT',
};
const invoice = {
  differentInvoice: 'true',
  'invoice.gender': 'company',
  'invoice.companyName': 'Lauf GmbH',
  'invoice.firstName': 'Anna',
  'invoice.lastName': 'Huber',
  'invoice.street': 'Ring',
  'invoice.zipCode': '1010',
  'invoice.city': 'Wien',
  'invoice.countryCode': 'AT',
  'invoice.vatId': 'atu 123.456.78',
};

async function atTheStep(who: (shop: TestShop, race: Race) => Promise<Caller> = guest, event = {}) {
  const shop = await testShop();
  const race = await shop.deps.write((work) =>
    makeRace(work, {
      event: {
        needsName: true,
        needsContactAddress: true,
        allowDifferentDeliveryAddress: true,
        generateInvoice: true,
        ...event,
      },
    }),
  );
  const visitor = await who(shop, race);
  await visitor.form(page(race, 'competitions'), {
    'teams[0].competitionId': String(race.runId),
    'teams[0].localId': 't1',
    'teams[0].participants[0].localId': 'p1',
    'teams[0].participants[0].firstName': 'Eva',
    'teams[0].participants[0].lastName': 'Maier',
    'teams[0].participants[0].birthDate': '1.5.1998',
    intent: 'next',
  });
  await visitor.form(page(race, 'articles'), { shown: 'p1', declined: 'true', intent: 'next' });
  return { shop, race, visitor };
}
async function guest(shop: TestShop, race: Race): Promise<Caller> {
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'eva@example.test',
    eventId: race.eventId,
  });
  return visitor;
}
const post = (visitor: Caller, race: Race, fields: Record<string, string>) =>
  visitor.form(page(race), { intent: 'next', ...fields });
const wrong = (html: string): string[] =>
  [...html.matchAll(/name="([\w.]+)"[^>]*?aria-invalid="true"|aria-invalid="true"[^>]*?name="([\w.]+)"/g)].map(
    ([, before, after]) => before ?? after ?? '',
  );

describe('the address step', () => {
  test('books contact, delivery and invoice address in one way to write them', async () => {
    const { race, visitor } = await atTheStep();
    const input = {
      ...contact,
      ...invoice,
      'contact.phoneNumber': '0664 / 123 45 67',
      'contact.titlePrefix': 'Mag.',
      'contact.sportsClub': 'LC Linz',
      differentDelivery: 'true',
      'delivery.firstName': 'Eva',
      'delivery.lastName': 'Maier',
      'delivery.companyName': 'Büro',
      'delivery.street': 'Weg 1',
      'delivery.zipCode': '80331',
      'delivery.city': 'München',
      'delivery.countryCode': 'DE',
    };
    expect((await post(visitor, race, input)).headers.get('location')).toBe(page(race, 'check-order'));
    const html = await (await visitor.fetch(page(race, 'check-order'))).text();
    for (const text of ['Mag. Eva Maier', 'Rechnungsadresse', 'Lauf GmbH', 'UID ATU12345678', 'München']) {
      expect(html).toContain(text);
    }
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const ordered = await visitor.form(page(race, 'check-order'), {
      key: value('key'),
      totalPrice: value('totalPrice'),
      accepted: 'true',
      intent: 'next',
    });
    expect(ordered.headers.get('location')).toContain('order=1');
    const { body } = await visitor.json<{ order: Record<string, unknown> }>('GET', '/api/orders/1');
    expect(body.order).toMatchObject({
      contactAddress: {
        firstName: 'Eva',
        gender: null,
        titlePrefix: 'Mag.',
        sportsClub: 'LC Linz',
        phoneNumber: { countryCode: '+43', number: '6641234567' },
      },
      deliveryAddress: { companyName: 'Büro', city: 'München' },
      invoiceAddress: { gender: 'company', companyName: 'Lauf GmbH', vatId: 'ATU12345678', firstName: 'Anna' },
    });
  });

  test('says at each field what is wrong, and in the summary of which address it is', async () => {
    const { race, visitor } = await atTheStep();
    const refused = await post(visitor, race, {
      ...contact,
      ...invoice,
      'contact.phoneNumber': '12',
      'contact.city': ' ',
      'invoice.vatId': 'ATU1',
      'invoice.companyName': '',
      'invoice.street': 'x'.repeat(151),
      differentDelivery: 'true',
    });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(wrong(html)).toEqual([
      'contact.city',
      'contact.phoneNumber',
      'delivery.firstName',
      'delivery.lastName',
      'delivery.street',
      'delivery.zipCode',
      'delivery.city',
      'delivery.countryCode',
      'invoice.companyName',
      'invoice.street',
      'invoice.vatId',
    ]);
    expect(html).toContain('Kontaktadresse, Telefon: Diese Telefonnummer kann nicht stimmen.');
    expect(html).toContain('Lieferadresse, Ort:');
    expect(html).toContain('Rechnungsadresse, Straße: Das ist zu lang.');
    // Asked for directly, the last step leads back and says why.
    const elsewhere = (await visitor.fetch(page(race, 'check-order'))).headers.get('location');
    expect(elsewhere).toMatch(/delivery-address/);
    await post(visitor, race, { ...contact, 'contact.phoneNumber': '12' });
    const back = (await visitor.fetch(page(race, 'check-order'))).headers.get('location') ?? '';
    expect(back).toBe(`${page(race)}?check=1`);
    expect(wrong(await (await visitor.fetch(back)).text())).toEqual(['contact.phoneNumber']);
  });

  test('an address whose box is not ticked is none, and odd postcodes only raise a question', async () => {
    const { race, visitor } = await atTheStep();
    const { differentInvoice: _, ...unticked } = invoice;
    const posted = await post(visitor, race, {
      ...contact,
      ...unticked,
      'invoice.vatId': 'x',
      'contact.zipCode': '40200',
    });
    expect(posted.headers.get('location')).toBe(page(race, 'check-order'));
    const html = await (await visitor.fetch(page(race, 'check-order'))).text();
    expect(html).toContain('Stimmt die Postleitzahl?');
    expect(html).not.toContain('Lauf GmbH');
  });

  test('without a postal address a number says its country itself', async () => {
    const { race, visitor } = await atTheStep(guest, { needsContactAddress: false });
    const name = { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' };
    const refused = await post(visitor, race, { ...name, 'contact.phoneNumber': '0664 1234567' });
    expect(await refused.text()).toContain('Bitte schreib die Landesvorwahl dazu');
    const fine = await post(visitor, race, { ...name, 'contact.phoneNumber': '0043 664 1234567' });
    expect(fine.headers.get('location')).toBe(page(race, 'check-order'));
  });

  test('is kept in the account by whoever proved the mailbox and ticks it, and fills the next one', async () => {
    const { shop, race, visitor } = await atTheStep((shop) => shop.login('eva@example.test'));
    expect(await (await visitor.fetch(page(race))).text()).toContain('Für das nächste Mal merken');
    await post(visitor, race, { ...contact, 'contact.phoneNumber': '0664 1234567' });
    type Settings = { userData: { contactAddress: unknown } };
    const stored = async () => (await visitor.json<Settings>('GET', '/api/settings')).body.userData.contactAddress;
    expect(await stored()).toBeNull();
    await post(visitor, race, { ...contact, 'contact.phoneNumber': '0664 1234567', remember: 'true' });
    expect(await stored()).toMatchObject({ city: 'Linz', phoneNumber: { countryCode: '+43', number: '6641234567' } });
    // In a visit of its own, for another event: nothing is typed there yet.
    const other = await shop.deps.write((work) => makeRace(work, { event: { needsContactAddress: true } }));
    const phone = await shop.login('eva@example.test');
    await phone.form(page(other, 'competitions'), {
      'teams[0].competitionId': String(other.runId),
      'teams[0].localId': 't1',
      'teams[0].participants[0].localId': 'p1',
      'teams[0].participants[0].firstName': 'Eva',
      'teams[0].participants[0].lastName': 'Maier',
      intent: 'next',
    });
    await phone.form(page(other, 'articles'), { shown: 'p1', declined: 'true', intent: 'next' });
    const filled = await phone.fetch(page(other));
    expect([filled.status, filled.headers.get('location')]).toEqual([200, null]);
    expect(await filled.text()).toContain('+43 6641234567');
  });

  test('offers nobody who only typed an address to keep anything', async () => {
    const { shop, race, visitor } = await atTheStep();
    expect(await (await visitor.fetch(page(race))).text()).not.toContain('Für das nächste Mal merken');
    await post(visitor, race, { ...contact, remember: 'true' });
    const proven = await shop.login('eva@example.test');
    const { body } = await proven.json<{ userData: { contactAddress: unknown } }>('GET', '/api/settings');
    expect(body.userData.contactAddress).toBeNull();
  });
});

describe('the calls', () => {
  const address = { firstName: 'Eva', lastName: 'Maier', countryCode: 'AT' };
  type Refused = { code: string; details: { fields: Record<string, string[]> } };

  test('booking refuses a number or VAT id at its path, and stores the others in one way', async () => {
    const { race, visitor } = await atTheStep(guest, { needsContactAddress: false });
    const book = (change: Record<string, unknown>) =>
      visitor.json<Refused>('POST', `/api/events/${race.eventId}/book`, bookingOf(race, [runner()], change));
    const refused = await book({
      contactAddress: { ...address, phoneNumber: { countryCode: '+43', number: '1' } },
      invoiceAddress: { ...address, vatId: 'ATU1' },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(refused.body.details.fields)).toEqual([
      'contactAddress.phoneNumber.number',
      'invoiceAddress.vatId',
    ]);
    const booked = await book({
      contactAddress: { ...address, phoneNumber: { countryCode: '+43', number: '0664 123 45 67' } },
      invoiceAddress: { ...address, vatId: 'u12345678' },
    });
    expect(booked.status).toBe(201);
    const { body } = await visitor.json<{ order: unknown }>('GET', '/api/orders/1');
    expect(body.order).toMatchObject({
      contactAddress: { phoneNumber: { countryCode: '+43', number: '6641234567' } },
      invoiceAddress: { vatId: 'ATU12345678' },
    });
    // One order, one invoice address.
    const again = await visitor.json<Refused>('POST', '/api/orders/1/invoice-address', address);
    expect(again.body.code).toBe('INVOICE_ADDRESS_ALREADY_SET');
  });

  test('the invoice address and the settings refuse them too', async () => {
    const { race, visitor } = await atTheStep((shop) => shop.login('eva@example.test'), { needsContactAddress: false });
    await visitor.json(
      'POST',
      `/api/events/${race.eventId}/book`,
      bookingOf(race, [runner()], { contactAddress: address }),
    );
    const wrongOnes = { ...address, vatId: 'DE12', phoneNumber: { countryCode: '+43', number: '1' } };
    const set = await visitor.json<Refused>('POST', '/api/orders/1/invoice-address', wrongOnes);
    expect(Object.keys(set.body.details.fields)).toEqual(['phoneNumber.number', 'vatId']);
    const saved = await visitor.json<Refused>('PATCH', '/api/settings', { contactAddress: wrongOnes });
    expect(Object.keys(saved.body.details.fields)).toEqual([
      'contactAddress.phoneNumber.number',
      'contactAddress.vatId',
    ]);
    const settings = await visitor.form('/settings', {
      firstname: 'Eva',
      lastname: 'Maier',
      language: 'de',
      'contactAddress.countryCode': 'AT',
      'contactAddress.phoneNumber': '12',
    });
    expect(await settings.text()).toContain('Diese Telefonnummer kann nicht stimmen.');
  });
});

import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { participantImports } from './schema.ts';
import { csvOf, importScene, uploadPage } from './testing.ts';

const list = csvOf(
  ['Vorname', 'Nachname', 'Wann', 'Strecke'],
  ['Ann', 'Neu', '31.1.1990', '10 km'],
  ['Bea', 'Neu', '31.1.1991', 'Marathon'],
);
const address = {
  ...{ 'contactAddress.firstName': 'Vera', 'contactAddress.lastName': 'Verein', 'contactAddress.countryCode': 'AT' },
};

test('the management reads a list, asks for an unknown column, shows the lines and books', async () => {
  const { organizer, race, deps } = await importScene(await testShop());
  const base = `/admin/events/${race.eventId}/participant-imports`;
  const columns = await uploadPage(organizer, base, list);
  expect(columns).toMatch(/\/columns$/);
  const asked = await (await organizer.fetch(columns)).text();
  expect(asked).toContain('Wann');
  const fields = { column1: 'firstName', column2: 'lastName', column4: 'competition' };
  const missing = await organizer.form(columns, { ...fields, column3: '' });
  expect([missing.status, await missing.text()]).toEqual([400, expect.stringContaining('Wähle, was in dieser Spalte')]);
  const chosen = await organizer.form(columns, { ...fields, column3: 'birthDate' });
  const path = chosen.headers.get('location') ?? '';
  const shown = await (await organizer.fetch(path)).text();
  expect(shown).toContain('„Marathon“ gibt es hier nicht.');
  expect(shown).toContain('Eine Person anmelden');
  const unnamed = await organizer.form(path, { payer: 'email', email: '', payment: 'transfer', ...address });
  expect(unnamed.status).toBe(400);
  const booked = await organizer.form(path, {
    ...{ payer: 'email', email: 'club@example.test', payment: 'transfer', sendTickets: 'true' },
    ...address,
  });
  expect([booked.status, booked.headers.get('location')]).toEqual([303, path]);
  const done = await (await organizer.fetch(path)).text();
  expect(done).toContain('Eine Person ist angemeldet.');
  expect(done).toContain('„Marathon“ gibt es hier nicht.');
  expect(await deps.read.$count(participants)).toBe(1);
  const rest = await (await organizer.fetch(`${path}/rest?format=csv`)).text();
  expect(rest).toContain('Bea;Neu;31.1.1991;Marathon;Bewerb: „Marathon“ gibt es hier nicht.');
  const again = await uploadPage(organizer, base, list);
  expect(again, 'the columns are remembered').toMatch(/participant-imports\/\d+$/);
  expect(await (await organizer.fetch(base)).text()).toContain('liste.csv');
});

test('the template has a column for each field, with the possible values', async () => {
  const { organizer, race } = await importScene(await testShop());
  const base = `/admin/events/${race.eventId}/participant-imports`;
  const text = await (await organizer.fetch(`${base}/template?format=csv`)).text();
  expect(text.trim().split(';')).toEqual([
    expect.stringContaining('Vorname'),
    'Nachname',
    'Geburtsdatum (TT.MM.JJJJ)',
    'Geschlecht (Weiblich / Männlich / Divers)',
    'Nation (Land, zum Beispiel AT, AUT oder Österreich)',
    'E-Mail',
    'Bewerb (10 km / Staffel)',
    'Teamname',
    'Verein',
    'Finisher-Shirt (Anzahl)',
  ]);
  const row = ['Ann', 'Neu', '31.1.1990', 'weiblich', 'Austria', 'a@example.test', '10 km', '', 'SV', '1'].join(';');
  expect(await uploadPage(organizer, base, `${text.trim()}\r\n${row}`)).toMatch(/participant-imports\/\d+$/);
});

test('a group registers by itself where the event offers that: ordinary price, terms accepted', async () => {
  const { race, deps, shop } = await importScene(await testShop());
  const path = `/events/${race.eventId}/group-registration`;
  const page = async (caller: Caller) => (await caller.fetch(`/events/${race.eventId}`)).text();
  const trainer = await shop.login('trainer@example.test');
  expect((await trainer.fetch(path)).status, 'off for other events').toBe(404);
  expect(await page(trainer)).not.toContain('Sammelanmeldung');
  await deps.write((work) => updateEvent(work, race.eventId, { groupRegistration: true }));
  expect(await page(trainer)).toContain('Sammelanmeldung');
  const visitor = shop.visitor();
  const toLogin = await visitor.fetch(path);
  expect([toLogin.status, toLogin.headers.get('location')]).toEqual([303, expect.stringContaining('/auth?to=')]);
  const known = list.replace('Wann', 'Geburtsdatum');
  const preview = await uploadPage(trainer, path, known);
  const shown = await (await trainer.fetch(preview)).text();
  expect(shown).toContain('Zahlungspflichtig bestellen');
  expect(shown).not.toContain('Kostenlos: Alle');
  const other = await shop.login('fremd@example.test');
  expect((await other.fetch(preview)).status, 'another person’s list').toBe(404);
  const body = { totalPrice: '3150', ...address };
  const without = await trainer.form(preview, body);
  expect([without.status, await without.text()]).toEqual([400, expect.stringContaining('Bitte akzeptiere')]);
  const outdated = await trainer.form(preview, { ...body, totalPrice: '3000', accepted: 'on' });
  expect([outdated.status, await outdated.text()]).toEqual([409, expect.stringContaining('Summe hat sich geändert')]);
  const ordered = await trainer.form(preview, { ...body, accepted: 'on' });
  expect([ordered.status, ordered.headers.get('location')]).toEqual([303, expect.stringContaining('/payment?order=')]);
  expect((await trainer.form(preview, { ...body, accepted: 'on' })).status).toBe(303);
  const [order, second] = await deps.read.select().from(orders);
  expect([order?.status, order?.totalPrice, second]).toEqual(['pending', 3150, undefined]);
  expect((await deps.read.select().from(participantImports)).map(({ isOwn, orderId }) => [isOwn, orderId])).toEqual([
    [true, order?.id],
  ]);
});

test('a buyer’s list is not the organizer’s, and keeps the limits of accounts', async () => {
  const { race, deps, shop, apply } = await importScene(await testShop(), { tickets: 500 });
  await deps.write((work) => updateEvent(work, race.eventId, { groupRegistration: true }));
  const trainer = await shop.login('trainer@example.test');
  const many = csvOf(
    ['Vorname', 'Nachname', 'Bewerb'],
    ...Array.from({ length: 201 }, (_, at) => ['Ann', `Neu ${at}`, '10 km']),
  );
  const preview = await uploadPage(trainer, `/events/${race.eventId}/group-registration`, many);
  const [record] = await deps.read.select().from(participantImports);
  expect((await apply(record?.id ?? 0)).status).toBe(404);
  const refused = await trainer.form(preview, { totalPrice: String(201 * 3000 + 150), accepted: 'on', ...address });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Unbezahlt hält');
  await deps.write((work) => updateEvent(work, race.eventId, { freePlacesPerAccount: 300 }));
  const ordered = await trainer.form(preview, { totalPrice: String(201 * 3000 + 150), accepted: 'on', ...address });
  expect(ordered.status, 'an organizer raises the limit, as for any order').toBe(303);
});

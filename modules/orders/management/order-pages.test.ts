import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createArticle, createVariant } from '#modules/events/index.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { mails } from '#src/data/schema.ts';
import { formIn, formOn } from '#tests/support/form.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';
import type { AdminOrderJson } from '../shapes.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

/** The order in management as a browser without JavaScript has it: what is shown, refused, and shown again. */

async function scene(people = 1) {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test');
    const event = { organizerId, paymentInAdvancePossible: true };
    return makeRace(work, { event, run: { gender: 'female', minAge: 18 }, shirts: 3, tickets: 1000 });
  });
  const organizer = await shop.login('organizer@example.test');
  const buyer = await shop.login('buyer@example.test');
  const runners = Array.from({ length: people }, (_, index) =>
    runner({
      firstName: 'Ana',
      lastName: `Huber ${index + 1}`,
      email: 'ana@example.test',
      formFieldsSelected: [{ fieldId: race.clubFieldId, value: 'LC Linz' }],
    }),
  );
  const path = `/api/events/${race.eventId}/book`;
  const { orderId } = (await buyer.json<{ orderId: number }>('POST', path, bookingOf(race, runners))).body;
  const { body } = await organizer.json<{ order: AdminOrderJson }>('GET', `/api/admin/orders/${orderId}`);
  const [first] = body.order.competitions[0]?.teams[0]?.participants ?? [];
  const base = `/admin/orders/${orderId}`;
  return { shop, race, organizer, buyer, orderId, base, person: `${base}/participants/${first?.id}` };
}

const html = async (who: Caller, path: string) => (await who.fetch(path)).text();
/** What the form of that address posts, with changes. */
const filled = async (who: Caller, path: string, change: Record<string, string> = {}) => ({
  ...(await formOn(who, path)),
  ...change,
});

test('shows an error beside its field and keeps all input', async () => {
  const { organizer, person, base, race } = await scene();
  const refused: [path: string, change: Record<string, string>, says: string, typed: string][] = [
    [person, { birthDate: 'gestern' }, 'Geburtsdatum: Bitte gib ein gültiges Datum ein', 'gestern'],
    [person, { birthDate: '1.1.2020' }, 'Geburtsdatum: Das Alter passt nicht.', '01.01.2020'],
    [person, { gender: 'male' }, 'Geschlecht: Erlaubtes Geschlecht: Weiblich', 'Ana'],
    [person, { lastName: ' ' }, 'Nachname: Bitte fülle dieses Feld aus.', 'Ana'],
    [person, { email: 'ana@' }, 'E-Mail: Bitte gib eine gültige Email-Adresse ein', 'ana@'],
    [person, { [`fields.${race.clubFieldId}`]: 'x'.repeat(5001) }, 'Verein: Das ist zu lang.', 'Ana'],
    [`${base}/delivery-address`, {}, 'Vorname: Bitte fülle dieses Feld aus.', 'Lieferadresse'],
    [`${base}/contact-address`, { firstName: 'Eva', vatId: 'ATU1' }, 'Nachname: Bitte fülle dieses Feld aus.', 'ATU1'],
    [
      `${base}/contact-address`,
      { firstName: 'Eva', lastName: 'Maier', phoneNumber: '12', countryCode: 'AT' },
      'Telefon: Diese Telefonnummer kann nicht stimmen.',
      'Maier',
    ],
    [`${base}/change-buyer`, { newEmail: 'eva' }, 'Bitte gib eine gültige Email-Adresse ein', 'eva'],
    [`${base}/change-buyer`, { newEmail: 'BUYER@example.test' }, 'gehört die Bestellung schon', 'BUYER@example.test'],
    [`${person}/add-article`, { quantity: '0' }, 'Gib eine ganze Zahl von 1 bis 100 ein.', '0'],
  ];
  for (const [path, change, says, typed] of refused) {
    const answer = await organizer.form(path, await filled(organizer, path, change));
    const page = await answer.text();
    expect([path, answer.status]).toEqual([path, 400]);
    expect(page, `${path} ${says}`).toContain(says);
    expect(page, `${path} ${says}`).toContain(typed);
    expect(page).toContain('aria-invalid="true"');
  }
  const article = { article: `${race.shirtId}:${race.shirtVariantId}`, quantity: '4' };
  const short = await organizer.form(`${person}/add-article`, article);
  expect([short.status, await short.text()]).toEqual([409, expect.stringContaining('konnten nicht reserviert werden')]);
  const none = await organizer.form(`${base}/status`, { status: 'shipped' });
  expect([none.status, await none.text()]).toEqual([409, expect.stringContaining('Dieser Wechsel des Status')]);
  expect((await organizer.form(`${base}/status`, { status: 'x' })).status).toBe(409);
  const unchosen = (await organizer.form(`${base}/status`, {})).headers.get('location') ?? '';
  expect(await html(organizer, unchosen)).toContain('Bitte wählen');
});

test('offers only articles in stock for free, and no donations', async () => {
  const { shop, organizer, person, race } = await scene();
  await shop.deps.write(async (work) => {
    const articleId = await createArticle(work, race.eventId, {
      name: 'Spende fürs Hospiz',
      type: 'donation',
      minPrice: 100,
    });
    await createVariant(work, articleId, { name: '', availableAmount: 50 });
  });
  const page = await html(organizer, `${person}/add-article`);
  expect(page).toContain(`value="${race.shirtId}:${race.shirtVariantId}"`);
  expect(page).not.toContain('Spende fürs Hospiz');
});

test('concurrent edits of a person keep both changes or report a conflict', async () => {
  const { shop, organizer, person, race } = await scene();
  const other = await shop.login('super@example.test', { superAdmin: true });
  const club = `fields.${race.clubFieldId}`;
  const mine = await filled(organizer, person, { firstName: 'Anna', [club]: 'LC Wien' });
  const theirs = await filled(other, person, { lastName: 'Maier', [club]: 'LC Graz' });
  expect((await other.form(person, theirs)).status).toBe(303);
  const told = await organizer.form(person, mine);
  const page = await told.text();
  expect(told.status).toBe(409);
  expect(page).toContain('Verein: jetzt LC Graz. Wenn du speicherst, gilt, was hier steht.');
  expect(await html(organizer, person)).toContain('value="Ana"');
  const again = formIn(page);
  expect(again).toMatchObject({ firstName: 'Anna', lastName: 'Maier', [club]: 'LC Wien' });
  expect((await organizer.form(person, again)).status).toBe(303);
  const after = await filled(organizer, person);
  expect(after).toMatchObject({ firstName: 'Anna', lastName: 'Maier', [club]: 'LC Wien' });
});

test('asks again when the buyer changed meanwhile', async () => {
  const { shop, organizer, base } = await scene();
  const other = await shop.login('super@example.test', { superAdmin: true });
  const path = `${base}/change-buyer`;
  const mine = await filled(organizer, path, { newEmail: 'mine@example.test' });
  const theirs = await filled(other, path, { newEmail: 'theirs@example.test' });
  expect(mine).toMatchObject({ newEmail: 'mine@example.test', baseline: theirs.baseline });
  expect((await other.form(path, theirs)).status).toBe(303);
  const told = await organizer.form(path, mine);
  const page = await told.text();
  expect([told.status, page.includes('theirs@example.test. Wenn du speicherst')]).toEqual([409, true]);
  expect(await html(organizer, base)).not.toContain('mine@example.test');
  expect((await organizer.form(path, formIn(page))).status).toBe(303);
  expect(await html(organizer, base)).toContain('mine@example.test');
});

test('the history shows person, field, old and new value, editor and impersonator', async () => {
  const { shop, organizer, person, base, race } = await scene();
  await organizer.json('PATCH', '/api/settings', { firstname: 'Olga', lastname: 'Orga' });
  const admin = await shop.login('super@example.test', { superAdmin: true });
  const change = {
    firstName: 'Anna',
    birthDate: '2.6.1991',
    nationalityCountryCode: 'DE',
    [`fields.${race.clubFieldId}`]: '',
  };
  await organizer.form(person, await filled(organizer, person, change));
  const address = {
    firstName: 'Eva',
    lastName: 'Maier',
    gender: 'female',
    countryCode: 'AT',
    phoneNumber: '0664 1234567',
  };
  await organizer.form(`${base}/invoice-address`, await filled(organizer, `${base}/invoice-address`, address));
  await organizer.form(`${base}/delivery-address`, { firstName: 'Eva', lastName: 'Maier' });
  const removed = await organizer.form(`${base}/delivery-address`, { intent: 'remove' });
  expect(removed.headers.get('location')).toBe(`${base}?done=addressRemoved`);
  const { body } = await admin.json<{ rows: { id: number }[] }>('GET', '/api/admin/users?q=organizer@example.test');
  await admin.json('POST', `/api/admin/users/${body.rows[0]?.id}/impersonate`, { reason: 'Anruf' });
  await admin.form(`${base}/cancel`, { refund: 'none' });
  const german = shown(await html(organizer, base));
  for (const line of [
    'Anna Huber 1, Vorname: Ana → Anna',
    'Anna Huber 1, Geburtsdatum: 01.05.1994 → 02.06.1991',
    'Anna Huber 1, Nation: Deutschland',
    'Anna Huber 1, Verein: LC Linz → –',
    'Anrede (Rechnungsadresse): Frau',
    'Land (Rechnungsadresse): Österreich',
    'Telefon (Rechnungsadresse): 6641234567',
    'Nachname (Lieferadresse): Maier → –',
    'Status: Offen → Storniert',
    'Olga Orga (organizer@example.test)',
    'super@example.test im Namen von Olga Orga (organizer@example.test)',
  ])
    expect(german).toContain(line);
  const english = shown(await html(organizer, `${base}?lang=en-us`));
  expect(english).toContain('Anna Huber 1, Date of birth: 05/01/1994 → 06/02/1991');
  expect(english).toContain('Country (invoice address): Austria');
  expect(english).toContain('super@example.test on behalf of Olga Orga (organizer@example.test)');
  expect(english).not.toMatch(/orderActions\.|formField\./);
});

test('warns about a refused address until a mail arrives or the address changes', async () => {
  const { shop, organizer, person, base, orderId } = await scene();
  await organizer.form(`${base}/status`, { status: 'complete' });
  await shop.settle();
  const alert = 'Eine E-Mail-Adresse nimmt nichts an';
  expect(await html(organizer, base)).not.toContain(alert);
  const refuse = (recipient: string) =>
    shop.deps.write(({ tx }) =>
      tx
        .update(mails)
        .set({ status: 'failed', lastError: '550 5.1.1 No such user' })
        .where(eq(mails.recipient, recipient)),
    );
  await refuse('ana@example.test');
  const page = shown(await html(organizer, base));
  expect(page).toContain(alert);
  expect(page).toContain('Ana Huber 1, ana@example.test: 550 5.1.1 No such user');
  expect(page).toContain(`href="${person}"`);
  const [letter] = await shop.deps.read.select().from(mails).where(eq(mails.recipient, 'ana@example.test'));
  const resend = `${base}/mails/${letter?.id}/resend`;
  expect((await organizer.form(resend, {})).headers.get('location')).toBe(`${base}?done=mailResent`);
  const twice = await organizer.form(resend, {});
  expect([twice.status, await twice.text()]).toEqual([409, expect.stringContaining('gerade erst verschickt')]);
  const silent = await organizer.form(`${base}/comment`, { comment: ' ' });
  expect([silent.status, await silent.text()]).toEqual([400, expect.stringContaining('zuerst eine Notiz')]);
  expect((await organizer.form(`${base}/mails/999999/resend`, {})).status).toBe(404);
  await shop.settle();
  expect(await html(organizer, base)).not.toContain(alert);
  await refuse('buyer@example.test');
  expect(shown(await html(organizer, base))).toContain('Bestellende Person, buyer@example.test: 550');
  await organizer.form(`${base}/change-buyer`, { newEmail: 'new@example.test' });
  expect(await html(organizer, base)).not.toContain(alert);

  await organizer.form(`${base}/cancel`, { refund: 'none' });
  await organizer.form(`${base}/status`, { status: 'pending' });
  await shop.settle();
  const all = await html(organizer, `${base}/mails`);
  for (const words of ['Startkarte', 'Bestellbestätigung', 'Storno durch den Veranstalter', 'Abgewiesen', 'Gesendet'])
    expect(all).toContain(words);
  // What is not so any more is not said again.
  const [canceled] = await shop.deps.read.select().from(mails).where(eq(mails.type, 'OrderCancellationByAdmin'));
  expect(canceled?.orderId).toBe(orderId);
  expect(all).not.toContain(`mails/${canceled?.id}/resend`);
  expect((await organizer.form(`${base}/mails/${canceled?.id}/resend`, {})).status).toBe(409);
});

test('pages the people of a large order and finds them by name', async () => {
  const { organizer, base } = await scene(120);
  const people = (page: string) =>
    [...page.matchAll(/participants\/\d+">Ana Huber (\d+)</g)].map(([, number]) => Number(number));
  const first = await html(organizer, base);
  expect(people(first)).toHaveLength(50);
  expect(people(await html(organizer, `${base}?people=3`))).toEqual(Array.from({ length: 20 }, (_, at) => at + 101));
  expect(people(await html(organizer, `${base}?who=huber+77`))).toEqual([77]);
  expect(await html(organizer, `${base}?who=nobody`)).toContain('Niemand in dieser Bestellung heißt so.');
  expect(people(await html(organizer, `${base}?people=99&who=%22%3C`))).toHaveLength(20);
});

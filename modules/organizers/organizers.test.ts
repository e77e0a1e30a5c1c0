import { expect, test } from 'vitest';
import { hours } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { createOrganizer, organizerById } from './index.ts';

type Answer = {
  code: string;
  organizer: Record<string, unknown> & { id: number };
  users: { id: number }[];
  count: number;
  rows: unknown[];
};
const iban = 'AT61 1904 3002 3457 3201';

async function admin() {
  const shop = await testShop();
  return { shop, boss: await shop.login('boss@example.test', { superAdmin: true }) };
}

test('a super admin makes, reads, changes and lists organizers', async () => {
  const { boss } = await admin();
  const made = await boss.json<Answer>('POST', '/api/admin/organizers', {
    name: ' Laufclub Linz ',
    email: 'Office@Laufclub.example',
    address: { companyName: 'Laufclub Linz', city: 'Linz', countryCode: 'AT' },
    iban,
    bic: 'BKAUATWW',
    vat: '20',
    disagioPercentage: 1.75,
    paymentReference: '',
    whiteLabel: true,
  });
  expect(made.status).toBe(200);
  expect(made.body.organizer).toMatchObject({
    name: 'Laufclub Linz',
    email: 'office@laufclub.example',
    iban: 'AT611904300234573201',
    vat: 20,
    disagioPercentage: 1.75,
    paymentReference: null,
    whiteLabel: 'Laufclub Linz',
  });
  const path = `/api/admin/organizers/${made.body.organizer.id}`;
  const address = {
    ...{ firstName: null, lastName: null, companyName: 'Laufclub Linz', gender: null, street: null, houseNumber: null },
    ...{ zipCode: null, city: 'Linz', countryCode: 'AT', additional: null, vatId: null, phoneNumber: null },
    ...{ sportsClub: null, titlePrefix: null, titleSuffix: null },
  };
  expect(made.body.organizer.address, 'every part of an address is there, null where nothing is known').toEqual(
    address,
  );
  const sentBack = await boss.json<Answer>('PATCH', path, { address: { ...address, city: 'Wels' } });
  expect(sentBack.body.organizer.address).toEqual({ ...address, city: 'Wels' });
  const changed = await boss.json<Answer>('PATCH', path, { name: 'LC Linz', whiteLabel: null });
  expect(changed.body.organizer).toMatchObject({ name: 'LC Linz', whiteLabel: null, vat: 20 });
  expect((await boss.json<Answer>('GET', path)).body).toEqual(changed.body);
  const list = await boss.json<Answer>('GET', '/api/admin/organizers?q=linz&order=[{"field":"name","dir":"desc"}]');
  expect([list.body.count, list.body.rows.length]).toEqual([1, 1]);
});

test('rates are 0 unless they are named', async () => {
  const { shop } = await admin();
  const id = await shop.deps.write((work) => createOrganizer(work, { name: 'A' }));
  expect(await organizerById(shop.deps.read, id)).toMatchObject({ vat: 0, disagioBasisPoints: 0 });
});

test.each([{ name: '' }, { name: 'A', iban: 'AT00' }, { name: 'A', vat: 101 }, { name: 'A', email: 'x' }])(
  'no organizer is made of %j',
  async (fields) => {
    const { boss } = await admin();
    const answer = await boss.json<Answer>('POST', '/api/admin/organizers', fields);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  },
);

test('people work for an organizer from the moment they are added, and no longer than that', async () => {
  const { shop, boss } = await admin();
  const id = await shop.deps.write((work) => createOrganizer(work, { name: 'A' }));
  const path = `/api/admin/organizers/${id}/users`;
  const person = await shop.login('olga@example.test');
  const viewer = () => shop.deps.findViewer(person.cookies.get('session') ?? '');
  expect((await viewer())?.roles).toEqual([]);
  const { body } = await boss.json<Answer>('POST', path, { email: ' OLGA@example.test' });
  await boss.json<Answer>('POST', path, { email: 'olga@example.test' });
  expect((await boss.json<Answer>('GET', path)).body.users).toHaveLength(1);
  expect((await viewer())?.roles).toEqual([{ organizerId: id, role: 'manager' }]);
  await boss.json('DELETE', `${path}/${body.users[0]?.id}`);
  expect((await viewer())?.roles).toEqual([]);
  expect((await boss.json('DELETE', `${path}/${body.users[0]?.id}`)).status).toBe(404);
  expect((await boss.json('POST', '/api/admin/organizers/999/users', { email: 'a@example.test' })).status).toBe(404);
});

test('refuses users of other organizers', async () => {
  const { shop } = await admin();
  const person = await shop.login('olga@example.test');
  expect((await shop.visitor().json('GET', '/api/admin/organizers')).status).toBe(401);
  expect((await person.json('GET', '/api/admin/organizers')).status).toBe(403);
  expect((await person.json('POST', '/api/admin/organizers', { name: 'A' })).status).toBe(403);
  expect((await person.fetch('/admin/organizers')).status).toBe(403);
});

test('changes the payout account only after a fresh login', async () => {
  const { shop, boss } = await admin();
  const id = await shop.deps.write((work) => createOrganizer(work, { name: 'A' }));
  shop.clock.advance(hours(3));
  const answer = await boss.json<Answer>('PATCH', `/api/admin/organizers/${id}`, { iban });
  expect([answer.status, answer.body.code]).toEqual([403, 'INVALID_TOKEN']);
  expect((await boss.json('PATCH', `/api/admin/organizers/${id}`, { name: 'B' })).status).toBe(200);
  const form = await boss.form(`/admin/organizer/${id}`, { name: 'B', iban });
  expect(form.status).toBe(409);
  expect((await boss.form(`/admin/organizer/${id}`, { name: 'C' })).status).toBe(303);
  const page = await (await boss.fetch(`/admin/organizer/${id}`)).text();
  expect(page).not.toContain('name="iban"');
  expect(page).toContain('notice=sessionInvalid');
});

test('who changed the account for payouts is written down, and saving without it keeps it', async () => {
  const { shop, boss } = await admin();
  const id = await shop.deps.write((work) => createOrganizer(work, { name: 'A' }));
  const path = `/api/admin/organizers/${id}`;
  await boss.json('PATCH', path, { iban });
  await boss.json('PATCH', path, { iban, name: 'B' });
  shop.clock.advance(hours(3));
  await boss.form(`/admin/organizer/${id}`, { name: 'C', vat: '20' });
  expect((await boss.json<{ organizer: object }>('GET', path)).body.organizer).toMatchObject({
    name: 'C',
    iban: iban.replaceAll(' ', ''),
  });
  const bossId = (await boss.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
  const { body } = await boss.json<{ user: { audits: { type: string; comment: string }[] } }>(
    'GET',
    `/api/admin/users/${bossId}`,
  );
  const changes = body.user.audits.filter(({ type }) => type === 'OrganizerBankChanged');
  expect(changes).toMatchObject([{ comment: `organizer ${id}` }]);
});

test('the pages do the same with forms', async () => {
  const { boss } = await admin();
  const wrong = await boss.form('/admin/organizer/new', { name: '', iban: 'AT00' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('value="AT00"');
  const made = await boss.form('/admin/organizer/new', { name: 'Radverein', vat: '20', 'address.city': 'Graz' });
  expect(made.status).toBe(303);
  const path = made.headers.get('location')?.split('?')[0] ?? '';
  expect((await boss.form(`${path}/users`, { userEmail: 'rosa@example.test' })).status).toBe(303);
  const html = await (await boss.fetch(path)).text();
  expect(html).toContain('rosa@example.test');
  expect(html).toContain('value="Graz"');
  expect(html).toContain('>Kein Grund angegeben</option>');
  expect(await (await boss.fetch('/admin/organizers')).text()).toContain('Radverein');
  expect((await boss.fetch('/admin/organizer/12345')).status).toBe(404);
});

test('sends a mail to people added without an invitation, once per role', async () => {
  const shop = await testShop();
  const boss = await shop.login('boss@example.test', { superAdmin: true });
  const organizerId = await shop.deps.write((work) => createOrganizer(work, { name: 'LC Linz' }));
  const path = `/api/admin/organizers/${organizerId}/users`;
  const add = (role: string) => boss.json('POST', path, { email: 'new@example.test', role });
  for (const role of ['owner', 'owner']) expect((await add(role)).status).toBe(200);
  await boss.json('POST', path, { email: 'second@example.test', role: 'owner' });
  expect((await add('finance')).status).toBe(200);
  await shop.settle();
  const told = (await shop.mails('new@example.test')).map(({ subject, text }) => [subject, text.includes('Aufgabe')]);
  expect(told).toEqual([
    ['Du arbeitest jetzt für LC Linz', true],
    ['Du arbeitest jetzt für LC Linz', true],
  ]);
});

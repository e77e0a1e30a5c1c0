import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Work } from '#src/data/work.ts';
import { days, hours } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { addOrganizerUser, createOrganizer, removeOrganizerUser } from '../index.ts';
import { organizerInvitations, organizerUsers } from '../schema.ts';

const [owner, finance] = ['owner@example.test', 'kassa@example.test'];

async function club() {
  const shop = await testShop();
  const id = await shop.deps.write((work) => createOrganizer(work, { name: 'LC Linz' }));
  await shop.deps.write((work) => addOrganizerUser(work, id, owner, null, 'owner'));
  return { shop, id, boss: await shop.login(owner), api: `/api/admin/organizers/${id}` };
}
type Invitations = { code?: string; invitations: { id: number; email: string; role: string; state: string }[] };

/** The address of the link in the newest invitation to somebody. */
async function linkTo(shop: TestShop, recipient: string): Promise<string> {
  await shop.settle();
  const texts = (await shop.mails(recipient)).map(({ text }) => /\/invitation\/[\w-]+/.exec(text)?.[0]);
  return texts.find((link) => link) ?? 'no link';
}
const rolesAt = async ({ deps }: TestShop, organizerId: number) =>
  (
    await deps.read
      .select({ role: organizerUsers.role })
      .from(organizerUsers)
      .where(eq(organizerUsers.organizerId, organizerId))
  )
    .map(({ role }) => role)
    .sort();
const invite = (boss: Caller, api: string, email = finance, role = 'finance') =>
  boss.json<Invitations>('POST', `${api}/invitations`, { email, role, message: 'Magst du die Kassa machen?' });

test('somebody is invited in the organizer’s words, logs in with that address, and works there', async () => {
  const { shop, id, boss, api } = await club();
  const invited = await invite(boss, api, ` ${finance.toUpperCase()}`);
  expect(invited.body.invitations).toMatchObject([{ email: finance, role: 'finance', state: 'open' }]);
  expect(await rolesAt(shop, id)).toEqual(['owner']);
  const link = await linkTo(shop, finance);
  const guest = shop.visitor();
  expect((await guest.fetch(link)).headers.get('location')).toBe(`/auth?to=${encodeURIComponent(link)}`);

  const person = await shop.login(finance);
  expect((await person.fetch('/admin/events')).status).toBe(403);
  expect(await (await person.fetch(link)).text()).toContain('Magst du die Kassa machen?');
  expect((await person.form(link, {})).headers.get('location')).toBe('/admin/events');
  expect((await person.fetch('/admin/events')).status).toBe(200);
  expect(await rolesAt(shop, id)).toEqual(['finance', 'owner']);
  expect((await boss.json<Invitations>('GET', `${api}/invitations`)).body.invitations).toEqual([]);

  // Once: whoever was removed since does not come back by the same link.
  const { body } = await boss.json<{ users: { id: number; email: string }[] }>('GET', `${api}/users`);
  await boss.json('DELETE', `${api}/users/${body.users.find(({ email }) => email === finance)?.id}`);
  expect((await person.fetch('/admin/events')).status).toBe(403);
  const again = await person.json<{ code: string }>('POST', `/api/invitations/${link.split('/')[2]}/accept`);
  expect([again.status, again.body.code]).toEqual([403, 'INVALID_TOKEN']);
  expect((await person.form(link, {})).status).toBe(409);
  expect(await rolesAt(shop, id)).toEqual(['owner']);
});

test('it is for that very address, for seven days, and only as long as it is meant', async () => {
  const { shop, id, boss, api } = await club();
  await invite(boss, api);
  const link = await linkTo(shop, finance);
  const accept = (who: Caller, path = link) =>
    who.json<{ code: string; details: object }>('POST', `/api/invitations/${path.split('/')[2]}/accept`);
  const other = await shop.login('other@example.test');
  expect((await accept(other)).body).toMatchObject({ code: 'NO_PERMISSION', details: { reason: 'invitationOther' } });
  const page = await other.fetch(link);
  expect([page.status, (await page.text()).includes(finance)]).toEqual([403, false]);
  // Nobody makes an address of their own.
  expect((await accept(other, link.replace(/.$/, 'x').replace(/-/, '-A'))).status).toBe(404);
  const unproven = shop.visitor();
  expect((await accept(unproven)).status).toBe(401);

  const person = await shop.login(finance);
  // A newer one takes the place of the older one.
  await invite(boss, api, finance, 'desk');
  expect((await accept(person)).body).toMatchObject({ code: 'INVALID_TOKEN', details: { state: 'replaced' } });
  const newer = await linkTo(shop, finance);
  const [waiting] = (await boss.json<Invitations>('GET', `${api}/invitations`)).body.invitations;
  await boss.json('DELETE', `${api}/invitations/${waiting?.id}`);
  expect((await accept(person, newer)).body).toMatchObject({ details: { state: 'withdrawn' } });
  expect((await boss.json('DELETE', `${api}/invitations/${waiting?.id}`)).status).toBe(404);

  await invite(boss, api, finance, 'gate');
  const last = await linkTo(shop, finance);
  shop.clock.advance(days(7));
  expect((await accept(await shop.login(finance), last)).body).toMatchObject({ details: { state: 'expired' } });
  expect(await rolesAt(shop, id)).toEqual(['owner']);
});

test('accepts an invitation once, also when accepted twice at the same time', async () => {
  const { shop, id, boss, api } = await club();
  await invite(boss, api);
  const link = await linkTo(shop, finance);
  const person = await shop.login(finance);
  const path = `/api/invitations/${link.split('/')[2]}/accept`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => person.json('POST', path)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  expect(await rolesAt(shop, id)).toEqual(['finance', 'owner']);
});

test('does not send the mail of an ended invitation and limits invitations', async () => {
  const { shop, boss, api } = await club();
  const { body } = await invite(boss, api);
  await boss.json('DELETE', `${api}/invitations/${body.invitations[0]?.id}`);
  expect(await linkTo(shop, finance)).toBe('no link');
  expect((await invite(boss, api)).status).toBe(200);
  expect((await invite(boss, api)).status).toBe(200);
  expect((await invite(boss, api)).body.code).toBe('TOO_MANY_REQUESTS');
  shop.clock.advance(hours(1));
  expect((await invite(boss, api)).status).toBe(200);
  expect((await invite(boss, api, 'no address')).status).toBe(400);
  expect((await invite(boss, api, finance, 'king')).status).toBe(400);
});

test('the last owner stays, also when two leave at once', async () => {
  const { shop, id, boss, api } = await club();
  const refused = { code: 'CANT_REMOVE_ORGANIZER_IS_LAST', details: { reason: 'lastOwner' } };
  const people = async () =>
    (await boss.json<{ users: { id: number; email: string; role: string }[] }>('GET', `${api}/users`)).body.users;
  const [first] = await people();
  expect((await boss.json('DELETE', `${api}/users/${first?.id}`)).body).toMatchObject(refused);
  expect((await boss.json('POST', `${api}/users`, { email: owner, role: 'manager' })).body).toMatchObject(refused);
  const page = await boss.form(`/admin/organizer/${id}/users/${first?.id}/remove`, { confirmed: 'true' });
  expect([page.status, (await page.text()).includes('Der letzte Inhaber bleibt')]).toEqual([409, true]);
  // A super admin is not asked more, and not less either.
  const admin = await shop.login('super@example.test', { superAdmin: true });
  expect((await admin.json('DELETE', `${api}/users/${first?.id}`)).status).toBe(409);

  await boss.json('POST', `${api}/users`, { email: 'second@example.test', role: 'owner' });
  const [one, two] = (await people()).map(({ id: userId }) => userId);
  const leave =
    (userId = 0) =>
    (work: Work) =>
      removeOrganizerUser(work, id, userId, null);
  const outcomes = await Promise.allSettled([shop.deps.write(leave(one)), shop.deps.write(leave(two))]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await rolesAt(shop, id)).toEqual(['owner']);
});

test('and the race is one: who asks before the write lets both go', async () => {
  const { shop, id } = await club();
  const second = 'second@example.test';
  await shop.deps.write((work) => addOrganizerUser(work, id, second, null, 'owner'));
  const rows = await shop.deps.read.select().from(organizerUsers).where(eq(organizerUsers.organizerId, id));
  const careless = async (userId: number) => {
    const owners = (await rolesAt(shop, id)).filter((role) => role === 'owner');
    if (owners.length < 2) throw new Error('the last one');
    await shop.deps.write(({ tx }) =>
      tx.delete(organizerUsers).where(and(eq(organizerUsers.organizerId, id), eq(organizerUsers.userId, userId))),
    );
  };
  await Promise.allSettled(rows.map(({ userId }) => careless(userId)));
  expect(await rolesAt(shop, id)).toEqual([]);
});

test('refuses to delete an account that would leave an organizer without owner', async () => {
  const { shop, id, boss } = await club();
  await shop.deps.write((work) => addOrganizerUser(work, id, 'desk@example.test', null, 'desk'));
  const path = '/settings/data/delete';
  const refused = await boss.form(path, { sure: 'true' });
  expect(await refused.text()).toContain('Mach zuerst jemand anderen zum Inhaber');
  expect(await rolesAt(shop, id)).toEqual(['desk', 'owner']);
  const [desk] = await shop.deps.read.select().from(organizerUsers).where(eq(organizerUsers.role, 'desk'));
  await shop.deps.write((work) => removeOrganizerUser(work, id, desk?.userId ?? 0, null));
  await invite(boss, `/api/admin/organizers/${id}`);
  expect((await boss.form(path, { sure: 'true' })).headers.get('location')).toBe('/account-deleted');
  expect(await rolesAt(shop, id)).toEqual([]);
  const [row] = await shop.deps.read.select().from(organizerInvitations);
  expect([row?.invitedBy, row?.email]).toEqual([null, finance]);
});

test('an owner cannot change the agreement with the platform', async () => {
  const { shop, id, boss, api } = await club();
  const change = (body: object) => boss.json<{ code: string; organizer: object }>('PATCH', api, body);
  expect((await change({ name: 'LC Wels', accentColor: '#1f45d6' })).body.organizer).toMatchObject({ name: 'LC Wels' });
  expect((await change({ disagioPercentage: 5 })).body.code).toBe('NO_PERMISSION');
  expect((await change({ whiteLabel: 'Meins' })).body.code).toBe('NO_PERMISSION');
  expect((await change({ disagioPercentage: 0, vat: 0, whiteLabel: null })).status).toBe(200);
  expect((await change({ iban: 'AT61 1904 3002 3457 3201' })).body.organizer).toMatchObject({
    iban: 'AT611904300234573201',
  });
  const form = await boss.form(`/admin/organizer/${id}`, { name: 'LC Linz', disagioPercentage: '9', iban: '' });
  expect(form.status).toBe(303);
  expect((await boss.json<{ organizer: object }>('GET', api)).body.organizer).toMatchObject({
    name: 'LC Linz',
    disagioPercentage: 0,
  });
  shop.clock.advance(hours(2) + 1);
  expect((await change({ iban: 'AT61 1904 3002 3457 3201' })).body.code).toBe('INVALID_TOKEN');
  expect((await change({ name: 'LC Enns' })).status).toBe(200);
});

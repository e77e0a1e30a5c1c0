import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accountAudits, sessions, users } from '#modules/accounts/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { mailboxMessages, mails } from '#src/data/schema.ts';
import { days, hours } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';

const anna = 'anna@example.test';
type Account = { code: string; details: { resource?: string }; userData: { id: number; pendingOrders: unknown[] } };

async function annaWithAnOrder() {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work));
  const person = await shop.login(anna);
  await person.json('PATCH', '/api/settings', { firstname: 'Anna', lastname: 'Gruber', birthDate: '1990-02-28' });
  const booked = await person.json<{ orderId: number; userData: Account['userData'] }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, [runner()]),
  );
  await shop.settle();
  return { shop, race, person, orderId: booked.body.orderId, booked };
}

describe('my data', () => {
  test('comes as one file with what every module knows, and no secret', async () => {
    const { shop, person, orderId } = await annaWithAnOrder();
    const file = await person.fetch('/api/settings/export');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename=startblock-2026-03-02.json');
    const text = await file.text();
    const data = JSON.parse(text) as Record<string, Record<string, unknown[]> & { account: unknown }>;
    expect(data.accounts?.account).toMatchObject({ email: anna, firstname: 'Anna', birthDate: '1990-02-28' });
    expect(data.accounts?.sessions).toHaveLength(1);
    expect(data.orders?.orders).toMatchObject([{ id: orderId, competitions: [{ teams: [{ participants: [{}] }] }] }]);
    expect(data.organizers).toEqual({ worksFor: [], invitations: [] });
    expect(data.accounts?.history).toMatchObject([
      { type: 'LoggedIn', network: /* no person */ expect.stringMatching(/\.0\/24$/) },
      {},
    ]);
    expect(text).not.toContain(person.cookies.get('session') ?? 'no session');
    expect(text).not.toMatch(/codeMac|sealedSecret|visitId/);
    const audits = await shop.deps.read.select().from(accountAudits).where(eq(accountAudits.type, 'DataExported'));
    expect(audits).toHaveLength(1);
  });

  test('holds what the person has begun to book, and not what a stranger did by the address', async () => {
    const { shop, person, race } = await annaWithAnOrder();
    const stranger = shop.visitor();
    const typed = { email: anna, eventId: race.eventId };
    await stranger.json('POST', '/api/auth/code/unauthenticated-login', typed);
    const begun = async () => {
      const data = (await (await person.fetch('/api/settings/export')).json()) as { booking: { begun: unknown[] } };
      return data.booking.begun.length;
    };
    await stranger.form(`/events/${race.eventId}/competitions`, { intent: 'next' });
    expect(await begun()).toBe(0);
    await person.form(`/events/${race.eventId}/competitions`, { intent: 'next' });
    expect(await begun()).toBe(1);
  });

  test('is nobody else’s, and wants a fresh login', async () => {
    const { shop, person, race } = await annaWithAnOrder();
    const stranger = shop.visitor();
    const typed = { email: anna, eventId: race.eventId };
    await stranger.json('POST', '/api/auth/code/unauthenticated-login', typed);
    expect((await stranger.json('GET', '/api/settings/export')).status).toBe(401);
    shop.clock.advance(hours(2) + 1);
    expect((await person.json('GET', '/api/settings/export')).status).toBe(403);
    const page = await person.fetch('/settings/data', {
      method: 'POST',
      body: new URLSearchParams({ csrf: person.cookies.get('csrf-token') ?? '' }),
      headers: { origin: 'http://shop.test', referer: 'http://shop.test/settings/data' },
    });
    expect(page.headers.get('location')).toBe('/auth?to=%2Fsettings%2Fdata&notice=sessionInvalid');
  });
});

describe('a deleted account', () => {
  test('is opened by no session, not even one of a login that was under way', async () => {
    const { shop, person } = await annaWithAnOrder();
    const kept = await shop.deps.read.select().from(sessions);
    const cookie = person.cookies.get('session') ?? '';
    expect((await person.json('DELETE', '/api/settings')).status).toBe(204);
    await shop.deps.write(({ tx }) => tx.insert(sessions).values(kept));
    expect(await shop.deps.findViewer(cookie)).toBeNull();
  });

  test('leaves its orders and nothing else of the person', async () => {
    const { shop, person, orderId } = await annaWithAnOrder();
    const shown = await (await person.fetch('/settings/data/delete')).text();
    expect(shown).toContain('Eine Bestellung ist noch offen');
    expect((await person.form('/settings/data/delete', {})).status).toBe(400);
    const done = await person.form('/settings/data/delete', { sure: 'true' });
    expect(done.headers.get('location')).toBe('/account-deleted');
    expect((await person.fetch('/account-deleted')).status).toBe(200);
    expect((await person.json('GET', '/api/settings')).status).toBe(401);
    await shop.settle();
    const [user] = await shop.deps.read.select().from(users);
    expect(user).toMatchObject({ firstname: null, birthDate: null, verifiedAt: null, deletedAt: shop.clock() });
    const kept = await shop.deps.read.select().from(mails).where(eq(mails.recipient, anna));
    expect(kept.filter((mail) => mail.orderId === null).map((mail) => mail.type)).toEqual(['AccountDeleted']);
    const boxed = await shop.deps.read.select().from(mailboxMessages).where(eq(mailboxMessages.recipient, anna));
    expect(boxed.some(({ subject }) => subject === 'Dein Code zum Einloggen')).toBe(false);
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    const { body } = await admin.json<{ order: { status: string; user: { email: string } } }>(
      'GET',
      `/api/admin/orders/${orderId}`,
    );
    expect(body.order).toMatchObject({ status: 'pending', user: { email: `deleted-${user?.id}` } });
    expect((await admin.json('GET', `/api/admin/users?q=deleted`)).body).toMatchObject({ count: 0 });
  });

  test('begins anew when the address comes back, without the orders of before', async () => {
    const { shop, person } = await annaWithAnOrder();
    await person.json('DELETE', '/api/settings');
    shop.clock.advance(hours(1));
    const again = await shop.login(anna);
    expect((await again.json('GET', '/api/orders/my')).body).toMatchObject({ count: 0 });
    expect(await shop.deps.read.select().from(users)).toHaveLength(2);
  });

  test('may not be that of the last super admin', async () => {
    const shop = await testShop();
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    const refused = await admin.json<Account>('DELETE', '/api/settings');
    expect([refused.status, refused.body.code, refused.body.details.resource]).toEqual([
      409,
      'RESOURCE_IN_USE',
      'lastSuperAdmin',
    ]);
    const page = await admin.form('/settings/data/delete', { sure: 'true' });
    expect([page.status, (await page.text()).includes('der letzte Super-Admin')]).toEqual([400, true]);
    await shop.login('second@example.test', { superAdmin: true });
    expect((await admin.json('DELETE', '/api/settings')).status).toBe(204);
  });
});

test('the account shows what waits to be paid: all to its owner, this visit’s to whoever typed the address', async () => {
  const { shop, race, person, orderId, booked } = await annaWithAnOrder();
  expect(booked.body.userData.pendingOrders).toEqual([{ orderId }]);
  expect((await person.json<Account>('GET', '/api/settings')).body.userData.pendingOrders).toEqual([{ orderId }]);
  const stranger = shop.visitor();
  const began = await stranger.json<Account>('POST', '/api/auth/code/unauthenticated-login', {
    email: anna,
    eventId: race.eventId,
  });
  expect(began.body.userData.pendingOrders).toEqual([]);
  const second = await stranger.json<{ orderId: number; userData: Account['userData'] }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, [runner({ firstName: 'Berta' })]),
  );
  expect(second.body.userData.pendingOrders).toEqual([{ orderId: second.body.orderId }]);
});

test('mails that belong to no order are forgotten after a month', async () => {
  const { shop, person, orderId } = await annaWithAnOrder();
  await person.json('POST', `/api/orders/${orderId}/payment-in-advance`);
  await shop.settle();
  const { forgetOldMails } = await import('#src/mail/mailer.ts');
  shop.clock.advance(days(30) + 1);
  await shop.deps.write(forgetOldMails);
  const kept = await shop.deps.read.select().from(mails);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.every((mail) => mail.orderId !== null)).toBe(true);
});

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { facts } from '#src/data/schema.ts';
import { hours, instant, minutes } from '#src/kernel/time.ts';
import type { SimulatedName } from '#tests/support/openid-provider.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { namesOfAppleUser, personOfClaims } from '../providers/known-person.ts';
import { codeOf, enterMailedCode, loginBy, shopWithProviders } from '../providers/testing.ts';
import { accountAudits, identities, pendingLogins, users } from '../schema.ts';

const anna = 'anna@startblock.example';
const jonas = 'jonas@startblock.example';

describe('whose word about an address is trusted', () => {
  const ofGoogle = { email_verified: true, email: 'a@gmail.com' };
  test.each([
    ['https://accounts.google.com', ofGoogle, true],
    ['https://accounts.google.com', { ...ofGoogle, email: 'A@GMAIL.com' }, true],
    ['https://accounts.google.com', { ...ofGoogle, email_verified: 'true' }, true],
    ['https://accounts.google.com', { ...ofGoogle, email_verified: false }, false],
    ['https://accounts.google.com', { ...ofGoogle, email_verified: 1 }, false],
    ['https://accounts.google.com', { ...ofGoogle, email: 'a@club.test' }, false],
    ['https://accounts.google.com', { ...ofGoogle, email: 'a@club.test', hd: 'club.test' }, true],
    ['https://accounts.google.com', { ...ofGoogle, email: 'a@club.test', hd: '' }, false],
    ['https://accounts.google.com', { ...ofGoogle, email: 'a@evilgmail.com' }, false],
    ['https://accounts.google.com', { ...ofGoogle, email: 'a@gmail.com.evil.test' }, false],
    [
      'https://appleid.apple.com',
      { email: 'x@privaterelay.appleid.com', email_verified: 'true', is_private_email: 'true' },
      true,
    ],
    ['https://appleid.apple.com', { email: 'x@privaterelay.appleid.com', email_verified: 'false' }, false],
    ['https://appleid.apple.com', { email: 'a@club.test' }, false],
    ['https://www.facebook.com', { ...ofGoogle }, false],
    ['https://eid.oesterreich.gv.at', { email: 'a@club.test', email_verified: true }, true],
    ['https://login.club.test', { email: 'a@club.test', email_verified: true }, true],
    ['https://login.club.test', { email: 'a@club.test' }, false],
    ['https://id.risi.test', { email_verified: true }, false],
    ['https://id.risi.test', { email: 'nobody', email_verified: true }, false],
    ['https://id.risi.test', { email: ['a@club.test'], email_verified: true }, false],
  ] as const)('%s, %j: %s', (issuer, claims, trusted) => {
    expect(personOfClaims(issuer, { sub: '1', ...claims }, instant(0)).isEmailTrusted).toBe(trusted);
  });

  test.each([
    ['1990-05-17', '1990-05-17'],
    ['0000-05-17', null],
    ['1990', null],
    ['2190-05-17', null],
    [19900517, null],
    ["'; drop table users", null],
  ])('a birth date of %j is %j', (birthdate, expected) => {
    const now = instant(Date.UTC(2026, 0, 1));
    expect(personOfClaims('https://eid.oesterreich.gv.at', { sub: '1', birthdate }, now).birthDate).toBe(expected);
  });

  test.each([
    ['{"name":{"firstName":" Tim ","lastName":"Apfel"}}', { given_name: 'Tim', family_name: 'Apfel' }],
    ['{"name":{"firstName":7},"email":"evil@evil.test"}', {}],
    ['{', {}],
    ['null', {}],
    ['[]', {}],
    ['"x"', {}],
    [null, {}],
    [`{"name":{"firstName":"${'x'.repeat(3000)}"}}`, {}],
  ])('Apple says %j', (json, expected) => {
    expect(namesOfAppleUser(json)).toEqual(expected);
  });
});

const userOf = async (shop: TestShop, email: string) =>
  (await shop.deps.read.select().from(users).where(eq(users.email, email)))[0];
const verifiedFacts = (shop: TestShop) => shop.deps.read.select().from(facts).where(eq(facts.name, 'user.verified'));

describe('a trusted address', () => {
  test('creates a proven account without sending a mail', async () => {
    const { shop } = await shopWithProviders();
    await loginBy(shop.visitor({ acceptLanguage: 'en' }), 'google');
    expect(await userOf(shop, anna)).toMatchObject({ verifiedAt: shop.clock(), language: 'en-us' });
    expect(await verifiedFacts(shop)).toHaveLength(1);
    await shop.settle();
    expect(await shop.mails(anna)).toEqual([]);
    const audits = await shop.deps.read.select().from(accountAudits);
    expect(audits.map(({ type, comment }) => [type, comment])).toEqual([
      ['IdentityJoined', 'google'],
      ['LoggedIn', 'google'],
    ]);
  });

  test('opens the existing account, warns its owner and keeps the profile', async () => {
    const { shop } = await shopWithProviders();
    const owner = await shop.login(anna);
    await owner.json('PATCH', '/api/settings', { firstname: 'Änne' });
    const who = shop.visitor();
    await loginBy(who, 'google');
    const { body } = await who.json<{ userData: object }>('GET', '/api/settings');
    expect(body.userData).toMatchObject({ email: anna, firstname: 'Änne', lastname: null });
    await shop.settle();
    const [mail] = await shop.mails(anna);
    expect(mail?.subject).toBe('Google öffnet jetzt dein Konto');
    expect(mail?.text).toContain('http://shop.test/settings/identities');
    await loginBy(shop.visitor(), 'google');
    await shop.settle();
    expect((await shop.mails(anna)).filter(({ subject }) => subject.includes('Google'))).toHaveLength(1);
    expect(await verifiedFacts(shop)).toHaveLength(1);
  });

  test('proves an account with an unproven address', async () => {
    const { shop } = await shopWithProviders();
    const someone = shop.visitor();
    await someone.form('/auth', { email: anna, to: '/events/1/book', way: 'alone' });
    expect(await userOf(shop, anna)).toMatchObject({ verifiedAt: null });
    await loginBy(shop.visitor(), 'apple');
    expect(await userOf(shop, anna)).toMatchObject({ verifiedAt: shop.clock(), firstname: 'Anna' });
    expect(await verifiedFacts(shop)).toHaveLength(1);
    expect((await someone.fetch('/settings')).status).toBe(303);
  });

  test('opens no super admin’s account without a code', async () => {
    const { shop } = await shopWithProviders();
    await shop.login(anna, { superAdmin: true });
    const who = shop.visitor();
    expect(await loginBy(who, 'moped')).toBe('/auth?to=%2Fsettings');
    shop.clock.advance(minutes(1));
    expect(await enterMailedCode(shop, who, anna)).toBe('/settings');
    expect(await loginBy(shop.visitor(), 'moped')).toBe('/settings');
  });

  test('joins several providers to one account', async () => {
    const { shop } = await shopWithProviders();
    for (const name of ['google', 'apple', 'moped'] as const) await loginBy(shop.visitor(), name);
    expect(await shop.deps.read.select().from(users)).toHaveLength(1);
    expect(await shop.deps.read.select().from(identities)).toHaveLength(3);
  });

  test('of two logins at the same moment makes one account and one identity', async () => {
    const { shop } = await shopWithProviders();
    const ends = await Promise.all([1, 2, 3].map(() => loginBy(shop.visitor(), 'google')));
    expect(ends).toEqual(['/settings', '/settings', '/settings']);
    expect(await shop.deps.read.select().from(users)).toHaveLength(1);
    expect(await shop.deps.read.select().from(identities)).toHaveLength(1);
  });
});

test('a joined identity stays with its account when its address changes', async () => {
  const { shop } = await shopWithProviders();
  const who = shop.visitor();
  await loginBy(who, 'facebook', { person: 'jonas' });
  await enterMailedCode(shop, who, anna);
  const again = shop.visitor();
  expect(await loginBy(again, 'facebook', { person: 'jonas' })).toBe('/settings');
  const { body } = await again.json<{ userData: object }>('GET', '/api/settings');
  expect(body.userData).toMatchObject({ email: anna });
  expect(await userOf(shop, jonas)).toBeUndefined();
});

test.each(['google', 'apple', 'moped', 'facebook'] as const)(
  'an address that %s did not prove opens nothing',
  async (name) => {
    const { shop } = await shopWithProviders();
    await shop.login(jonas);
    const who = shop.visitor();
    expect(await loginBy(who, name, { person: 'jonas' })).toBe('/auth?to=%2Fsettings');
    expect(who.cookies.has('session')).toBe(false);
    expect(await shop.deps.read.select().from(identities)).toEqual([]);
    const html = await (await who.fetch('/auth?to=/settings')).text();
    expect(html).toContain(`value="${jonas}"`);
  },
);

describe('the mailed code that joins', () => {
  async function waiting(name: SimulatedName = 'bku') {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    await loginBy(who, name);
    return { shop, who };
  }
  const joinedTo = async (shop: TestShop) =>
    (await shop.deps.read.select().from(identities)).map(({ provider, userId }) => [provider, userId]);

  test('fills the profile of a new account, and no other', async () => {
    const { shop, who } = await waiting();
    await enterMailedCode(shop, who, 'neu@example.test');
    expect(await userOf(shop, 'neu@example.test')).toMatchObject({ firstname: 'Anna', birthDate: '1990-05-17' });
    await shop.settle();
    expect((await shop.mails('neu@example.test')).map(({ subject }) => subject)).toEqual(['Dein Code zum Einloggen']);
    await shop.login('alt@example.test');
    shop.clock.advance(minutes(1));
    const other = shop.visitor();
    await loginBy(other, 'risi', { person: 'mira' });
    await enterMailedCode(shop, other, 'alt@example.test');
    await shop.settle();
    expect(await userOf(shop, 'alt@example.test')).toMatchObject({ firstname: null, birthDate: null });
    expect((await shop.mails('alt@example.test'))[0]?.subject).toBe('RiSi öffnet jetzt dein Konto');
  });

  test('works through the API as well', async () => {
    const { shop, who } = await waiting();
    await who.json('POST', '/api/auth/code/send-mail', { email: anna });
    const code = /^\d{6}$/m.exec((await shop.mails(anna))[0]?.text ?? '')?.[0];
    expect((await who.json('POST', '/api/auth/code/login', { email: anna, code })).status).toBe(200);
    expect(await joinedTo(shop)).toEqual([['bku', 1]]);
  });

  test('joins once, in this browser, within fifteen minutes, with an untouched cookie', async () => {
    const joins = async (change: (at: { shop: TestShop; who: Caller; cookie: string }) => Promise<void> | void) => {
      const { shop, who } = await waiting();
      await change({ shop, who, cookie: who.cookies.get('login-identity') ?? '' });
      expect(await enterMailedCode(shop, who, anna)).toBe('/settings');
      return (await joinedTo(shop)).length;
    };
    expect(await joins(() => {})).toBe(1);
    expect(await joins(({ shop }) => shop.clock.advance(minutes(15)))).toBe(0);
    expect(await joins(({ who }) => void who.cookies.delete('login-identity'))).toBe(0);
    expect(await joins(({ who, cookie }) => void who.cookies.set('login-identity', `${cookie}x`))).toBe(0);
    expect(await joins(({ who }) => void who.cookies.set('login-identity', 'a.b.c'))).toBe(0);
    expect(
      await joins(async ({ who }) => {
        expect((await who.form('/auth/without-provider', { to: '/settings' })).status).toBe(303);
      }),
    ).toBe(0);
    const { shop, who } = await waiting();
    const cookie = who.cookies.get('login-identity') ?? '';
    await enterMailedCode(shop, who, anna);
    const thief = shop.visitor();
    thief.cookies.set('login-identity', cookie);
    await enterMailedCode(shop, thief, 'thief@example.test');
    expect(await joinedTo(shop)).toEqual([['bku', 1]]);
    expect(await shop.deps.read.select().from(pendingLogins)).toHaveLength(1);
  });

  test('is required of logged-in users, too', async () => {
    const { shop } = await shopWithProviders();
    const who = await shop.login(anna);
    expect(await loginBy(who, 'bku')).toBe('/auth?to=%2Fsettings');
    expect((await who.fetch('/auth?to=%2Fsettings')).status).toBe(200);
    expect(await enterMailedCode(shop, who, anna)).toBe('/settings');
    expect(await joinedTo(shop)).toEqual([['bku', 1]]);
  });
});

test.each(['google', 'moped'] as const)('a deleted account cannot be opened by %s', async (name) => {
  const { shop } = await shopWithProviders();
  await loginBy(shop.visitor(), 'google');
  await shop.deps.write(({ tx, now }) => tx.update(users).set({ deletedAt: now }));
  const who = shop.visitor();
  expect(codeOf(await loginBy(who, name))).toBe('loginFailed');
  expect(who.cookies.has('session')).toBe(false);
});

describe('the list of providers', () => {
  type List = { rows: { id: number; provider: string }[]; code?: string };
  test('shows the identities and removes one', async () => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    await loginBy(who, 'google');
    await loginBy(shop.visitor(), 'apple');
    const page = await (await who.fetch('/settings/identities')).text();
    expect(page).toContain('Google trennen');
    expect(page).toContain('Apple trennen');
    const { body } = await who.json<List>('GET', '/api/auth/identities');
    expect(body.rows.map(({ provider }) => provider)).toEqual(['google', 'apple']);
    const [google, apple] = body.rows;
    const removal = await who.form(`/settings/identities/${google?.id}`, {});
    expect(removal.headers.get('location')).toBe('/settings/identities?removed=1');
    expect(await (await who.fetch('/settings/identities?removed=1')).text()).not.toContain('Google trennen');
    expect((await who.json('DELETE', `/api/auth/identities/${apple?.id}`)).status).toBe(204);
    expect((await who.json<List>('GET', '/api/auth/identities')).body.rows).toEqual([]);
    const audits = await shop.deps.read.select().from(accountAudits).where(eq(accountAudits.type, 'IdentityRemoved'));
    expect(audits.map(({ comment }) => comment)).toEqual(['google', 'apple']);
    expect((await who.form(`/settings/identities/${google?.id}`, {})).status).toBe(404);
  });

  test('is limited to its owner and asks for a fresh login', async () => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    await loginBy(who, 'google');
    const other = await shop.login('other@example.test');
    for (const id of ['1', '0', '-1', 'x', '99999999999999999999', '1e0']) {
      expect([id, (await other.json('DELETE', `/api/auth/identities/${id}`)).status]).toEqual([id, 404]);
      expect([id, (await other.form(`/settings/identities/${id}`, {})).status]).toEqual([id, 404]);
    }
    expect((await other.json<List>('GET', '/api/auth/identities')).body.rows).toEqual([]);
    expect((await shop.visitor().json<List>('GET', '/api/auth/identities')).body.code).toBe('UNAUTHORIZED');
    shop.clock.advance(hours(2) + 1);
    expect((await who.json<List>('GET', '/api/auth/identities')).body.code).toBe('INVALID_TOKEN');
    expect((await who.fetch('/settings/identities')).headers.get('location')).toContain('notice=sessionInvalid');
    expect(await shop.deps.read.select().from(identities)).toHaveLength(1);
  });
});

test('the login page mentions no providers when none is configured', async () => {
  const shop = await testShop({ demo: false });
  const html = await (await shop.visitor().fetch('/auth')).text();
  expect(html).not.toContain('providers');
  expect(html).not.toContain('<script');
  expect(html.length).toBeLessThan(10 * 1024);
});

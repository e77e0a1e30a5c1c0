import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { requirePermission } from '#src/access/permissions.ts';
import { facts, limitCounters, mails } from '#src/data/schema.ts';
import { days, hours, minutes } from '#src/kernel/time.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { promoteToSuperAdmin } from '../admin/change-rights.ts';
import { accountAudits, loginCodes, sessions, users } from '../schema.ts';

const anna = 'anna@example.test';
type Account = { userData: Record<string, unknown>; userSettings: Record<string, unknown>; code: string };

async function codeOf(shop: TestShop, email = anna): Promise<string> {
  const [mail] = await shop.mails(email);
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error('no code was mailed');
  return code;
}
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

async function requestCode(shop: TestShop, email = anna) {
  const visitor = shop.visitor();
  const sent = await visitor.json('POST', '/api/auth/code/send-mail', { email });
  return { visitor, sent, code: sent.status === 200 ? await codeOf(shop, email.trim().toLowerCase()) : '' };
}
const login = (visitor: ReturnType<TestShop['visitor']>, code: string, email = anna) =>
  visitor.json<Account>('POST', '/api/auth/code/login', { email, code });

describe('the mailed code', () => {
  test('logs in once and creates the account', async () => {
    const shop = await testShop();
    const { visitor, sent, code } = await requestCode(shop, ' Anna@Example.TEST');
    expect(sent.body).toEqual({ needsCode: true, needsTotp: false });
    const first = await login(visitor, code);
    expect(first.status).toBe(200);
    expect(first.body.userData).toMatchObject({ email: anna, firstname: null, isSuperAdmin: false });
    expect(first.body.userSettings).toEqual({ role: 'user', language: 'de', termsOfUseAccepted: false });
    expect(visitor.cookies.get('session')).toBeTruthy();
    expect(visitor.cookies.get('csrf-token')).toBeTruthy();
    const again = await login(shop.visitor(), code);
    expect([again.status, again.body.code]).toEqual([401, 'INVALID_CODE']);
    const announced = await shop.deps.read.select().from(facts).where(eq(facts.name, 'user.verified'));
    expect(announced).toHaveLength(1);
  });

  test('is alone on its line, in no subject, and nowhere in the database', async () => {
    const shop = await testShop();
    const { code } = await requestCode(shop);
    const [mail] = await shop.mails(anna);
    expect(mail?.text.split('\n').filter((line) => line === code)).toHaveLength(1);
    expect(mail?.subject).not.toContain(code);
    expect(JSON.stringify(await shop.deps.read.select().from(loginCodes))).not.toContain(code);
    expect(JSON.stringify(await shop.deps.read.select().from(mails))).not.toContain(code);
  });

  test.each([
    ['with blanks', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}\n`],
    ['as a number when it has no leading zero', (code: string) => (code.startsWith('0') ? code : Number(code))],
  ])('is accepted %s', async (_, written) => {
    const shop = await testShop();
    const { visitor, code } = await requestCode(shop);
    const answer = await visitor.json('POST', '/api/auth/code/login', { email: anna, code: written(code) });
    expect(answer.status).toBe(200);
  });

  test('is void after five wrong attempts, even for the right code', async () => {
    const shop = await testShop();
    const { visitor, code } = await requestCode(shop);
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect((await login(visitor, otherThan(code))).body.code).toBe('INVALID_CODE');
    }
    expect((await login(visitor, code)).body.code).toBe('INVALID_CODE');
  });

  test('is accepted at the fifth attempt', async () => {
    const shop = await testShop();
    const { visitor, code } = await requestCode(shop);
    for (let attempt = 1; attempt <= 4; attempt++) await login(visitor, otherThan(code));
    expect((await login(visitor, code)).status).toBe(200);
  });

  test('allows five attempts even in parallel, and one of two correct answers wins', async () => {
    const shop = await testShop();
    const { code } = await requestCode(shop);
    const answers = await Promise.all([code, code].map((right) => login(shop.visitor(), right)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    await requestCode(shop);
    const guesses = Array.from({ length: 12 }, (_, n) => login(shop.visitor(), String(n).padStart(6, '0')));
    await Promise.all(guesses);
    const rows = await shop.deps.read.select().from(loginCodes).where(eq(loginCodes.id, 2));
    expect(rows[0]).toMatchObject({ attempts: 0, openAttempts: 5 });
  });

  test('ends after ten minutes', async () => {
    const shop = await testShop();
    const { visitor, code } = await requestCode(shop);
    shop.clock.advance(minutes(10));
    expect((await login(visitor, code)).body.code).toBe('INVALID_CODE');
  });

  test('is replaced by a newer one of the same browser', async () => {
    const shop = await testShop();
    const { visitor, code: old } = await requestCode(shop);
    await visitor.json('POST', '/api/auth/code/send-mail', { email: anna });
    const code = await codeOf(shop);
    if (old !== code) expect((await login(shop.visitor(), old)).body.code).toBe('INVALID_CODE');
    if (old !== code) expect((await login(visitor, old)).body.code).toBe('INVALID_CODE');
    expect((await login(visitor, code)).status).toBe(200);
  });

  test('of one address does not open another', async () => {
    const shop = await testShop();
    const { visitor, code } = await requestCode(shop);
    await requestCode(shop, 'berta@example.test');
    if ((await codeOf(shop, 'berta@example.test')) !== code) {
      expect((await login(visitor, code, 'berta@example.test')).body.code).toBe('INVALID_CODE');
    }
  });

  test('gets the same response for known and unknown addresses', async () => {
    const shop = await testShop();
    await shop.login(anna, { superAdmin: true });
    const known = await requestCode(shop);
    const unknown = await requestCode(shop, 'nobody@example.test');
    expect(unknown.sent.body).toEqual(known.sent.body);
    expect(await shop.mails('nobody@example.test')).toHaveLength(1);
  });

  test.each(['', 'anna', 'anna@localhost', 'anna@example.test\nBcc: x@example.test'])(
    'is not sent to %j',
    async (email) => {
      const shop = await testShop();
      const answer = await shop.visitor().json<Account>('POST', '/api/auth/code/send-mail', { email });
      expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});

describe('limits', () => {
  test('five unread codes for one browser and address in ten minutes', async () => {
    const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
    const visitor = shop.visitor();
    const ask = (email: string) => visitor.json('POST', '/api/auth/code/send-mail', { email });
    for (let n = 0; n < 5; n++) expect((await ask(anna)).status).toBe(200);
    const sent = await ask(anna);
    expect(sent.status).toBe(429);
    expect(Number(sent.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('berta@example.test')).status).toBe(200);
    shop.clock.advance(minutes(10));
    expect((await ask(anna)).status).toBe(200);
  });

  test('used codes do not count', async () => {
    const shop = await testShop();
    for (let n = 0; n < 25; n++) {
      const { visitor, sent, code } = await requestCode(shop);
      expect(sent.status).toBe(200);
      expect((await login(visitor, code)).status).toBe(200);
    }
  });

  test('twenty unread codes an hour for one network, and none counted for the address that is refused', async () => {
    const shop = await testShop();
    for (let n = 0; n < 20; n++) expect((await requestCode(shop, `runner${n}@example.test`)).sent.status).toBe(200);
    expect((await requestCode(shop, 'late@example.test')).sent.status).toBe(429);
    const counted = await shop.deps.read.select().from(limitCounters);
    expect(counted.some((row) => row.key.includes('late@example.test'))).toBe(false);
    const elsewhere = shop.visitor({ address: '192.0.2.7' });
    const answer = await elsewhere.json('POST', '/api/auth/code/send-mail', { email: 'late@example.test' });
    expect(answer.status).toBe(200);
  });

  test('thirty tries in ten minutes for one network', async () => {
    const shop = await testShop();
    const visitor = shop.visitor();
    for (let n = 0; n < 30; n++) {
      expect((await login(visitor, '123456', `runner${n}@example.test`)).status).toBe(401);
    }
    expect((await login(visitor, '123456', 'one-more@example.test')).status).toBe(429);
  });
});

describe('a session', () => {
  test('is stored as a hash that opens no session', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const [row] = await shop.deps.read.select().from(sessions);
    expect(row?.id).not.toBe(person.cookies.get('session'));
    const thief = shop.visitor();
    thief.cookies.set('session', row?.id ?? '');
    expect((await thief.json('GET', '/api/settings')).status).toBe(401);
    expect((await person.json('GET', '/api/settings')).status).toBe(200);
  });

  test('has a cookie that no script reads, and Secure when the shop is on https', async () => {
    const shop = await testShop({ env: { PUBLIC_URL: 'https://shop.test' } });
    const { visitor, code } = await requestCode(shop);
    const { headers } = await login(visitor, code);
    const [session, csrf] = ['session', 'csrf-token'].map(
      (name) => headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '',
    );
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; Secure/);
    expect(session).toMatch(/; SameSite=Lax/i);
    expect(session).toMatch(/; Path=\//);
    expect(csrf).not.toMatch(/HttpOnly/i);
    expect(csrf).toMatch(/; Secure/);
  });

  test('gets a new id at login; the one before ends, the visit goes on', async () => {
    const shop = await testShop();
    const { eventId } = await shop.deps.write((work) => makeRace(work));
    const visitor = shop.visitor();
    await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email: anna, eventId });
    const before = visitor.cookies.get('session') ?? '';
    const [first] = await shop.deps.read.select().from(sessions);
    await visitor.json('POST', '/api/auth/code/send-mail', { email: anna });
    await login(visitor, await codeOf(shop));
    expect(visitor.cookies.get('session')).not.toBe(before);
    const rows = await shop.deps.read.select().from(sessions);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ visitId: first?.visitId, level: 'verified' });
  });

  test('ends thirty days after its login, however often it is used, and its row is forgotten', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const ask = async () => (await person.json('GET', '/api/settings')).status;
    for (let day = 1; day < 29; day++) {
      shop.clock.advance(days(1));
      expect(await ask()).toBe(200);
    }
    // The last visit goes on to the very end.
    for (let quarter = 0; quarter < 4 * 24 * 2 - 1; quarter++) {
      shop.clock.advance(minutes(15));
      expect(await ask()).toBe(200);
    }
    shop.clock.advance(minutes(15));
    expect(await ask()).toBe(401);
    const { accountsModule } = await import('../index.ts');
    for (const job of accountsModule.jobs?.(shop.deps) ?? []) await job.run();
    expect(await shop.deps.read.select().from(sessions)).toHaveLength(0);
    expect(await shop.deps.read.select().from(loginCodes)).toHaveLength(0);
  });

  test('does not start a visit in its last day: the person sees that it has ended', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    for (const wait of [6, 6, 6, 6, 5]) {
      shop.clock.advance(days(wait));
      expect((await person.json('GET', '/api/settings')).status).toBe(200);
    }
    shop.clock.advance(hours(1));
    const page = await person.fetch('/settings');
    expect([page.status, page.headers.get('location')]).toEqual([303, '/auth?to=%2Fsettings&notice=unauthorized']);
    expect(person.cookies.has('session')).toBe(false);
    expect(await (await person.fetch('/auth?to=%2Fsettings&notice=unauthorized')).text()).toContain('abgelaufen');
  });

  test.each([
    ['seven days without use', false, days(7)],
    ['twelve hours, if it is a super admin’s', true, hours(12)],
  ])('ends after %s', async (_, superAdmin, idle) => {
    const shop = await testShop();
    const person = await shop.login(anna, { superAdmin });
    const ask = async () => (await person.json('GET', '/api/settings')).status;
    shop.clock.advance(idle - 1);
    expect(await ask()).toBe(200);
    shop.clock.advance(idle - 1);
    expect(await ask()).toBe(200);
    shop.clock.advance(idle);
    expect(await ask()).toBe(401);
  });

  test('moves to a new id after a change of rights; pending requests still succeed', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const before = person.cookies.get('session') ?? '';
    await shop.deps.write((work) => promoteToSuperAdmin(work, anna));
    const underWay = shop.visitor();
    underWay.cookies.set('session', before);
    expect((await person.json('GET', '/api/admin/organizers')).status).toBe(200);
    expect(person.cookies.get('session')).not.toBe(before);
    expect((await underWay.json('GET', '/api/settings')).status).toBe(200);
    expect((await person.json('PATCH', '/api/settings', { firstname: 'Anna' })).status).toBe(200);
    shop.clock.advance(minutes(1));
    expect((await underWay.json('GET', '/api/settings')).status).toBe(401);
    expect((await person.json('GET', '/api/settings')).status).toBe(200);
  });

  test('ends at logout, on the server too', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const copy = shop.visitor();
    copy.cookies.set('session', person.cookies.get('session') ?? '');
    expect((await person.json('POST', '/api/auth/logout')).status).toBe(204);
    expect(person.cookies.has('session')).toBe(false);
    expect(person.cookies.has('csrf-token')).toBe(false);
    expect((await copy.json('GET', '/api/settings')).status).toBe(401);
  });

  test('changes nothing without its csrf token, or with that of another', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const other = await shop.login('berta@example.test');
    const change = (headers: Record<string, string>) =>
      person.json<Account>('PATCH', '/api/settings', { firstname: 'Eve' }, headers);
    expect((await change({ 'x-csrf-token': '' })).body.code).toBe('INVALID_CSRF_TOKEN');
    const foreign = other.cookies.get('csrf-token') ?? '';
    expect((await change({ 'x-csrf-token': foreign })).body.code).toBe('INVALID_CSRF_TOKEN');
    expect((await change({ origin: 'https://evil.test' })).body.code).toBe('INVALID_CSRF_TOKEN');
    expect((await change({})).status).toBe(200);
  });
});

describe('a login by the address alone', () => {
  test('neither shows nor changes the account', async () => {
    const shop = await testShop();
    const owner = await shop.login(anna, { superAdmin: true });
    await owner.json('PATCH', '/api/settings', { firstname: 'Anna', language: 'en-us', termsOfUseAccepted: true });
    const { eventId } = await shop.deps.write((work) => makeRace(work));
    const stranger = shop.visitor();
    const { status, body } = await stranger.json<Account>('POST', '/api/auth/code/unauthenticated-login', {
      email: anna,
      eventId,
    });
    expect(status).toBe(200);
    const [user] = await shop.deps.read.select().from(users).where(eq(users.email, anna));
    expect(body).toEqual({
      userData: {
        id: expect.any(Number),
        email: anna,
        firstname: null,
        lastname: null,
        gender: null,
        birthDate: null,
        nationalityCountryCode: null,
        contactAddress: null,
        isSuperAdmin: false,
        pendingOrders: [],
      },
      userSettings: { role: 'user', language: null, termsOfUseAccepted: false },
    });
    // Ids count up: that of an account that was there before would tell a stranger that the address is known.
    expect(body.userData.id).not.toBe(user?.id);
    expect(Number.isSafeInteger(body.userData.id)).toBe(true);
    expect(body.userData.id).toBeGreaterThan(1_000_000);
    expect((await stranger.json('GET', '/api/settings')).status).toBe(401);
    expect((await stranger.json('PATCH', '/api/settings', { firstname: 'Eve' })).status).toBe(401);
    expect((await stranger.json('GET', '/api/admin/organizers')).status).toBe(401);
    const viewer = await shop.deps.findViewer(stranger.cookies.get('session') ?? '');
    expect(viewer).toMatchObject({ level: 'unverified', isSuperAdmin: false, roles: [], language: null });
  });

  test('needs an existing event', async () => {
    const shop = await testShop();
    const guestLogin = { email: anna, eventId: 4711 };
    const answer = await shop.visitor().json<Account>('POST', '/api/auth/code/unauthenticated-login', guestLogin);
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(await shop.deps.read.select().from(users)).toHaveLength(0);
  });

  test('does not prove the mailbox', async () => {
    const shop = await testShop();
    const { eventId } = await shop.deps.write((work) => makeRace(work));
    await shop.visitor().json('POST', '/api/auth/code/unauthenticated-login', { email: anna, eventId });
    const [user] = await shop.deps.read.select().from(users);
    expect(user).toMatchObject({ email: anna, verifiedAt: null, language: null });
  });
});

describe('settings', () => {
  test('change only the given fields', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    await person.json('PATCH', '/api/settings', { firstname: ' Anna ', lastname: 'Gruber', birthDate: '1990-02-28' });
    const contactAddress = {
      firstName: 'Anna',
      lastName: 'Gruber',
      city: 'Wien',
      countryCode: 'AT',
      phoneNumber: { countryCode: '+43', number: '' },
    };
    const { body } = await person.json<Account>('PATCH', '/api/settings', {
      lastname: null,
      termsOfUseAccepted: true,
      language: 'en-us',
      contactAddress,
    });
    expect(body.userData).toMatchObject({
      firstname: 'Anna',
      lastname: null,
      birthDate: '1990-02-28',
      contactAddress: { ...contactAddress, phoneNumber: null },
    });
    expect(body.userSettings).toMatchObject({ language: 'en-us', termsOfUseAccepted: true });
    expect((await person.json('GET', '/api/settings')).body).toEqual(body);
    await person.json('PATCH', '/api/settings', { language: 'en-us' });
    const audits = await shop.deps.read.select().from(accountAudits).where(eq(accountAudits.type, 'SettingsChanged'));
    expect(audits.map(({ comment }) => comment)).toEqual([
      'firstname, lastname, birthDate',
      'language, lastname, contactAddress, termsAcceptedAt',
    ]);
  });

  test.each([
    { birthDate: '2026-02-30' },
    { birthDate: '2030-01-01' },
    { nationalityCountryCode: 'ZZ' },
    { language: 'fr' },
    { gender: 'x' },
    { firstname: 'a'.repeat(101) },
    { contactAddress: { firstName: '' } },
  ])('refuse %j', async (change) => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const answer = await person.json<Account>('PATCH', '/api/settings', change);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test.each([
    ['nationalityCountryCode', 'ZZ', 'Das ist kein Länderkürzel. Schreib zum Beispiel AT.'],
    ['language', 'fr', 'Wähl bitte einen der Werte aus, die es gibt.'],
    ['gender', 'x', 'Wähl bitte einen der Werte aus, die es gibt.'],
  ])('explain what is wrong with %s in the API and on the page', async (name, value, sentence) => {
    const shop = await testShop();
    const person = await shop.login(anna);
    type Refused = { details: { fields: Record<string, string[]> } };
    const { body } = await person.json<Refused>('PATCH', '/api/settings', { [name]: value });
    expect(body.details.fields).toEqual({ [name]: [sentence] });
    const page = await person.form('/settings', { language: 'de', [name]: value });
    expect(page.status).toBe(400);
    const html = await page.text();
    expect([...html.matchAll(/class="field-error"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([sentence]);
  });
});

test('sensitive steps need a login within the last two hours', async () => {
  const shop = await testShop();
  const person = await shop.login(anna);
  const viewer = await shop.deps.findViewer(person.cookies.get('session') ?? '');
  if (!viewer) throw new Error('the session is there');
  shop.clock.advance(hours(2));
  expect(() => requirePermission('account.email', viewer, shop.clock())).not.toThrow();
  shop.clock.advance(1);
  expect(() => requirePermission('account.email', viewer, shop.clock())).toThrow('INVALID_TOKEN');
});

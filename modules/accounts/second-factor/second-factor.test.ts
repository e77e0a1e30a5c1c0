import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeSigner } from '#src/access/signer.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { accountAudits, loginCodes, pendingLogins, recoveryCodes, sessions, totps } from '../schema.ts';
import { authenticatorCode, invalidCode, loginWithFactor, mailedCode, showMailedCode } from '../testing.ts';
import { removeUnreadableFactors } from './second-factor.ts';
import { sealTotpSecret } from './totp-code.ts';

const anna = 'anna@example.test';
type Body = { code?: string; details?: { reason?: string; retryAfterSeconds?: number } } & Record<string, unknown>;
const post = (who: Caller, path: string, body: unknown = {}) => who.json<Body>('POST', path, body);
const status = async (who: Caller) => (await who.json<Body>('GET', '/api/auth/totp/status')).body;
const audits = async (shop: TestShop) =>
  (await shop.deps.read.select({ type: accountAudits.type }).from(accountAudits)).map(({ type }) => type);

async function requestCode(shop: TestShop, browser = shop.visitor()) {
  const sent = await post(browser, '/api/auth/code/send-mail', { email: anna });
  return { browser, sent, code: await mailedCode(shop, anna) };
}
const logIn = (browser: Caller, code: string, totpCode?: string) =>
  post(browser, '/api/auth/code/login', { email: anna, code, totpCode });

describe('setting up', () => {
  test('takes a first correct code and returns ten recovery codes', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    expect(await status(person)).toEqual({ totpEnabled: false });
    const { body } = await person.json<{ otpauthUri: string; secret: string }>('POST', '/api/auth/totp/generate');
    expect(body.otpauthUri).toContain(`secret=${body.secret}`);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await status(person)).toEqual({ totpEnabled: false });
    const invalid = await post(person, '/api/auth/totp/enable', { code: invalidCode(shop, body.secret) });
    expect([invalid.status, invalid.body.code]).toEqual([401, 'INVALID_TOTP_CODE']);
    const right = await post(person, '/api/auth/totp/enable', { code: authenticatorCode(shop, body.secret) });
    expect(right.body).toEqual({ totpEnabled: true, recoveryCodes: expect.any(Array) });
    const codes = right.body.recoveryCodes as string[];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    expect(await status(person)).toEqual({ totpEnabled: true });
    expect(await audits(shop)).toEqual(['LoggedIn', 'TotpEnabled']);
    await shop.settle();
    expect((await shop.mails(anna))[0]?.subject).toBe('Zweiter Faktor eingeschaltet');
  });

  test('has ten minutes, and no second secret once it is on', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const { body } = await person.json<{ secret: string }>('POST', '/api/auth/totp/generate');
    shop.clock.advance(minutes(10));
    const late = await post(person, '/api/auth/totp/enable', { code: authenticatorCode(shop, body.secret) });
    expect([late.status, late.body.code, late.body.details?.reason]).toEqual([401, 'INVALID_TOTP_CODE', 'notBegun']);
    const again = await person.json<{ secret: string }>('POST', '/api/auth/totp/generate');
    expect(again.body.secret).not.toBe(body.secret);
    const old = await post(person, '/api/auth/totp/enable', { code: authenticatorCode(shop, body.secret) });
    expect(old.status).toBe(401);
    const on = await post(person, '/api/auth/totp/enable', { code: authenticatorCode(shop, again.body.secret) });
    expect(on.status).toBe(200);
    const code = authenticatorCode(shop, again.body.secret, 1);
    for (const [path, body] of [
      ['/api/auth/totp/generate', undefined],
      ['/api/auth/totp/enable', { code }],
    ] as const) {
      const refused = await post(person, path, body);
      expect([path, refused.status, refused.body.code]).toEqual([path, 409, 'RESOURCE_IN_USE']);
    }
  });

  test('succeeds for one of two concurrent first codes', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const { body } = await person.json<{ secret: string }>('POST', '/api/auth/totp/generate');
    const code = authenticatorCode(shop, body.secret);
    const answers = await Promise.all([1, 2].map(() => post(person, '/api/auth/totp/enable', { code })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await shop.deps.read.select().from(recoveryCodes)).toHaveLength(10);
  });

  test('ends every other session and moves this one to a new id', async () => {
    const shop = await testShop();
    const phone = await shop.login(anna);
    const guest = shop.visitor();
    await post(guest, '/api/auth/code/unauthenticated-login', { email: anna, eventId: 1 });
    const other = await shop.login('berta@example.test');
    const { person } = await loginWithFactor(shop, anna);
    const rows = await shop.deps.read.select().from(sessions);
    expect(rows.filter(({ level }) => level === 'unverified')).toHaveLength(0);
    expect((await phone.json('GET', '/api/settings')).status).toBe(401);
    expect((await other.json('GET', '/api/settings')).status).toBe(200);
    expect((await person.json('GET', '/api/settings')).status).toBe(200);
    const { body } = await person.json<{ rows: unknown[] }>('GET', '/api/auth/sessions');
    expect(body.rows).toHaveLength(1);
  });

  test('changes the id of the session at once; the old one opens nothing a minute later', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const { body } = await person.json<{ secret: string }>('POST', '/api/auth/totp/generate');
    const thief = shop.visitor();
    thief.cookies.set('session', person.cookies.get('session') ?? '');
    await post(person, '/api/auth/totp/enable', { code: authenticatorCode(shop, body.secret) });
    expect(person.cookies.get('session')).not.toBe(thief.cookies.get('session'));
    shop.clock.advance(minutes(1));
    expect((await thief.json('GET', '/api/settings')).status).toBe(401);
    expect((await person.json('GET', '/api/settings')).status).toBe(200);
  });

  test('stores no readable secret', async () => {
    const shop = await testShop();
    const { secret, recoveryCodes: codes } = await loginWithFactor(shop, anna);
    await shop.settle();
    const { read } = shop.deps;
    const tables = await read.all<{ name: string }>(sql`select name from sqlite_master where type = 'table'`);
    let searched = '';
    for (const { name } of tables) {
      searched += JSON.stringify(await read.all(sql.raw(`select * from "${name}"`)));
    }
    expect(searched).toContain(anna);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(searched).not.toContain(text);
    }
  });

  test.each([undefined, null, '', {}, [], -1, 1.5, 'x'.repeat(50), true])('refuses the code %j', async (code) => {
    const shop = await testShop();
    const person = await shop.login(anna);
    await person.json('POST', '/api/auth/totp/generate');
    const answer = await post(person, '/api/auth/totp/enable', { code });
    expect(answer.status).toBe(code === '' ? 401 : 400);
    expect(await status(person)).toEqual({ totpEnabled: false });
  });

  test('needs a login within the last two hours', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    shop.clock.advance(hours(2) + 1);
    const answer = await post(person, '/api/auth/totp/generate');
    expect([answer.status, answer.body.code]).toEqual([403, 'INVALID_TOKEN']);
    expect((await person.json('GET', '/api/auth/totp/status')).status).toBe(200);
  });
});

describe('a login in one call', () => {
  test('needs the code of the authenticator; without it the mailed code stays valid', async () => {
    const shop = await testShop();
    const { secret } = await loginWithFactor(shop, anna);
    const { browser, code } = await requestCode(shop);
    const without = await logIn(browser, code);
    expect([without.status, without.body.code]).toEqual([401, 'INVALID_TOTP_CODE']);
    expect(browser.cookies.has('session')).toBe(false);
    const invalid = await logIn(browser, code, invalidCode(shop, secret));
    expect([invalid.status, invalid.body.code]).toEqual([401, 'INVALID_TOTP_CODE']);
    const right = await logIn(browser, code, authenticatorCode(shop, secret));
    expect(right.status).toBe(200);
    expect((await browser.json('GET', '/api/settings')).status).toBe(200);
    const again = await logIn(shop.visitor(), code, authenticatorCode(shop, secret, 1));
    expect([again.status, again.body.code]).toEqual([401, 'INVALID_CODE']);
    expect(await audits(shop)).toEqual(['LoggedIn', 'TotpEnabled', 'LoginRefused', 'LoggedIn']);
  });

  test('with a wrong mailed code does not check the second factor or use its attempts', async () => {
    const shop = await testShop();
    const { secret } = await loginWithFactor(shop, anna);
    const { browser, code } = await requestCode(shop);
    const other = code === '000000' ? '111111' : '000000';
    for (let n = 0; n < 4; n++) {
      expect((await logIn(browser, other, invalidCode(shop, secret))).body.code).toBe('INVALID_CODE');
    }
    expect((await logIn(browser, code, authenticatorCode(shop, secret))).status).toBe(200);
  });

  test('uses up the five tries of the mailed code by wrong second factors', async () => {
    const shop = await testShop();
    const { secret } = await loginWithFactor(shop, anna);
    const { browser, code } = await requestCode(shop);
    for (let n = 0; n < 5; n++) expect((await logIn(browser, code)).body.code).toBe('INVALID_TOTP_CODE');
    expect((await logIn(browser, code, authenticatorCode(shop, secret))).body.code).toBe('INVALID_CODE');
  });

  test('accepts the step before and after, and no code twice', async () => {
    const shop = await testShop();
    const { secret } = await loginWithFactor(shop, anna);
    for (const [steps, expected] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [0, 401],
      [-1, 401],
      [1, 200],
      [1, 401],
    ] as const) {
      const { browser, code } = await requestCode(shop);
      const answer = await logIn(browser, code, authenticatorCode(shop, secret, steps));
      expect([steps, answer.status]).toEqual([steps, expected]);
    }
  });

  test('succeeds for one of two concurrent uses of a second factor', async () => {
    const shop = await testShop();
    const { secret } = await loginWithFactor(shop, anna);
    const { code } = await requestCode(shop);
    const totpCode = authenticatorCode(shop, secret);
    const answers = await Promise.all([1, 2].map(() => logIn(shop.visitor(), code, totpCode)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  test('locks for ten minutes after five wrong codes; correct ones do not count', async () => {
    const shop = await testShop({ now: '2026-03-02T09:00:00Z' });
    const { secret } = await loginWithFactor(shop, anna);
    for (let n = 0; n < 7; n++) {
      shop.clock.advance(30_000);
      const { browser, code } = await requestCode(shop);
      expect((await logIn(browser, code, authenticatorCode(shop, secret))).status).toBe(200);
    }
    for (let n = 0; n < 5; n++) {
      const { browser, code } = await requestCode(shop);
      expect((await logIn(browser, code, invalidCode(shop, secret))).status).toBe(401);
    }
    const { browser, code } = await requestCode(shop);
    const locked = await logIn(browser, code, authenticatorCode(shop, secret, 1));
    expect([locked.status, locked.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    const wait = Number(locked.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    shop.clock.advance(wait * 1000);
    expect((await logIn(browser, code, authenticatorCode(shop, secret))).status).toBe(200);
  });

  test('allows five attempts even in parallel', async () => {
    const shop = await testShop();
    const { person, secret } = await loginWithFactor(shop, anna);
    const invalid = invalidCode(shop, secret);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(person, '/api/auth/totp/disable', { code: invalid })),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7);
  });
});

describe('a recovery code', () => {
  test('logs in once in any spelling, and a mail says how many are left', async () => {
    const shop = await testShop();
    const { recoveryCodes: codes } = await loginWithFactor(shop, anna);
    const [first = '', second = ''] = codes;
    const one = await requestCode(shop);
    expect((await logIn(one.browser, one.code, ` ${first.toLowerCase().replace('-', ' ')} `)).status).toBe(200);
    const two = await requestCode(shop);
    expect((await logIn(two.browser, two.code, first)).body.code).toBe('INVALID_TOTP_CODE');
    expect((await logIn(two.browser, two.code, second.replace('-', ''))).status).toBe(200);
    await shop.settle();
    const mails = (await shop.mails(anna)).filter(({ subject }) => subject.includes('Ersatzcode'));
    expect(mails.map(({ text }) => /noch (\d) übrig/.exec(text)?.[1])).toEqual(['8', '9']);
    expect((await audits(shop)).filter((type) => type === 'RecoveryCodeUsed')).toHaveLength(2);
  });

  test('succeeds for one of two concurrent uses', async () => {
    const shop = await testShop();
    const { recoveryCodes: codes } = await loginWithFactor(shop, anna);
    const { code } = await requestCode(shop);
    const answers = await Promise.all([1, 2].map(() => logIn(shop.visitor(), code, codes[0])));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    const left = await shop.deps.read.select().from(recoveryCodes);
    expect(left.filter(({ usedAt }) => usedAt === null)).toHaveLength(9);
  });

  test('of another person is refused', async () => {
    const shop = await testShop();
    await loginWithFactor(shop, anna);
    const berta = await loginWithFactor(shop, 'berta@example.test');
    const { browser, code } = await requestCode(shop);
    expect((await logIn(browser, code, berta.recoveryCodes[0])).body.code).toBe('INVALID_TOTP_CODE');
  });

  test('is used up only by a successful login', async () => {
    const shop = await testShop();
    const { recoveryCodes: codes } = await loginWithFactor(shop, anna);
    const { browser, code } = await requestCode(shop);
    await shop.deps.write(({ tx, now }) => tx.update(loginCodes).set({ usedAt: now }));
    expect((await logIn(browser, code, codes[0])).body.code).toBe('INVALID_CODE');
    const again = await requestCode(shop);
    expect((await logIn(again.browser, again.code, codes[0])).status).toBe(200);
  });

  test.each(['in one call', 'on the page'])('is used up only with the session that it opens, %s', async (way) => {
    const shop = await testShop();
    const { recoveryCodes: codes } = await loginWithFactor(shop, anna);
    const browser = shop.visitor();
    if (way === 'on the page') await showMailedCode(shop, browser, anna);
    else await requestCode(shop, browser);
    const code = await mailedCode(shop, anna);
    const show = () =>
      way === 'on the page' ? browser.form('/auth/totp', { code: codes[0] ?? '' }) : logIn(browser, code, codes[0]);
    await shop.deps.write(({ tx }) =>
      tx.run(
        sql`create trigger no_session before insert on sessions begin select raise(abort, 'the disk is full'); end`,
      ),
    );
    expect((await show()).status).toBe(500);
    expect(browser.cookies.has('session')).toBe(false);
    await shop.deps.write(({ tx }) => tx.run(sql`drop trigger no_session`));
    expect((await show()).status).toBe(way === 'on the page' ? 303 : 200);
    expect((await browser.json('GET', '/api/settings')).status).toBe(200);
  });

  test('is replaced by ten new ones, for a code', async () => {
    const shop = await testShop();
    const { person, secret, recoveryCodes: old } = await loginWithFactor(shop, anna);
    expect((await post(person, '/api/auth/totp/recovery-codes', { code: invalidCode(shop, secret) })).status).toBe(401);
    const { body } = await post(person, '/api/auth/totp/recovery-codes', { code: old[3] });
    const codes = body.recoveryCodes as string[];
    expect(codes).toHaveLength(10);
    expect(codes.filter((code) => old.includes(code))).toEqual([]);
    const { browser, code } = await requestCode(shop);
    expect((await logIn(browser, code, old[0])).status).toBe(401);
    expect((await logIn(browser, code, codes[0])).status).toBe(200);
    expect(await audits(shop)).toContain('RecoveryCodesMade');
  });
});

describe('turning it off', () => {
  test.each(['authenticator', 'recovery'])(
    'takes a code of the %s, ends other sessions and keeps nothing',
    async (kind) => {
      const shop = await testShop();
      const { person, secret, recoveryCodes: codes } = await loginWithFactor(shop, anna);
      const { browser, code } = await requestCode(shop);
      await logIn(browser, code, codes[5]);
      const invalid = await post(person, '/api/auth/totp/disable', { code: invalidCode(shop, secret) });
      expect([invalid.status, invalid.body.code]).toEqual([401, 'INVALID_TOTP_CODE']);
      const factor = kind === 'recovery' ? codes[0] : authenticatorCode(shop, secret);
      expect((await post(person, '/api/auth/totp/disable', { code: factor })).body).toEqual({ totpEnabled: false });
      expect(await shop.deps.read.select().from(totps)).toEqual([]);
      expect(await shop.deps.read.select().from(recoveryCodes)).toEqual([]);
      expect((await browser.json('GET', '/api/settings')).status).toBe(401);
      expect((await person.json('GET', '/api/settings')).status).toBe(200);
      const next = await requestCode(shop);
      expect((await logIn(next.browser, next.code)).status).toBe(200);
      await shop.settle();
      expect((await shop.mails(anna)).map(({ subject }) => subject)).toContain('Zweiter Faktor ausgeschaltet');
      expect(await audits(shop)).toContain('TotpDisabled');
    },
  );

  test('is refused when there is no second factor', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const answer = await post(person, '/api/auth/totp/disable', { code: '123456' });
    expect([answer.status, answer.body.details?.reason]).toEqual([401, 'notEnabled']);
  });
});

describe('a login by the pages', () => {
  test('continues with the second factor, then with the requested page', async () => {
    const shop = await testShop();
    const { secret } = await loginWithFactor(shop, anna);
    const browser = shop.visitor();
    const first = await showMailedCode(shop, browser, anna, '/settings');
    expect([first.status, first.headers.get('location')]).toEqual([303, '/auth/totp']);
    const line = first.headers.getSetCookie().find((cookie) => cookie.startsWith('login-step=')) ?? '';
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; SameSite=Lax/);
    expect(browser.cookies.has('session')).toBe(false);
    const page = await browser.fetch('/auth/totp');
    expect(await page.text()).toMatch(/autocomplete="one-time-code"/i);
    for (const [code, expected] of [
      ['', 'Bitte gib den Code ein'],
      [invalidCode(shop, secret), 'stimmt nicht'],
    ] as const) {
      const answer = await browser.form('/auth/totp', { code });
      expect(answer.status).toBe(400);
      const again = await answer.text();
      expect(again).toContain(expected);
      if (code) expect(again).not.toContain(`value="${code}"`);
    }
    const code = authenticatorCode(shop, secret);
    const done = await browser.form('/auth/totp', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/settings']);
    expect((await browser.fetch('/settings')).status).toBe(200);
    expect(browser.cookies.has('login-step')).toBe(false);
  });

  test('locks after five wrong codes and says for how long', async () => {
    const shop = await testShop();
    const { secret } = await loginWithFactor(shop, anna);
    const browser = shop.visitor();
    await showMailedCode(shop, browser, anna);
    for (let n = 0; n < 5; n++) await browser.form('/auth/totp', { code: invalidCode(shop, secret) });
    const locked = await browser.form('/auth/totp', { code: authenticatorCode(shop, secret) });
    expect(locked.status).toBe(429);
    const minutesLeft = Math.ceil(Number(locked.headers.get('retry-after')) / 60);
    expect(await locked.text()).toContain(`Warte bitte ${minutesLeft} Minuten`);
    expect(browser.cookies.has('session')).toBe(false);
  });

  test('waits ten minutes in the browser that began it, and is valid once', async () => {
    const shop = await testShop();
    const { secret, recoveryCodes: codes } = await loginWithFactor(shop, anna);
    const away = async (who: Caller, code: string) => {
      const answer = await who.form('/auth/totp', { code });
      return [answer.status, answer.headers.get('location')];
    };
    const browser = shop.visitor();
    await showMailedCode(shop, browser, anna);
    const another = shop.visitor();
    expect(await away(another, authenticatorCode(shop, secret))).toEqual([303, '/auth?notice=unauthorized']);
    expect((await another.fetch('/auth/totp')).headers.get('location')).toBe('/auth');
    another.cookies.set('login-step', (await shop.deps.read.select().from(pendingLogins))[0]?.id ?? '');
    expect((await another.fetch('/auth/totp')).headers.get('location')).toBe('/auth');

    const copy = shop.visitor();
    copy.cookies.set('login-step', browser.cookies.get('login-step') ?? '');
    expect(await away(browser, authenticatorCode(shop, secret))).toEqual([303, '/settings']);
    expect(await away(copy, codes[0] ?? '')).toEqual([303, '/auth?notice=unauthorized']);

    const slow = shop.visitor();
    await showMailedCode(shop, slow, anna);
    shop.clock.advance(minutes(10));
    expect(await away(slow, codes[0] ?? '')).toEqual([303, '/auth?notice=unauthorized']);
    const stored = await shop.deps.read.select().from(recoveryCodes);
    expect(stored.filter(({ usedAt }) => usedAt !== null)).toEqual([]);
  });

  test('succeeds for one of two concurrent answers, without losing a recovery code', async () => {
    const shop = await testShop();
    const { recoveryCodes: codes } = await loginWithFactor(shop, anna);
    const browser = shop.visitor();
    await showMailedCode(shop, browser, anna);
    const copies = [0, 1].map(() => {
      const copy = shop.visitor();
      copy.cookies.set('login-step', browser.cookies.get('login-step') ?? '');
      return copy;
    });
    const answers = await Promise.all(copies.map((copy, n) => copy.form('/auth/totp', { code: codes[n] ?? '' })));
    expect(answers.filter((answer) => answer.headers.get('location') === '/settings')).toHaveLength(1);
    const used = await shop.deps.read.select().from(recoveryCodes);
    expect(used.filter(({ usedAt }) => usedAt !== null)).toHaveLength(1);
  });

  test('without a second factor needs none, and the mailed code is used up before it', async () => {
    const shop = await testShop();
    const plain = shop.visitor();
    const done = await showMailedCode(shop, plain, 'berta@example.test', '/settings');
    expect(done.headers.get('location')).toBe('/settings');
    await loginWithFactor(shop, anna);
    const browser = shop.visitor();
    await showMailedCode(shop, browser, anna);
    const [code] = await shop.deps.read
      .select()
      .from(loginCodes)
      .where(eq(loginCodes.email, anna))
      .then((rows) => rows.slice(-1));
    expect(code?.usedAt).not.toBeNull();
  });

  test('deletes logins that were not completed', async () => {
    const shop = await testShop();
    await loginWithFactor(shop, anna);
    await showMailedCode(shop, shop.visitor(), anna);
    shop.clock.advance(minutes(10));
    const { accountsModule } = await import('../index.ts');
    for (const job of accountsModule.jobs?.(shop.deps) ?? []) await job.run();
    expect(await shop.deps.read.select().from(pendingLogins)).toEqual([]);
  });
});

describe('a super admin', () => {
  async function superAdmin(demo: boolean) {
    const shop = await testShop({ demo });
    const person = await shop.login('boss@example.test', { superAdmin: true });
    return { shop, person };
  }

  test('sets up a second factor before any page of the management opens', async () => {
    const { shop, person } = await superAdmin(false);
    for (const path of ['/admin', '/admin/orders?page=2', '/admin/users']) {
      const led = await person.fetch(path);
      expect([path, led.status, led.headers.get('location')]).toEqual([path, 303, '/settings/security/totp']);
    }
    expect((await person.form('/admin/events/new', {})).headers.get('location')).toBe('/settings/security/totp');
    const page = await (await person.fetch('/settings/security/totp')).text();
    expect(page).toContain('Als Super-Admin brauchst du einen zweiten Faktor');
    const { body } = await person.json<{ secret: string }>('POST', '/api/auth/totp/generate');
    await post(person, '/api/auth/totp/enable', { code: authenticatorCode(shop, body.secret) });
    expect((await person.fetch('/admin/users')).status).toBe(200);
  });

  test('of the demo, and other users, need none', async () => {
    const { person, shop } = await superAdmin(true);
    expect((await person.fetch('/admin/users')).status).toBe(200);
    const visitor = await shop.login('anna@example.test');
    expect(await (await visitor.fetch('/settings/security/totp')).text()).not.toContain('Als Super-Admin');
  });
});

test('dropping a secret of the installation removes the factors that cannot be opened', async () => {
  const shop = await testShop();
  const { userId } = (await shop.deps.findViewer((await shop.login(anna)).cookies.get('session') ?? '')) ?? {
    userId: 0,
  };
  await shop.login('ben@example.test');
  const former = makeSigner('the former secret of the shop');
  const row = {
    sealedSecret: sealTotpSecret(former, userId, 'GEZDGNBVGY3TQOJQ'),
    createdAt: shop.clock(),
    lastStep: 0,
  };
  await shop.deps.write(({ tx, now }) => tx.insert(totps).values({ userId, ...row, enabledAt: now }));
  const { browser, code } = await requestCode(shop);
  const refused = await logIn(browser, code, '123456');
  expect([refused.status, refused.body.code]).toEqual([401, 'INVALID_TOTP_CODE']);
  const remove = () => shop.deps.write((work) => removeUnreadableFactors(work, shop.deps.signer));
  expect([await remove(), await remove()]).toEqual([1, 0]);
  expect((await audits(shop)).at(-1)).toBe('TotpDisabled');
  await shop.settle();
  expect((await shop.mails(anna))[0]?.subject).toBe('Zweiter Faktor ausgeschaltet');
  const again = await requestCode(shop);
  expect((await logIn(again.browser, again.code)).status).toBe(200);
});

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { minutes } from '#src/kernel/time.ts';
import { providerKinds, type SimulatedName } from '#tests/support/openid-provider.ts';
import { testShop } from '#tests/support/shop.ts';
import { atProvider, codeOf, comeBack, enterMailedCode, loginBy, shopWithProviders } from '../providers/testing.ts';
import { identities, providerLogins, sessions, users } from '../schema.ts';

const names = Object.keys(providerKinds) as SimulatedName[];
const anna = 'anna@startblock.example';
type Refused = { code: string; details: Record<string, unknown> };

describe('a whole login', () => {
  test.each(['google', 'apple', 'moped', 'risi'] as const)('by %s ends at the wanted page', async (name) => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    expect(await loginBy(who, name, {}, '/settings?x=1')).toBe('/settings?x=1');
    expect((await who.fetch('/settings')).status).toBe(200);
    const { body } = await who.json<{ userData: object }>('GET', '/api/settings');
    expect(body.userData).toMatchObject({
      email: anna,
      firstname: 'Anna',
      lastname: 'Gruber',
      birthDate: name === 'apple' ? null : '1990-05-17',
    });
    expect(await shop.deps.read.select().from(sessions)).toMatchObject([{ provider: name, level: 'verified' }]);
    expect(who.cookies.has('login-browser')).toBe(false);
  });

  test.each(['facebook', 'bku'] as const)('by %s asks for a code once, and then no more', async (name) => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    expect(await loginBy(who, name)).toBe('/auth?to=%2Fsettings');
    const page = await (await who.fetch('/auth?to=%2Fsettings')).text();
    expect(page).toContain('Bestätige deine E-Mail-Adresse');
    expect(page.includes(`value="${anna}"`)).toBe(name === 'facebook');
    expect((await who.fetch('/settings')).status).toBe(303);
    expect(await enterMailedCode(shop, who, anna)).toBe('/settings');
    const { body } = await who.json<{ userData: object }>('GET', '/api/settings');
    expect(body.userData).toMatchObject({ email: anna, firstname: 'Anna' });
    expect(await loginBy(shop.visitor(), name)).toBe('/settings');
  });

  test('Facebook with a discovery document speaks OpenID Connect', async () => {
    const { shop, simulator } = await shopWithProviders({ kinds: { facebook: 'openid' } });
    expect(await loginBy(shop.visitor(), 'facebook')).toBe('/settings');
    expect(simulator.requests.some((path) => path.startsWith('/facebook/token'))).toBe(true);
  });

  test('Facebook without an address asks again for it, or takes the code', async () => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const path = await loginBy(who, 'facebook', { share: '' });
    expect(codeOf(path)).toBe('OAUTH_INSUFFICIENT_PERMISSIONS');
    const html = (await (await who.fetch(path)).text()).replaceAll('&amp;', '&');
    const again = /href="(\/auth\/with\/facebook\?[^"]+)"/.exec(html)?.[1] ?? '';
    const retry = await who.fetch(again);
    expect(new URL(retry.headers.get('location') ?? '').searchParams.get('auth_type')).toBe('rerequest');
    expect(await enterMailedCode(shop, who, 'berta@example.test')).toBe('/settings');
    expect(await loginBy(shop.visitor(), 'facebook', { share: '' })).toBe('/settings');
  });

  test.each(names)('%s gets the expected parameters', async (name) => {
    const { shop } = await shopWithProviders();
    const started = await shop.visitor({ acceptLanguage: 'en' }).fetch(`/auth/with/${name}`);
    const query = Object.fromEntries(new URL(started.headers.get('location') ?? '').searchParams);
    const scopes = { facebook: 'email,public_profile', bku: 'openid profile', apple: 'openid name email' };
    expect(query).toMatchObject({
      response_type: 'code',
      redirect_uri: `http://shop.test/auth/callback/${name}`,
      scope: name in scopes ? scopes[name as keyof typeof scopes] : 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(query.response_mode).toBe(name === 'apple' ? 'form_post' : undefined);
    if (name !== 'facebook') expect(query).toMatchObject({ code_challenge_method: 'S256', ui_locales: 'en-US' });
    const [request] = await shop.deps.read.select().from(providerLogins);
    expect(Object.values(request ?? {})).not.toContain(query.state);
  });
});

describe('what a provider may do wrong', () => {
  test.each([
    ['wrongNonce'],
    ['expiredToken'],
    ['fromTheFuture'],
    ['wrongAudience'],
    ['wrongIssuer'],
    ['unknownKey'],
    ['unsigned'],
    ['sharedSecret'],
    ['noToken'],
  ] as const)('%s is no login', async (fault) => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const path = await loginBy(who, 'google', { fault });
    expect([codeOf(path), path]).toEqual([
      'OAUTH_ERROR',
      '/auth/external/error?code=OAUTH_ERROR&provider=google&to=%2Fsettings',
    ]);
    expect(who.cookies.has('session')).toBe(false);
    expect(await shop.deps.read.select().from(users)).toEqual([]);
  });

  test.each([
    ['google', 'cancel', 'OAUTH_ERROR_USER_CANCEL'],
    ['apple', 'cancel', 'OAUTH_ERROR_USER_CANCEL'],
    ['facebook', 'cancel', 'OAUTH_ERROR_USER_CANCEL'],
    ['google', 'error', 'OAUTH_ERROR'],
    ['apple', 'error', 'OAUTH_ERROR'],
    ['facebook', 'error', 'OAUTH_ERROR'],
  ] as const)('%s: %s is reported as %s, with two ways to continue', async (name, answer, code) => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const path = await loginBy(who, name, { answer });
    expect(codeOf(path)).toBe(code);
    const html = (await (await who.fetch(path)).text()).replaceAll('&amp;', '&');
    expect(html).toContain(`href="/auth/with/${name}?to=%2Fsettings"`);
    expect(html).toContain('href="/auth?to=%2Fsettings"');
  });

  test.each(['user_cancelled_authorize', 'user_denied', 'access_denied'])('%s is a cancel, too', async (error) => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const started = await who.fetch('/auth/with/google');
    const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const answer = await who.fetch(`/auth/callback/google?${new URLSearchParams({ state, error })}`);
    expect(codeOf(answer.headers.get('location') ?? '')).toBe('OAUTH_ERROR_USER_CANCEL');
  });

  test('does not answer: before the request and after it', async () => {
    const { shop, simulator } = await shopWithProviders();
    const who = shop.visitor();
    const network = shop.deps.fetch;
    shop.deps.fetch = async () => {
      throw new DOMException('too long', 'TimeoutError');
    };
    const none = await who.fetch('/auth/with/google?to=/orders');
    expect(none.headers.get('location')).toBe('/auth/external/error?code=OAUTH_ERROR&provider=google&to=%2Forders');
    const call = await who.json<Refused>('GET', '/api/auth/auth-url?type=login&client=web&provider=google');
    expect([call.status, call.body.code]).toEqual([401, 'OAUTH_ERROR']);
    shop.deps.fetch = network;
    const started = await who.fetch('/auth/with/google');
    const back = await atProvider(started.headers.get('location') ?? '');
    await simulator.stop();
    expect(codeOf(await comeBack(who, back))).toBe('OAUTH_ERROR');
  });

  test('a code of a minute ago is refused by the provider', async () => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const started = await who.fetch('/auth/with/google');
    const back = await atProvider(started.headers.get('location') ?? '');
    shop.clock.advance(minutes(1));
    expect(codeOf(await comeBack(who, back))).toBe('OAUTH_ERROR');
  });
});

describe('the state', () => {
  async function cameBack(name: SimulatedName = 'google') {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const started = await who.fetch(`/auth/with/${name}?to=/settings`);
    return { shop, who, back: await atProvider(started.headers.get('location') ?? '') };
  }

  test('is valid once', async () => {
    const { who, back } = await cameBack();
    const browser = who.cookies.get('login-browser') ?? '';
    expect(await comeBack(who, back)).toBe('/settings');
    who.cookies.set('login-browser', browser);
    expect(codeOf(await comeBack(who, back))).toBe('INVALID_STATE');
  });

  test('of two concurrent requests one wins', async () => {
    const { who, back } = await cameBack();
    const ends = await Promise.all([comeBack(who, back), comeBack(who, back)]);
    expect(ends.map((path) => codeOf(path) ?? path).sort()).toEqual(['/settings', 'INVALID_STATE']);
  });

  test.each(['google', 'apple'] as const)('of %s is valid in its own browser only', async (name) => {
    const { shop, who, back } = await cameBack(name);
    const thief = shop.visitor();
    expect(codeOf(await comeBack(thief, back))).toBe('INVALID_REDIRECT_STATE');
    await thief.fetch('/auth/with/google');
    expect(codeOf(await comeBack(thief, back))).toBe('INVALID_REDIRECT_STATE');
    expect(thief.cookies.has('session')).toBe(false);
    expect(await comeBack(who, back)).toBe('/settings');
  });

  test('ends after ten minutes', async () => {
    const { shop, who, back } = await cameBack();
    shop.clock.advance(minutes(10));
    expect(codeOf(await comeBack(who, back))).toBe('INVALID_STATE');
  });

  test('belongs to its provider', async () => {
    const { who, back } = await cameBack();
    back.url.pathname = '/auth/callback/moped';
    expect(codeOf(await comeBack(who, back))).toBe('INVALID_STATE');
  });

  test.each(['', 'x', '../../etc/passwd', "' or 1=1 --", 'ü'.repeat(3000)])(
    '%# that nobody gave is refused',
    async (state) => {
      const { shop } = await shopWithProviders();
      const answer = await shop.visitor().fetch(`/auth/callback/google?${new URLSearchParams({ state, code: 'x' })}`);
      expect(codeOf(answer.headers.get('location') ?? '')).toBe('INVALID_STATE');
    },
  );

  test('of two tabs completes both logins', async () => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const begun = [await who.fetch('/auth/with/google?to=/orders'), await who.fetch('/auth/with/moped?to=/settings')];
    const backs = [];
    for (const request of begun) backs.push(await atProvider(request.headers.get('location') ?? ''));
    const browser = who.cookies.get('login-browser') ?? '';
    for (const [index, to] of ['/orders', '/settings'].entries()) {
      who.cookies.set('login-browser', browser);
      expect(await comeBack(who, backs[index] as (typeof backs)[number])).toBe(to);
    }
  });
});

describe('a login never leads elsewhere', () => {
  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/auth?to=/auth', '/\tevil'])(
    '%s',
    async (to) => {
      const { shop } = await shopWithProviders();
      expect(await loginBy(shop.visitor(), 'google', {}, to)).toBe('/');
      const page = await shop.visitor().fetch(`/auth/external/success?to=${encodeURIComponent(to)}`);
      expect([page.status, page.headers.get('location')]).toEqual([303, '/']);
    },
  );

  test('and the result page shows no unknown input', async () => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const query = new URLSearchParams({ code: 'EVIL_CODE', provider: 'evil-provider', to: '//evil.test' });
    const answer = await who.fetch(`/auth/external/whatever?${query}`);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('Du bist nicht eingeloggt.');
    expect(html).not.toMatch(/evil/i);
    const known = await (await who.fetch('/auth/external/error?code=INVALID_STATE&lang=en-us')).text();
    expect(known).toContain('This login has expired');
  });
});

describe('GET /api/auth/auth-url', () => {
  const url = (provider: string, rest = '') => `/api/auth/auth-url?type=login&client=web&provider=${provider}${rest}`;

  test.each(names)('leads to %s and binds the browser', async (name) => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    const { status, body } = await who.json<{ url: string }>('GET', url(name, '&to=/orders'));
    expect(status).toBe(200);
    expect(who.cookies.get('login-browser')).toMatch(/^[\w-]{43}$/);
    const path = await comeBack(who, await atProvider(body.url));
    expect(path).toBe(name === 'facebook' || name === 'bku' ? '/auth?to=%2Forders' : '/orders');
  });

  test('knows the logins without provider', async () => {
    const { shop } = await shopWithProviders();
    const guest = shop.visitor();
    for (const way of ['local', 'passwordreset']) {
      const { body } = await guest.json('GET', url(way, '&to=/orders'));
      expect(body).toEqual({ url: 'http://shop.test/auth?to=%2Forders' });
    }
    for (const who of [guest, await shop.login(anna)]) {
      const refused = await who.json<Refused>('GET', url('provider-impersonate'));
      expect([refused.status, refused.body.code]).toEqual([403, 'NO_PERMISSION']);
    }
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    const { body } = await admin.json('GET', url('provider-impersonate'));
    expect(body).toEqual({ url: 'http://shop.test/admin/users' });
  });

  test('refuses disabled, unknown and unrequested providers', async () => {
    const shop = await testShop({ demo: false });
    const who = shop.visitor();
    for (const name of names) {
      const off = await who.json<Refused>('GET', url(name));
      expect([name, off.status, off.body.code]).toEqual([name, 404, 'NOT_FOUND']);
      expect((await who.fetch(`/auth/with/${name}`)).status).toBe(404);
      expect((await who.fetch(`/auth/callback/${name}?state=x&code=x`)).status).toBe(404);
    }
    for (const query of [
      'provider=myspace',
      'provider=',
      '',
      'type=logout&provider=local',
      'client=app&provider=local',
    ]) {
      const refused = await who.json<Refused>('GET', `/api/auth/auth-url?${query}`);
      expect([query, refused.status, refused.body.code]).toEqual([query, 400, 'VALIDATION_FAILED']);
    }
    expect((await who.fetch('/auth/with/myspace')).status).toBe(404);
  });

  test('is limited by network', async () => {
    const { shop } = await shopWithProviders();
    const who = shop.visitor();
    for (let n = 0; n < 60; n++) expect((await who.json('GET', url('google'))).status).toBe(200);
    expect((await who.json<Refused>('GET', url('google'))).body.code).toBe('TOO_MANY_REQUESTS');
  });
});

test('in demo mode the built-in providers answer without a network, and only there', async () => {
  const shop = await testShop();
  const who = shop.visitor();
  const page = await (await who.fetch('/auth?to=/settings')).text();
  expect(page).toContain('Test-Login');
  expect(page).not.toContain('<script');
  const started = await who.fetch('/auth/with/google?to=/settings');
  const url = new URL(started.headers.get('location') ?? '');
  expect(url.href).toMatch(/^http:\/\/shop\.test\/dev\/openid\/google\/authorize\?/);
  const form = await who.fetch(url.pathname + url.search);
  expect(await form.text()).toContain('kein echter Anbieter');
  const chosen = await who.form(url.pathname, {
    ...Object.fromEntries(url.searchParams),
    person: 'anna',
    share: 'email',
    answer: 'allow',
  });
  const back = new URL(chosen.headers.get('location') ?? '');
  expect((await who.fetch(back.pathname + back.search)).headers.get('location')).toBe('/settings');
  const real = await testShop({ demo: false });
  expect((await real.visitor().fetch(url.pathname + url.search)).status).toBe(404);
});

test('old requests are deleted', async () => {
  const { shop } = await shopWithProviders();
  await shop.visitor().fetch('/auth/with/google');
  await loginBy(shop.visitor(), 'bku');
  shop.clock.advance(minutes(16));
  await shop.settle();
  expect(await shop.deps.read.select().from(providerLogins)).toEqual([]);
  expect(await shop.deps.read.select().from(identities).where(eq(identities.provider, 'bku'))).toEqual([]);
});

test('doctor asks every provider', async () => {
  const { shop, simulator } = await shopWithProviders();
  const findings = async () =>
    (await shop.shop.doctor())
      .filter(({ name }) => name.startsWith('login provider'))
      .map(({ name, ok }) => [name, ok]);
  expect(await findings()).toEqual(
    ['google', 'facebook', 'apple', 'moped', 'bku', 'risi'].map((name) => [`login provider ${name}`, true]),
  );
  await simulator.stop();
  expect((await findings()).every(([, ok]) => ok === false)).toBe(true);
  const none = await testShop({ demo: false });
  expect(await none.shop.doctor()).toContainEqual({ name: 'login providers', ok: true, note: 'off' });
});

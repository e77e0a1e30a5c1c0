import { describe, expect, test } from 'vitest';
import { minutes } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { enterMailedCode, shopWithProviders } from '../providers/testing.ts';
import { users } from '../schema.ts';

const anna = 'anna@startblock.example';
type Answer = { userData: object; userSettings: object; code: string; details: { next?: string } };
const claims = {
  sub: 'g-1',
  email: anna,
  email_verified: true,
  hd: 'startblock.example',
  given_name: 'Anna',
  family_name: 'Gruber',
};

async function onLoginPage() {
  const { shop, simulator } = await shopWithProviders();
  const who = shop.visitor();
  const page = await who.fetch('/auth?to=/orders');
  return { shop, google: simulator.provider('google'), simulator, who, page, nonce: nonceOf(who) };
}
const nonceOf = (who: Caller) => who.cookies.get('one-tap-nonce') ?? '';
const send = (who: Caller, credential: unknown, rest: object = {}, headers: Record<string, string> = {}) =>
  who.json<Answer>('POST', '/api/auth/google/login-via-one-tap', { credential, ...rest }, headers);

describe('the credential of One Tap', () => {
  test('logs in like the other calls', async () => {
    const { who, google, nonce } = await onLoginPage();
    const { status, body } = await send(who, await google.idToken({ ...claims, nonce }, 'none'));
    expect(status).toBe(200);
    expect(body).toEqual({
      userData: expect.objectContaining({ email: anna, firstname: 'Anna', lastname: 'Gruber' }),
      userSettings: { role: 'user', language: 'de', termsOfUseAccepted: false },
    });
    expect((await who.fetch('/settings')).status).toBe(200);
    expect(who.cookies.has('one-tap-nonce')).toBe(false);
  });

  test.each([
    'wrongNonce',
    'expiredToken',
    'fromTheFuture',
    'wrongAudience',
    'wrongIssuer',
    'unknownKey',
    'unsigned',
    'sharedSecret',
  ] as const)('with %s is refused', async (fault) => {
    const { shop, who, google, nonce } = await onLoginPage();
    const { status, body } = await send(who, await google.idToken({ ...claims, nonce }, fault));
    expect([status, body.code]).toEqual([401, 'OAUTH_ERROR']);
    expect(who.cookies.has('session')).toBe(false);
    expect(await shop.deps.read.select().from(users)).toEqual([]);
  });

  test('is refused without a nonce, with that of another browser, when changed, and when malformed', async () => {
    const { shop, who, google, nonce } = await onLoginPage();
    const credential = await google.idToken({ ...claims, nonce }, 'none');
    const without = await google.idToken(claims, 'none');
    const other = shop.visitor();
    await other.fetch('/auth');
    const [head, payload, signature] = credential.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, nonce, email: 'admin@example.test' })).toString(
      'base64url',
    );
    for (const [caller, sent] of [
      [shop.visitor(), credential],
      [other, credential],
      [who, without],
      [who, `${head}.${changed}.${signature}`],
      [who, `${head}.${payload}.`],
      [who, 'not.a.token'],
      [who, 'x'],
    ] as const) {
      expect((await send(caller, sent)).body.code).toBe('OAUTH_ERROR');
    }
    for (const sent of ['', null, 7, {}, 'x'.repeat(10_001)]) {
      expect((await send(who, sent)).body.code).toBe('VALIDATION_FAILED');
    }
    expect((await send(who, credential, {}, { origin: 'https://evil.test' })).body.code).toBe('INVALID_CSRF_TOKEN');
    expect((await send(who, credential)).status).toBe(200);
  });

  test('is accepted for a minute after its expiry, and no longer', async () => {
    const { shop, who, google, nonce } = await onLoginPage();
    const credential = await google.idToken({ ...claims, nonce }, 'none');
    shop.clock.advance(minutes(11) + 1000);
    expect((await send(who, credential)).body.code).toBe('OAUTH_ERROR');
    shop.clock.advance(-2000);
    expect((await send(who, credential)).status).toBe(200);
  });

  test('with an unproven address continues with a mailed code', async () => {
    const { shop, who, google, nonce } = await onLoginPage();
    const plain = { ...claims, email_verified: false };
    const refused = await send(who, await google.idToken({ ...plain, nonce }, 'none'), { to: '/orders' });
    expect([refused.status, refused.body.code, refused.body.details.next]).toEqual([
      403,
      'OAUTH_INSUFFICIENT_PERMISSIONS',
      '/auth?to=%2Forders',
    ]);
    expect(await enterMailedCode(shop, who, anna, '/orders')).toBe('/orders');
    await who.form('/auth/logout', {});
    await who.fetch('/auth');
    const again = await google.idToken({ ...plain, nonce: nonceOf(who) }, 'none');
    expect((await send(who, again)).status).toBe(200);
  });

  test('is refused when Google is off or the account is deleted', async () => {
    const off = await testShop({ demo: false });
    expect((await send(off.visitor(), 'x')).body.code).toBe('NOT_FOUND');
    const { shop, who, google, nonce } = await onLoginPage();
    const credential = await google.idToken({ ...claims, nonce }, 'none');
    await send(who, credential);
    await shop.deps.write(({ tx, now }) => tx.update(users).set({ deletedAt: now }));
    const later = shop.visitor();
    later.cookies.set('one-tap-nonce', nonce);
    expect((await send(later, credential)).body.code).toBe('OAUTH_ERROR');
  });
});

test('only the login page of a shop with Google may load its script, and does so on a click', async () => {
  const { page, simulator, who } = await onLoginPage();
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`script-src 'self' ${simulator.issuer('google')}/gsi/client;`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  const html = await page.text();
  expect(html).toContain('data-island="OneTap"');
  expect(html).not.toMatch(/<script[^>]+gsi/);
  const home = await who.fetch('/support');
  expect(home.headers.get('content-security-policy')).not.toContain('gsi');
  expect(home.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  const withoutGoogle = await shopWithProviders({ kinds: { bku: 'openid' } });
  const plain = await withoutGoogle.shop.visitor().fetch('/auth');
  expect(plain.headers.get('content-security-policy')).not.toContain('gsi');
  const text = await plain.text();
  expect(text).not.toContain('<script');
  expect(text.length).toBeLessThan(10 * 1024);
});

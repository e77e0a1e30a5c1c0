import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { minutes } from '#src/kernel/time.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';
import { enterMailedCode, loginBy, shopWithProviders } from '../providers/testing.ts';
import { identities } from '../schema.ts';

const anna = 'anna@startblock.example';

async function withAuthenticator() {
  const { shop, simulator } = await shopWithProviders();
  const owner = await shop.login(anna);
  const { body } = await owner.json<{ secret: string }>('POST', '/api/auth/totp/generate');
  const code = () => generateSync({ secret: body.secret, epoch: Math.floor(shop.clock() / 1000) });
  const enabled = await owner.json('POST', '/api/auth/totp/enable', { code: code() });
  expect(enabled.status).toBeLessThan(300);
  shop.clock.advance(minutes(1));
  return { shop, simulator, code };
}
const joined = async (shop: TestShop) => (await shop.deps.read.select().from(identities)).length;
const isLoggedIn = async (who: Caller) => (await who.fetch('/settings')).status === 200;

test('a provider is the first factor only', async () => {
  const { shop, code } = await withAuthenticator();
  const who = shop.visitor();
  expect(await loginBy(who, 'google')).toBe('/auth/totp');
  expect(await isLoggedIn(who)).toBe(false);
  const done = await who.form('/auth/totp', { code: code() });
  expect(done.headers.get('location')).toBe('/settings');
  expect(await isLoggedIn(who)).toBe(true);
});

test('One Tap goes on to the second factor', async () => {
  const { shop, simulator, code } = await withAuthenticator();
  const who = shop.visitor();
  await who.fetch('/auth');
  const credential = await simulator.provider('google').idToken(
    {
      sub: 'g-1',
      email: anna,
      email_verified: true,
      hd: 'startblock.example',
      nonce: who.cookies.get('one-tap-nonce'),
    },
    'none',
  );
  const refused = await who.json<{ code: string; details: object }>('POST', '/api/auth/google/login-via-one-tap', {
    credential,
    to: '/settings',
  });
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    401,
    'INVALID_TOTP_CODE',
    { next: '/auth/totp' },
  ]);
  expect(await isLoggedIn(who)).toBe(false);
  const done = await who.form('/auth/totp', { code: code() });
  expect(done.headers.get('location')).toBe('/settings');
});

test('an identity joins by a mailed code only after the second factor', async () => {
  const { shop, code } = await withAuthenticator();
  const who = shop.visitor();
  await loginBy(who, 'bku');
  expect(await enterMailedCode(shop, who, anna)).toBe('/auth/totp');
  expect(await joined(shop)).toBe(0);
  expect((await who.form('/auth/totp', { code: code() })).headers.get('location')).toBe('/settings');
  expect(await joined(shop)).toBe(1);
});

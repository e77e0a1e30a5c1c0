import { describe, expect, test } from 'vitest';
import { minutes } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { authenticatorCode, loginWithFactor, mailedCode } from '../testing.ts';
import { findOrCreateUser } from '../users/users.ts';

const anna = 'anna@example.test';
type Sent = { needsCode: boolean; needsTotp: boolean };
const none = { language: null };
const ask = (who: Caller, email = anna) => who.json<Sent>('POST', '/api/auth/code/send-mail', { email });
const logIn = (who: Caller, code: string, email = anna, totpCode?: string) =>
  who.json('POST', '/api/auth/code/login', { email, code, totpCode });

async function leave(person: Caller): Promise<Caller> {
  await person.json('POST', '/api/auth/logout');
  return person;
}
describe('a known device', () => {
  test('is the only client that learns about the second factor', async () => {
    const shop = await testShop();
    const { person } = await loginWithFactor(shop, anna);
    expect((await ask(person)).body).toEqual({ needsCode: true, needsTotp: true });
    const device = await leave(person);
    expect(device.cookies.has('session')).toBe(false);
    expect((await ask(device)).body).toEqual({ needsCode: true, needsTotp: true });
    const toStranger = (await ask(shop.visitor())).body;
    expect(toStranger).toEqual({ needsCode: true, needsTotp: false });
    expect((await ask(shop.visitor(), 'nobody@example.test')).body).toEqual(toStranger);
    expect((await ask(device, 'nobody@example.test')).body).toEqual(toStranger);
  });

  test('is not known for an unproven address or another account', async () => {
    const shop = await testShop();
    await loginWithFactor(shop, anna);
    const guest = shop.visitor();
    await guest.json('POST', '/api/auth/code/unauthenticated-login', { email: anna, eventId: 1 });
    expect((await ask(guest)).body.needsTotp).toBe(false);
    const berta = await shop.login('berta@example.test');
    expect((await ask(berta)).body.needsTotp).toBe(false);
  });

  test('is identified by an HTTP-only, signed cookie that grants no access', async () => {
    const shop = await testShop();
    const visitor = shop.visitor();
    await ask(visitor);
    const { headers } = await logIn(visitor, await mailedCode(shop, anna));
    const line = headers.getSetCookie().find((cookie) => cookie.startsWith('known-device=')) ?? '';
    expect(line).toMatch(/; Max-Age=31536000/);
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; SameSite=Lax/);
    const cookie = visitor.cookies.get('known-device') ?? '';
    const thief = shop.visitor();
    thief.cookies.set('known-device', cookie);
    expect((await thief.json('GET', '/api/settings')).status).toBe(401);
    await loginWithFactor(shop, anna);
    expect((await ask(thief)).body.needsTotp).toBe(true);
    for (const forged of [
      `999.${cookie.slice(1)}`,
      `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`,
      `.${cookie}`,
      '~~~',
      'x'.repeat(3000),
      '1.',
    ]) {
      shop.clock.advance(minutes(10));
      const forger = shop.visitor();
      forger.cookies.set('known-device', forged);
      expect([forged, (await ask(forger)).body]).toEqual([forged, { needsCode: true, needsTotp: false }]);
    }
  });

  test('remembers the last five people who used it', async () => {
    const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
    const shared = shop.visitor();
    const entries: string[] = [];
    for (let n = 1; n <= 6; n++) {
      const email = `runner${n}@example.test`;
      entries.unshift((await shop.login(email)).cookies.get('known-device') ?? '');
      await ask(shared, email);
      await logIn(shared, await mailedCode(shop, email), email);
      await leave(shared);
    }
    expect((shared.cookies.get('known-device') ?? '').split('~')).toEqual(entries.slice(0, 5));
  });

  test('is identified by a cookie without account id; older cookies still work', async () => {
    const shop = await testShop();
    for (let n = 0; n < 41; n++) await shop.deps.write((work) => findOrCreateUser(work, `x${n}@example.test`, none));
    const { person } = await loginWithFactor(shop, anna);
    const cookie = person.cookies.get('known-device') ?? '';
    expect(cookie).toMatch(/^[\w-]{43}$/);
    const ofBefore = shop.visitor();
    ofBefore.cookies.set('known-device', `42.${cookie}`);
    expect((await ask(ofBefore)).body.needsTotp).toBe(true);
    ofBefore.cookies.set('known-device', `43.${cookie}~${cookie.replace(/^./, '~')}`);
    expect((await ask(ofBefore)).body.needsTotp).toBe(true);
  });

  test('gets its short code although strangers used up those of the address', async () => {
    const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
    const device = await leave(await shop.login(anna));
    for (let n = 0; n < 7; n++) expect((await ask(shop.visitor())).status).toBe(200);
    expect((await shop.mails(anna))[0]?.text).toMatch(/^\d{16}$/m);
    expect((await ask(device)).status).toBe(200);
    expect((await shop.mails(anna))[0]?.text).toMatch(/^\d{6}$/m);
    expect((await logIn(device, await mailedCode(shop, anna))).status).toBe(200);
  });

  test('has its own limit', async () => {
    const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
    const device = await leave(await shop.login(anna));
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await ask(device)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('needs both factors', async () => {
    const shop = await testShop();
    const { person, secret } = await loginWithFactor(shop, anna);
    const device = await leave(person);
    await ask(device);
    const code = await mailedCode(shop, anna);
    expect((await logIn(device, code)).status).toBe(401);
    expect((await logIn(device, code, anna, authenticatorCode(shop, secret))).status).toBe(200);
  });
});

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hours, minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { loginCodes } from '../schema.ts';
import { mailedCode } from '../testing.ts';

const anna = 'anna@example.test';
const ask = (who: Caller, email = anna) => who.json('POST', '/api/auth/code/send-mail', { email });
const logIn = (who: Caller, code: string, email = anna) =>
  who.json<{ code: string }>('POST', '/api/auth/code/login', { email, code });
const otherThan = (...codes: string[]) =>
  ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code)) ?? '';
const newestMail = async (shop: TestShop) => (await shop.mails(anna))[0]?.text ?? '';
const longCodeIn = (text: string) => /^\d{16}$/m.exec(text)?.[0] ?? '';

let networks = 0;
const stranger = (shop: TestShop) => {
  networks += 1;
  return shop.visitor({ address: `198.18.${networks >> 8}.${networks & 255}` });
};
async function requestOnPage(shop: TestShop, who: Caller): Promise<string> {
  const answer = await who.form('/auth', { email: anna, to: '/settings', way: 'code' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/enter-code?to=%2Fsettings']);
  return mailedCode(shop, anna);
}
const enter = (who: Caller, code: string) => who.form('/enter-code', { code, to: '/settings' });

describe('the code of a browser', () => {
  test('is not locked out by wrong codes from other clients, however many', async () => {
    const shop = await testShop();
    const owner = shop.visitor({ address: '192.0.2.7' });
    const code = await requestOnPage(shop, owner);
    for (let n = 0; n < 60; n++) expect((await logIn(stranger(shop), otherThan(code))).status).toBe(401);
    expect((await enter(owner, code)).headers.get('location')).toBe('/settings');
    const another = shop.visitor({ address: '192.0.2.8' });
    expect((await enter(another, await requestOnPage(shop, another))).headers.get('location')).toBe('/settings');
  });

  test.each(['page', 'call'] as const)(
    'stays valid while strangers request and guess codes: requested by the %s',
    async (way) => {
      const shop = await testShop();
      const owner = shop.visitor({ address: '192.0.2.7' });
      if (way === 'page') await requestOnPage(shop, owner);
      else await ask(owner);
      const code = await mailedCode(shop, anna);
      const attacker = stranger(shop);
      await ask(attacker);
      const theirs = await mailedCode(shop, anna);
      for (let n = 0; n < 5; n++) {
        expect((await logIn(attacker, otherThan(code, theirs))).status).toBe(401);
        expect((await logIn(stranger(shop), otherThan(code, theirs))).status).toBe(401);
      }
      for (let n = 0; n < 4; n++) expect((await logIn(owner, otherThan(code, theirs))).status).toBe(401);
      if (way === 'page') expect((await enter(owner, code)).headers.get('location')).toBe('/settings');
      else expect((await logIn(owner, code)).status).toBe(200);
    },
  );

  test('requested by a page can only be entered in that browser', async () => {
    const shop = await testShop();
    const code = await requestOnPage(shop, shop.visitor());
    expect((await logIn(stranger(shop), code)).status).toBe(401);
    const other = stranger(shop);
    await ask(other);
    expect((await logIn(other, code)).status).toBe(401);
  });

  test('requested by a call has five attempts of clients without cookies', async () => {
    const shop = await testShop();
    await ask(shop.visitor());
    const code = await mailedCode(shop, anna);
    for (let n = 0; n < 4; n++) expect((await logIn(stranger(shop), otherThan(code))).status).toBe(401);
    expect((await logIn(shop.visitor(), code)).status).toBe(200);
    await ask(shop.visitor());
    const spent = await mailedCode(shop, anna);
    for (let n = 0; n < 5; n++) expect((await logIn(stranger(shop), otherThan(spent))).status).toBe(401);
    expect((await logIn(shop.visitor(), spent)).status).toBe(401);
  });

  test('is bound by a cookie that no script reads, for a quarter of an hour', async () => {
    const shop = await testShop({ env: { PUBLIC_URL: 'https://shop.test' } });
    const visitor = shop.visitor();
    const { headers } = await ask(visitor);
    const line = headers.getSetCookie().find((cookie) => cookie.startsWith('login-code=')) ?? '';
    expect(line).toMatch(/; HttpOnly/);
    expect(line).toMatch(/; SameSite=Lax/);
    expect(line).toMatch(/; Secure/);
    expect(line).toMatch(/; Max-Age=900/);
    const secret = visitor.cookies.get('login-code') ?? 'none';
    expect(JSON.stringify(await shop.deps.read.select().from(loginCodes))).not.toContain(secret);
    expect((await logIn(visitor, await mailedCode(shop, anna))).status).toBe(200);
    expect(visitor.cookies.has('login-code')).toBe(false);
  });

  test('has five attempts in total, concurrent or sequential', async () => {
    const shop = await testShop();
    const owner = shop.visitor();
    const code = await requestOnPage(shop, owner);
    await Promise.all(Array.from({ length: 12 }, () => logIn(owner, otherThan(code))));
    const [row] = await shop.deps.read.select().from(loginCodes).where(eq(loginCodes.email, anna));
    expect(row).toMatchObject({ attempts: 5, openAttempts: null });
    expect((await logIn(owner, code)).status).toBe(401);
  });

  test('does not use up the attempts of a network where strangers guess', async () => {
    const shop = await testShop();
    const owner = shop.visitor();
    const code = await requestOnPage(shop, owner);
    for (let n = 0; n < 31; n++) await logIn(shop.visitor(), otherThan(code));
    expect((await logIn(shop.visitor(), otherThan(code))).status).toBe(429);
    expect((await enter(owner, code)).headers.get('location')).toBe('/settings');
  });
});

describe('an address whose codes strangers used up', () => {
  async function flooded(shop: TestShop) {
    for (let hour = 0; hour < 3; hour++) {
      for (let n = 0; n < 20; n++) expect((await ask(stranger(shop))).status).toBe(200);
      shop.clock.advance(hours(1));
    }
    await ask(stranger(shop));
  }

  test('gets at most 40 short codes a day, and a long one an hour', async () => {
    const shop = await testShop({ now: '2026-03-02T00:00:00Z' });
    for (let hour = 0; hour < 24; hour++) {
      for (let n = 0; n < 30; n++) expect((await ask(stranger(shop))).status).toBe(200);
      shop.clock.advance(hours(1));
    }
    const codes = (await shop.mails(anna)).map(({ text }) => (longCodeIn(text) ? 'long' : 'short'));
    expect(codes.filter((kind) => kind === 'short')).toHaveLength(40);
    expect(codes.filter((kind) => kind === 'long')).toHaveLength(24);
  });

  test('admits its owner on a new device by the long code', async () => {
    const shop = await testShop();
    await flooded(shop);
    const owner = shop.visitor({ address: '192.0.2.7' });
    const response = await owner.form('/auth', { email: anna, to: '/settings', way: 'code' });
    expect(response.headers.get('location')).toBe('/enter-code?to=%2Fsettings&long=1');
    const page = await (await owner.fetch('/enter-code?to=%2Fsettings&long=1')).text();
    expect(page).toContain('16 Ziffern');
    const mail = await newestMail(shop);
    expect(mail).toContain('in jedem Browser');
    const code = longCodeIn(mail);
    // Wrong attempts of other clients do not use it up.
    for (let n = 0; n < 40; n++) expect((await logIn(stranger(shop), '0000000000000000')).status).toBe(401);
    for (let n = 0; n < 40; n++) await logIn(shop.visitor({ address: '192.0.2.7' }), otherThan());
    const wrong = await enter(owner, '1'.repeat(16));
    expect(await wrong.text()).toContain('stimmt nicht');
    expect((await enter(owner, code.replace(/(.{4})/g, '$1 '))).headers.get('location')).toBe('/settings');
    expect((await logIn(shop.visitor(), code)).status).toBe(401);
  });

  test('has a long code that is valid for an hour and once, before another is mailed', async () => {
    const shop = await testShop();
    await flooded(shop);
    const first = longCodeIn(await newestMail(shop));
    shop.clock.advance(minutes(49));
    await ask(stranger(shop));
    expect(longCodeIn(await newestMail(shop))).toBe(first);
    const both = await Promise.all([shop.visitor(), shop.visitor()].map((who) => logIn(who, first)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    await ask(stranger(shop));
    await ask(stranger(shop));
    const second = longCodeIn(await newestMail(shop));
    expect([second.length, second === first]).toEqual([16, false]);
    shop.clock.advance(hours(1));
    expect((await logIn(shop.visitor(), second)).status).toBe(401);
  });

  test('does not affect other networks and addresses', async () => {
    const shop = await testShop();
    for (let n = 0; n < 6; n++) await ask(shop.visitor({ address: '192.0.2.66' }));
    expect(longCodeIn(await newestMail(shop))).not.toBe('');
    await ask(shop.visitor({ address: '192.0.2.7' }));
    expect(longCodeIn(await newestMail(shop))).toBe('');
  });
});

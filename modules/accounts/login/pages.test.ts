import { expect, test } from 'vitest';
import { savedForms } from '#src/data/schema.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { loginWithFactor, showMailedCode } from '../testing.ts';

const anna = 'anna@example.test';
const codeOf = async (shop: TestShop) => /^\d{6}$/m.exec((await shop.mails(anna))[0]?.text ?? '')?.[0] ?? '';

test('the two login pages lead to the requested page', async () => {
  const shop = await testShop();
  const visitor = shop.visitor();
  const sent = await visitor.fetch('/settings');
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/auth?to=%2Fsettings']);
  const response = await visitor.form('/auth', { email: ' Anna@example.test', to: '/settings', way: 'code' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/enter-code?to=%2Fsettings']);
  const page = await (await visitor.fetch('/enter-code?to=%2Fsettings')).text();
  expect(page).toContain(anna);
  expect(page).toMatch(/autocomplete="one-time-code"/i);
  const invalid = await visitor.form('/enter-code', { code: '12', to: '/settings' });
  expect(invalid.status).toBe(400);
  const other = await visitor.form('/enter-code', { code: '98765 no', to: '/settings' });
  expect([other.status, (await other.text()).includes('98765')]).toEqual([400, false]);
  const code = await codeOf(shop);
  const done = await visitor.form('/enter-code', { code: `${code.slice(0, 3)} ${code.slice(3)}`, to: '/settings' });
  expect([done.status, done.headers.get('location')]).toEqual([303, '/settings']);
  expect((await visitor.fetch('/settings')).status).toBe(200);
  const again = await visitor.fetch('/auth?to=/settings');
  expect([again.status, again.headers.get('location')]).toEqual([303, '/settings']);
});

test.each([
  '/auth',
  '/auth?to=/events/1/book',
  '/auth?to=/settings/security&notice=sessionInvalid',
  '/enter-code?to=/settings',
  '/auth/totp',
])('the page %s of the login has at most 10 KB and, unless an island is on it, no script', async (path) => {
  const shop = await testShop();
  await loginWithFactor(shop, anna);
  const visitor = shop.visitor();
  if (path === '/auth/totp') await showMailedCode(shop, visitor, anna);
  else await visitor.form('/auth', { email: anna, to: '/settings', way: 'code' });
  const answer = await visitor.fetch(path);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(10 * 1024);
  expect(html.includes('<script')).toBe(html.includes('data-island'));
  expect(html).not.toContain('style=');
});

test('a refused form keeps the input beside its error', async () => {
  const shop = await testShop();
  const answer = await shop.visitor().form('/auth', { email: 'anna@', to: '/' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('value="anna@"');
});

test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/auth?to=/auth', '/\tevil'])(
  'a login never leads to %s',
  async (to) => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const answer = await person.fetch(`/auth?to=${encodeURIComponent(to)}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  },
);

test('a booking continues with the address alone; a page that needs more asks for its code', async () => {
  const shop = await testShop();
  const visitor = shop.visitor();
  expect(await (await visitor.fetch('/auth?to=/events/1/book')).text()).toContain('value="alone"');
  expect(await (await visitor.fetch('/auth?to=/orders')).text()).not.toContain('value="alone"');
  const refused = await visitor.form('/auth', { email: anna, to: '/settings', way: 'alone' });
  expect(refused.headers.get('location')).toBe('/enter-code?to=%2Fsettings');
  const going = await visitor.form('/auth', { email: anna, to: '/events/1/book', way: 'alone' });
  expect([going.status, going.headers.get('location')]).toEqual([303, '/events/1/book']);
  const closed = await visitor.fetch('/settings');
  expect(closed.headers.get('location')).toBe('/auth?to=%2Fsettings');
  const page = await (await visitor.fetch('/auth?to=/settings')).text();
  expect(page).toContain(`value="${anna}"`);
  expect(page).toContain('bestätige');
});

test('a stale login page continues the booking of the logged-in user', async () => {
  const shop = await testShop();
  const form = { to: '/events/1/competitions?competition=2', way: 'alone', csrf: '' };
  const landing = async (caller: Awaited<ReturnType<typeof shop.login>>, email: string) =>
    (await caller.form('/auth', { ...form, email })).headers.get('location');
  const origin = { origin: shop.deps.config.publicUrl };
  const person = await shop.login(anna);
  const asPost = (caller: typeof person, email: string) =>
    caller.fetch('/auth', { method: 'POST', headers: origin, body: new URLSearchParams({ ...form, email }) });
  for (const email of [anna, 'other@example.test']) {
    const answer = await asPost(person, email);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, form.to]);
  }
  expect((await person.fetch('/settings')).status, 'still proven').toBe(200);
  const guest = shop.visitor();
  expect(await landing(guest, anna)).toBe(form.to);
  expect((await asPost(guest, anna)).headers.get('location')).toBe(form.to);
  expect((await asPost(guest, 'other@example.test')).headers.get('location')).toBe(
    `/auth?to=${encodeURIComponent(form.to)}`,
  );
});

test('too many attempts say when to retry', async () => {
  const shop = await testShop();
  const visitor = shop.visitor();
  for (let n = 0; n < 5; n++) await visitor.form('/auth', { email: anna, to: '/' });
  const answer = await visitor.form('/auth', { email: anna, to: '/' });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test.each(['/enter-code', '/auth/totp'])(
  'a code that %s gets with the token of another login is not stored',
  async (path) => {
    const shop = await testShop();
    const guest = shop.visitor();
    await guest.form('/auth', { email: anna, to: '/events/1/book', way: 'alone' });
    const stale = await guest.form(path, { code: 'ABCD-EFGH', csrf: 'x' });
    expect(stale.status).toBe(403);
    expect(await shop.deps.read.select().from(savedForms)).toEqual([]);
  },
);

test('settings are saved, local dates are read, and a refused form keeps the input', async () => {
  const shop = await testShop();
  const person = await shop.login(anna);
  const fields = { firstname: 'Anna', lastname: 'Gruber', birthDate: '1.5.1990', language: 'en-us', gender: '' };
  const saved = await person.form('/settings', fields);
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/settings?saved=1']);
  expect(await (await person.fetch('/settings')).text()).toContain('value="05/01/1990"');
  const invalid = await person.form('/settings', { ...fields, birthDate: 'yesterday' });
  expect(invalid.status).toBe(400);
  const html = await invalid.text();
  expect(html).toContain('value="yesterday"');
  expect(html).toContain('value="Gruber"');
  // With a token of another login nothing is saved, and nothing is lost.
  const stale = await person.form('/settings', { ...fields, firstname: 'Stale', csrf: 'x' });
  expect([stale.status, stale.headers.get('location')]).toEqual([303, '/settings']);
  expect(await (await person.fetch('/settings')).text()).toContain('value="Stale"');
  expect(await (await person.fetch('/settings')).text()).not.toContain('Stale');
});

test('the logout form ends the session', async () => {
  const shop = await testShop();
  const person = await shop.login(anna);
  const answer = await person.form('/auth/logout', {});
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  expect(person.cookies.has('session')).toBe(false);
});

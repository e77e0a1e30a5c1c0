import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { atProvider, comeBack, loginBy, shopWithProviders } from '#modules/accounts/providers/testing.ts';
import { loginWithFactor, mailedCode, showMailedCode } from '#modules/accounts/testing.ts';
import { gateOf } from '#modules/checkin/testing.ts';
import { makeRace } from '#modules/orders/testing.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { storedNameOf, storedNames } from './stored-names.tsx';

/** What the product says it stores in a browser is what it stores there. */
type SetCookies = Map<string, number>;

/** The cookies that this browser is given from now on, and for how many seconds. */
function watched(who: Caller, into: SetCookies): Caller {
  const { fetch } = who;
  who.fetch = async (path, init) => {
    const answer = await fetch(path, init);
    for (const line of answer.headers.getSetCookie()) {
      const name = line.slice(0, line.indexOf('='));
      const isTaken = /; Max-Age=0(;|$)/i.test(line);
      if (!isTaken) into.set(name, Number(/; Max-Age=(\d+)/i.exec(line)?.[1] ?? Number.NaN));
    }
    return answer;
  };
  return who;
}
const visitorOf = (shop: TestShop, set: SetCookies) => watched(shop.visitor(), set);

async function asGuestAndByCode(set: SetCookies): Promise<void> {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
  const { eventId } = await shop.deps.write((work) => makeRace(work));
  const guest = visitorOf(shop, set);
  await guest.fetch('/?lang=en-us');
  await guest.form('/consent', { categories: 'necessary,ga', to: '/' });
  await guest.form(`/events/${eventId}/articles`, { declined: 'true' });
  await guest.json('POST', '/api/auth/code/unauthenticated-login', { email: 'eva@example.test', eventId });
  await guest.fetch(`/events/${eventId}/articles`);
  const { person } = await loginWithFactor(shop, 'anna@example.test');
  watched(person, set);
  await showMailedCode(shop, visitorOf(shop, set), 'anna@example.test');
  const other = visitorOf(shop, set);
  await other.json('POST', '/api/auth/code/send-mail', { email: 'berta@example.test' });
  const code = await mailedCode(shop, 'berta@example.test');
  await other.json('POST', '/api/auth/code/login', { email: 'berta@example.test', code });
  const admin = watched(await shop.login('admin@example.test', { superAdmin: true }), set);
  const { body } = await guest.json<{ paths: Record<string, unknown> }>('GET', '/api/openapi.json');
  const calls = Object.keys(body.paths).filter((path) => !path.includes('{'));
  const pages = ['/', '/auth', '/settings', '/settings/security', '/orders', '/admin/events', '/admin/orders', '/scan'];
  for (const who of [guest, person, admin]) {
    for (const path of [...pages, `/events/${eventId}`, `/events/${eventId}/competitions`, ...calls]) {
      await who.fetch(path);
    }
  }
}

async function asGateDevice(set: SetCookies): Promise<void> {
  const shop = await testShop();
  const { organizer, base } = await gateOf(shop);
  const made = await organizer.json<{ device: { link: string } }>('POST', `${base}/devices`, { gate: 'Nord' });
  await visitorOf(shop, set).json('POST', '/api/scan/devices', { code: made.body.device.link.split('#')[1] });
}

async function byProviders(set: SetCookies): Promise<void> {
  const { shop } = await shopWithProviders();
  await visitorOf(shop, set).fetch('/auth');
  await loginBy(visitorOf(shop, set), 'facebook');
  const apple = visitorOf(shop, set);
  const begun = await apple.fetch('/auth/with/apple?to=/settings');
  await comeBack(apple, await atProvider(begun.headers.get('location') ?? ''));
}

const seconds = { minutes: 60, hours: 3600, days: 86_400, years: 31_536_000 };

test('every cookie that is set is in the list, for as long as it says, and none is there that is not set', async () => {
  const set: SetCookies = new Map();
  await asGuestAndByCode(set);
  await byProviders(set);
  await asGateDevice(set);
  const listed = storedNames.filter(({ where, by }) => where === 'cookie' && !by);
  const lasting = listed.map(({ name, lasts }) => [
    name,
    typeof lasts === 'string' ? Number.NaN : lasts[1] * seconds[lasts[0]],
  ]);
  expect([...set].sort()).toEqual(lasting.sort());
});

/** Where scripts store something, and under which of our names. */
const storing = {
  'islands/csrf.ts': ['cookie csrf-token', 'session csrf-token'],
  'islands/guard.ts': ['session typed…'],
  'islands/booking/autosave.ts': ['session typed…'],
  'islands/late-words.ts': ['session typed…'],
  'islands/grid.ts': ['local columns:…'],
  'islands/menu-groups.ts': ['local menu-groups'],
  'islands/scanner/begin.ts': [
    'local startblock-scanner-device',
    'local startblock-scanner-camera',
    'local startblock-scanner-mode',
  ],
  'islands/scanner/signals.ts': ['local startblock-scanner-signals'],
  'islands/scanner/store.ts': ['database startblock-scanner', 'database startblock-scanner-…'],
  'modules/checkin/scan-worker.ts': ['cache startblock-scan-1'],
};

test('every script that stores something is known here, and what it stores is in the list', async () => {
  const files = globSync('{islands,modules,src}/**/*.{ts,tsx}').filter(
    (file) => !file.startsWith('src/gen/') && !file.includes('.test.'),
  );
  const found: string[] = [];
  for (const file of files) {
    const source = await readFile(file, 'utf8');
    const isStoring =
      /document\.cookie = |Storage\.setItem\(|Storage\.\w+ = |indexedDB\.open\(|caches\.open\(|cookieStore\./.test(
        source,
      );
    if (isStoring) found.push(file);
  }
  expect(found.sort()).toEqual(Object.keys(storing).sort());
  const names = [...new Set(Object.values(storing).flat())];
  for (const name of names) expect(storedNames.map((one) => `${one.where} ${one.name}`)).toContain(name);
  const byScripts = storedNames.filter(({ where, by }) => where !== 'cookie' && !by);
  expect(byScripts.map((one) => `${one.where} ${one.name}`).sort()).toEqual(
    names.filter((name) => !name.startsWith('cookie')).sort(),
  );
  for (const [file, stored] of Object.entries(storing)) {
    const source = await readFile(file, 'utf8');
    for (const name of stored) expect(source).toContain(name.replace(/^\w+ /, '').replace(/[ :]?…$/, ''));
  }
});

test('a name that differs is found by its beginning', () => {
  expect(storedNameOf('cookie', '_ga_TEST')?.name).toBe('_ga_…');
  expect(storedNameOf('local', 'columns:orders')?.name).toBe('columns:…');
  // The words of a step lie under the bare name, those of other forms under one with their place.
  expect(storedNameOf('session', 'typed')?.name).toBe('typed…');
  expect(storedNameOf('session', 'typed /settings')?.name).toBe('typed…');
  expect(storedNameOf('cookie', 'typed…')).toBeUndefined();
  expect(storedNameOf('cookie', 'nobody')).toBeUndefined();
});

test.each(['de', 'en'])('the privacy page and the page of the choice name all of it (%s)', async (acceptLanguage) => {
  const shop = await testShop({ env: { GA_MEASUREMENT_ID: 'G-TEST12345' } });
  for (const path of ['/data-protection', '/consent']) {
    const page = await (await shop.visitor({ acceptLanguage }).fetch(path)).text();
    const shown = [...page.matchAll(/<code>([^<]*)<\/code>/g)].map(([, name]) => name);
    expect(shown, path).toEqual(expect.arrayContaining(storedNames.map(({ name }) => name)));
    expect(shown).toHaveLength(storedNames.length);
  }
});

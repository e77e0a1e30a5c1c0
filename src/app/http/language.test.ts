import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';

const languageOf = async (answer: Response) => /<html lang="([^"]+)"/.exec(await answer.text())?.[1];
const publicPaths = [
  '/',
  '/home',
  '/auth',
  '/auth/external/failed',
  '/conditions',
  '/data-protection',
  '/imprint',
  '/accessibility',
  '/support',
  '/consent',
  '/api/docs',
  '/events/999999',
  '/event-conditions/999999',
  '/nowhere',
];

test('every public page says its language and leads to the other one', async () => {
  const { visitor } = await testShop();
  for (const path of publicPaths) {
    const german = await (await visitor({ acceptLanguage: 'de' }).fetch(path)).text();
    const english = await (await visitor({ acceptLanguage: 'en' }).fetch(path)).text();
    expect(german, path).toMatch(/^<!DOCTYPE html><html lang="de"/);
    expect(english, path).toMatch(/^<!DOCTYPE html><html lang="en-US"/);
    for (const page of [german, english]) {
      expect(page, path).toMatch(/href="[^"]*[?&;]lang=de"[^>]*hrefLang="de"/i);
      expect(page, path).toMatch(/href="[^"]*[?&;]lang=en-us"[^>]*hrefLang="en"/i);
    }
  }
});

test.each([
  ['en-GB,en;q=0.9', 'en-US'],
  ['de-CH, fr;q=0.9', 'de'],
  ['fr', 'de'],
  ['fr-FR, en;q=0.4, de;q=0.3', 'en-US'],
  ['fr, *;q=0.5', 'de'],
  ['en;q=0, de;q=0.1', 'de'],
  ['en;q=0.5, de;q=0.5', 'en-US'],
  ['en;q=nonsense', 'de'],
  [';;;,,=', 'de'],
])('Accept-Language %j is answered in %s', async (acceptLanguage, expected) => {
  const { visitor } = await testShop();
  expect(await languageOf(await visitor({ acceptLanguage }).fetch('/auth'))).toBe(expected);
});

test('a choice is kept in a cookie, and a form that fails stays in the language', async () => {
  const { visitor } = await testShop();
  const person = visitor({ acceptLanguage: 'de' });
  await person.fetch('/auth?lang=en-us');
  expect(person.cookies.get('language')).toBe('en-us');
  const failed = await person.form('/auth', { email: 'x', way: 'code', to: '/' });
  expect([failed.status, await languageOf(failed)]).toEqual([400, 'en-US']);
  expect(await languageOf(await person.fetch('/nowhere'))).toBe('en-US');
  await person.fetch('/auth?lang=xx');
  expect(person.cookies.get('language'), 'an unknown language changes nothing').toBe('en-us');
});

test('the other language keeps what the address asks for, also on the answer to a form', async () => {
  const { visitor } = await testShop();
  const linkIn = (html: string) => /href="([^"]*)"[^>]*hrefLang="en"/i.exec(html)?.[1]?.replaceAll('&amp;', '&');
  const person = visitor();
  const page = '/auth?to=/events/1/competitions?check=1&notice=unauthorized';
  const there = '/auth?to=%2Fevents%2F1%2Fcompetitions%3Fcheck%3D1&notice=unauthorized&lang=en-us';
  expect(linkIn(await (await person.fetch(page)).text())).toBe(there);
  const answerTo = (referer: string) =>
    person.fetch('/auth', {
      method: 'POST',
      body: new URLSearchParams({ email: 'x', way: 'code', to: '/' }),
      headers: { origin: 'http://shop.test', referer },
    });
  const failed = await answerTo(`http://shop.test${page}`);
  expect([failed.status, linkIn(await failed.text())]).toEqual([400, there]);
  const foreign = await answerTo('https://elsewhere.example/orders?page=2');
  expect(linkIn(await foreign.text())).toBe('/auth?lang=en-us');
});

test.each(['//evil.example/x', '///evil.example', '/.//evil.example', '/\\\\evil.example'])(
  'the links of the page at %s stay on this site',
  async (path) => {
    const { shop } = await testShop();
    const page = await (await shop.fetch(new Request(`http://shop.test${path}`))).text();
    expect(page).toMatch(/href="[^"]*[?&;]lang=de"/);
    expect(page).not.toMatch(/(href|action|content|value)="\/[/\\]/);
  },
);

test('who is logged in and chooses another language stays in it; the settings are a choice too', async () => {
  const shop = await testShop();
  const person = await shop.login('sprache@language.test');
  await person.json('PATCH', '/api/settings', { language: 'de' });
  const language = async (path: string) => languageOf(await person.fetch(path));
  expect(await language('/orders')).toBe('de');
  await person.fetch('/orders?lang=en-us');
  expect(await language('/orders')).toBe('en-US');
  const refused = await person.json<{ message: string }>('GET', '/api/orders/999');
  expect(refused.body.message, 'a program hears the language of the settings').toMatch(/[äöü]|nicht|gefunden/);
  await person.json('PATCH', '/api/settings', { language: 'de' });
  expect(await language('/orders')).toBe('de');
});

test('on https the choice travels encrypted alone', async () => {
  const choice = async (shop: Awaited<ReturnType<typeof testShop>>) =>
    (await shop.visitor().fetch('/?lang=en-us')).headers.getSetCookie().find((each) => each.startsWith('language='));
  expect(await choice(await testShop({ env: { PUBLIC_URL: 'https://shop.test' } }))).toContain('; Secure');
  expect(await choice(await testShop())).not.toContain('Secure');
});

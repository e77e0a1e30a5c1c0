import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { openShop } from '#src/app/shop.ts';
import { silentLog } from '#src/runtime/log.ts';
import type { AppContext } from '#src/web/http.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { readMigrations, testFonts } from '#tests/support/sources.ts';
import { SharedPages } from './shared-pages.ts';

const home = (headers: Record<string, string> = {}) => new Request('http://shop.test/', { headers });

test('who brings no cookie is answered from the shared rendering, with every header of the long way', async () => {
  const { shop, clock } = await testShop();
  const long = await shop.fetch(home());
  const quick = await shop.fetch(home());
  expect(await quick.text()).toBe(await long.text());
  expect([...quick.headers]).toEqual([...long.headers]);
  expect(quick.headers.get('content-security-policy')).toContain("default-src 'none'");
  const unchanged = await shop.fetch(home({ 'if-none-match': quick.headers.get('etag') ?? '' }));
  expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
  clock.advance(501);
  expect((await shop.fetch(home())).status).toBe(200);
});

test('what becomes of one answer is nothing to the next', async () => {
  const { shop } = await testShop();
  const forms: Record<string, string>[] = [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }];
  for (const headers of forms) await (await shop.fetch(home(headers))).arrayBuffer();
  const tag = (await shop.fetch(home())).headers.get('etag') ?? '';
  for (const headers of [...forms, { 'if-none-match': tag }]) {
    const first = await shop.fetch(home(headers));
    const said = JSON.stringify([...first.headers]);
    const bytes = await first.bytes();
    first.headers.set('etag', 'other');
    first.headers.append('set-cookie', 'session=anna');
    const body = Uint8Array.from(bytes);
    bytes.fill(0);
    const next = await shop.fetch(home(headers));
    expect(JSON.stringify([...next.headers])).toBe(said);
    expect(Buffer.compare(await next.bytes(), body)).toBe(0);
  }
});

test('languages, cookies and other methods do not get the page of another visitor', async () => {
  const { shop } = await testShop();
  await (await shop.fetch(home())).text();
  const language = async (request: Request) =>
    /<html lang="([^"]+)"/.exec(await (await shop.fetch(request)).text())?.[1];
  expect(await language(home({ 'accept-language': 'en-US' }))).toBe('en-US');
  expect(await language(home({ cookie: 'language=en-us' }))).toBe('en-US');
  expect(await language(new Request('http://shop.test/?lang=en-us'))).toBe('en-US');
  expect((await shop.fetch(new Request('http://shop.test/', { method: 'POST' }))).status).toBe(405);
});

const requested = (cookies: Map<string, string>, headers: Record<string, string> = {}, path = '/') => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Request(`http://shop.test${path}`, { headers: { host: 'shop.test', cookie, ...headers } });
};
const quickOnes = async ({ fetch }: TestShop['shop']) => {
  const metrics = await fetch(new Request('http://shop.test/metrics'), { remoteAddress: '127.0.0.1' });
  return Number(/startblock_shared_pages_total (\d+)/.exec(await metrics.text())?.[1] ?? 0);
};

test('whoever has a session shares a rendering, and nobody gets what is somebody else’s', async () => {
  const { shop, login, clock } = await testShop();
  const [anna, bert] = [await login('anna@shared.test'), await login('bert@shared.test')];
  const first = await (await shop.fetch(requested(anna.cookies))).text();
  for (const visitor of [anna, bert, anna]) {
    const email = visitor === anna ? 'anna@shared.test' : 'bert@shared.test';
    const other = visitor === anna ? 'bert@shared.test' : 'anna@shared.test';
    const answer = await shop.fetch(requested(visitor.cookies, { 'accept-encoding': 'gzip' }));
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString();
    expect(html).toContain(`title="Eingeloggt als ${email}"`);
    expect(html).toContain(`name="csrf" value="${visitor.cookies.get('csrf-token')}"`);
    expect(html).not.toContain(other);
    expect(html).not.toMatch(/(csrf|email)-[0-9a-f]{8}-/);
    expect(html.replaceAll(visitor.cookies.get('csrf-token') ?? '', '').replaceAll(email, '')).toBe(
      first.replaceAll(anna.cookies.get('csrf-token') ?? '', '').replaceAll('anna@shared.test', ''),
    );
  }
  // The token that stands there is the one that opens.
  expect(await quickOnes(shop)).toBe(3);
  const out = await anna.form('/auth/logout', {});
  expect(out.status).toBe(303);
  clock.advance(1);
  expect(await (await shop.fetch(requested(anna.cookies))).text()).not.toContain('anna@shared.test');
});

test('who works for an organizer, is acted for, prefers a language or has a name for HTML gets a page of their own', async () => {
  const { shop, login } = await testShop();
  const [anna, admin] = [await login('anna@shared.test'), await login('admin@shared.test', { superAdmin: true })];
  await (await shop.fetch(requested(anna.cookies))).text();
  const own = await (await shop.fetch(requested(admin.cookies))).text();
  expect(own).toContain('href="/admin"');
  const odd = await login("o'neill&sons@shared.test");
  expect(await (await shop.fetch(requested(odd.cookies))).text()).toContain('o&#x27;neill&amp;sons@shared.test');
  const english = new Map([...anna.cookies, ['language', 'en-us']]);
  expect(await (await shop.fetch(requested(english))).text()).toContain('<html lang="en-US"');
  expect(await (await shop.fetch(requested(anna.cookies, {}, '/?lang=en-us'))).text()).toContain('<html lang="en-US"');
  await anna.json('PATCH', '/api/settings', { language: 'en-us' });
  expect(await (await shop.fetch(requested(anna.cookies))).text()).toContain('<html lang="en-US"');
  // The last one, which is everybody's in English.
  expect(await quickOnes(shop)).toBe(1);
});

test('an organizer’s change shows at once where it was made', async () => {
  const { shop, login } = await testShop();
  const admin = await login('admin@shared.test', { superAdmin: true });
  const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Verein' });
  const path = '/?q=Sommernacht';
  const page = async () => (await shop.fetch(new Request(`http://shop.test${path}`))).text();
  expect(await page()).not.toContain('Sommernachtslauf');
  const made = await admin.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Sommernachtslauf',
    organizerId: body.organizer.id,
    startTimestamp: '2026-07-01T18:00:00Z',
    endTimestamp: '2026-07-01T21:00:00Z',
  });
  await admin.json('PATCH', `/api/admin/events/${made.body.eventId}/visibility`, { visible: true });
  expect(await page()).toContain('Sommernachtslauf');
});

test('a changed price shows at once where it was changed, and within a second everywhere else', async () => {
  const here = await testShop();
  const { shop, clock } = here;
  const { eventId, runPriceId } = await shop.deps.write((work) => makeRace(work, { price: 3000 }));
  const admin = await here.login('admin@price.test', { superAdmin: true });
  const elsewhere = await openShop({
    config: shop.deps.config,
    clock,
    assets: shop.deps.assets,
    migrations: await readMigrations(),
    fonts: testFonts,
    log: silentLog,
    demo: true,
    synchronous: 'OFF',
  });
  onTestFinished(() => elsewhere.stop());
  const priceAt = async (at: typeof shop) => {
    const html = await (await at.fetch(new Request(`http://shop.test/events/${eventId}`))).text();
    return /(\d+,00)\s€/.exec(html)?.[1];
  };
  const change = (price: number) => admin.json('PATCH', `/api/admin/competition-prices/${runPriceId}`, { price });

  expect([await priceAt(shop), await priceAt(elsewhere)]).toEqual(['30,00', '30,00']);
  expect((await change(3500)).status).toBe(200);
  expect(await priceAt(shop)).toBe('35,00');
  // The other process heard of nothing; its rendering lives for half a second.
  clock.advance(501);
  expect(await priceAt(elsewhere)).toBe('35,00');
  expect((await change(4000)).status).toBe(200);
  expect([await priceAt(shop), await priceAt(elsewhere)]).toEqual(['40,00', '35,00']);
  clock.advance(501);
  expect(await priceAt(elsewhere)).toBe('40,00');
});

test('whatever a link from elsewhere carries, its visitor gets the rendering of everyone and leaves no trace in it', async () => {
  const { shop } = await testShop();
  const first = await (await shop.fetch(home())).text();
  for (const query of ['?fbclid=a1', '?utm_source=news&gclid=b2', '?fbclid=c3&q=', '?x=%22%3E%3Cscript%3E']) {
    const quick = await (await shop.fetch(new Request(`http://shop.test/${query}`))).text();
    expect(quick, query).toBe(first);
    expect(quick, query).not.toMatch(/fbclid|utm_source|gclid|[?&]x=/);
  }
  const search = async (query: string) => (await shop.fetch(new Request(`http://shop.test/?${query}`))).text();
  expect(await search('month=2026-06&q=wald&utm_source=x')).toBe(await search('q=wald&month=2026-06'));
  expect(await search('q=wald')).toContain('href="/?q=wald&amp;lang=en-us"');
});

test('ten thousand different addresses take no more room than the cache may have', async () => {
  const { clock } = await testShop();
  const pages = new SharedPages(clock, false);
  pages.reads(['q']);
  const answerTo = (query: string) => {
    const context = {
      req: { url: `http://shop.test/?${query}`, header: () => undefined, raw: new Request('http://shop.test/') },
      set() {},
      var: { i18n: { locale: 'de' } },
    } as unknown as AppContext;
    return pages.serve(context, async () => new Response('x'.repeat(20_000)));
  };
  for (let at = 0; at < 10_000; at++) await answerTo(`q=${at}`);
  expect(pages.bytes).toBeLessThanOrEqual(32 * 2 ** 20);
  expect(pages.bytes).toBeGreaterThan(30 * 2 ** 20);
  expect(pages.quick(new Request('http://shop.test/?q=9999'))).not.toBeNull();
  expect(pages.quick(new Request('http://shop.test/?q=1'))).toBeNull();
  pages.forget();
  expect(pages.bytes).toBe(0);
});

test('a tag that a proxy made weak, or one of several, still says that nothing changed', async () => {
  const { shop } = await testShop();
  const etag = (await shop.fetch(home())).headers.get('etag') ?? '';
  for (const known of [`W/${etag}`, `"other", ${etag}`])
    expect((await shop.fetch(home({ 'if-none-match': known }))).status, known).toBe(304);
  expect((await shop.fetch(home({ 'if-none-match': '"other"' }))).status).toBe(200);
});

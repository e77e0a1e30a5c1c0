import { expect, onTestFinished, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { openShop } from '#src/app.tsx';
import { silentLog } from '#src/platform/log.ts';
import { readMigrations, testFonts, testShop } from '#tests/support/shop.ts';

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

test('languages, cookies and other methods do not get somebody else’s page', async () => {
  const { shop } = await testShop();
  await (await shop.fetch(home())).text();
  const language = async (request: Request) =>
    /<html lang="([^"]+)"/.exec(await (await shop.fetch(request)).text())?.[1];
  expect(await language(home({ 'accept-language': 'en-US' }))).toBe('en-US');
  expect(await language(home({ cookie: 'language=en-us' }))).toBe('en-US');
  expect(await language(new Request('http://shop.test/?lang=en-us'))).toBe('en-US');
  expect((await shop.fetch(new Request('http://shop.test/', { method: 'POST' }))).status).toBe(404);
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

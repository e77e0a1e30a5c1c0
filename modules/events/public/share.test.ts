import { beforeEach, describe, expect, test } from 'vitest';
import { readPicture } from '#src/files/pictures/images.ts';
import { bunImaging } from '#src/runtime/bun/imaging.ts';
import { jpegOf } from '#tests/support/pictures.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

let shop: TestShop;
let organizer: Caller;
let eventId: number;

beforeEach(async () => {
  shop = await testShop();
  organizer = await shop.login('admin@share.test', { superAdmin: true });
  const made = await organizer.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Verein' });
  const { body } = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Waldlauf',
    organizerId: made.body.organizer.id,
    location: 'Grünau',
    startTimestamp: '2026-06-14T07:00:00Z',
    endTimestamp: '2026-06-14T13:00:00Z',
    visible: true,
  });
  eventId = body.eventId;
});

const change = (fields: object) => organizer.json('PATCH', `/api/admin/events/${eventId}`, fields);
const metaOf = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
const htmlAt = async (path: string, acceptLanguage = 'de') =>
  (await shop.visitor({ acceptLanguage }).fetch(path)).text();

async function pictureAt(path: string) {
  const answer = await shop.visitor().fetch(path.replace('http://shop.test', ''));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, cache: answer.headers.get('cache-control'), bytes };
}

describe('the picture for social networks', () => {
  test('stands in the head with its size and words, and is kept for ever under its address', async () => {
    const html = await htmlAt(`/events/${eventId}`);
    const address = metaOf(html, 'og:image') ?? '';
    expect(address).toMatch(new RegExp(`^http://shop\\.test/share/${eventId}-de-[0-9a-f]{20}\\.png$`));
    expect([metaOf(html, 'og:image:width'), metaOf(html, 'og:image:height')]).toEqual(['1200', '630']);
    expect(metaOf(html, 'og:image:alt')).toBe('Waldlauf, Sonntag, 14. Juni 2026, 09:00 Uhr');
    expect(metaOf(html, 'twitter:card')).toBe('summary_large_image');
    expect([metaOf(html, 'og:locale'), metaOf(html, 'og:locale:alternate')]).toEqual(['de_AT', 'en_US']);
    const { status, cache, bytes } = await pictureAt(address);
    expect([status, cache]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(readPicture(bytes)).toMatchObject({ picture: { type: 'image/png', width: 1200, height: 630 } });
    expect(bytes.length).toBeLessThan(1_000_000);
  });

  test('is another one in English, after a new title and with an uploaded picture; old addresses show what is now', async () => {
    const first = metaOf(await htmlAt(`/events/${eventId}`), 'og:image') ?? '';
    const english = metaOf(await htmlAt(`/events/${eventId}`, 'en-US'), 'og:image') ?? '';
    await change({ title: 'Bergwaldlauf' });
    const second = metaOf(await htmlAt(`/events/${eventId}`), 'og:image') ?? '';
    const form = new FormData();
    form.set('file', new File([jpegOf(1000, 800)], 'x.jpg'));
    await organizer.fetch(`/api/admin/events/${eventId}/picture`, {
      method: 'POST',
      body: form,
      headers: { 'x-csrf-token': organizer.cookies.get('csrf-token') ?? '' },
    });
    const third = metaOf(await htmlAt(`/events/${eventId}`), 'og:image') ?? '';
    expect(new Set([first, english, second, third]).size).toBe(4);
    const [old, current] = await Promise.all([pictureAt(first), pictureAt(third)]);
    expect(old.cache).toBe('public, max-age=300');
    expect(old.bytes).toEqual(current.bytes);
    expect((await pictureAt(`/events/${eventId}/share.png`)).bytes).toEqual(current.bytes);
  });

  test.each([
    ['one letter', 'A'],
    ['pictographs alone', '🎉🏃‍♀️🇦🇹'],
    ['letters of many languages', 'Łódź Ö Ñ ß Ελλάδα Київ 東京 مرحبا'],
    ['one word without end', 'Donau'.repeat(40)],
    ['markup', '<b>&amp;"\'</b> </svg>'],
  ])('bears a title of %s', async (_what, title) => {
    expect((await change({ title, location: title.repeat(2).slice(0, 300) })).status).toBe(200);
    expect((await pictureAt(`/events/${eventId}/share.png`)).status).toBe(200);
  });

  test('answers 404 before the event is public', async () => {
    const address = metaOf(await htmlAt(`/events/${eventId}`), 'og:image') ?? '';
    await change({ visible: false });
    expect((await pictureAt(address)).status).toBe(404);
    expect((await pictureAt(`/events/${eventId}/share.png`)).status).toBe(404);
    expect((await pictureAt('/share/1-fr-00000000000000000000.png')).status).toBe(404);
    await change({ visibleViaLink: true });
    expect((await pictureAt(address)).status).toBe(200);
  });
});

test('the pages that everyone may find name themselves in both languages, and the sitemap and robots lead to them', async () => {
  const linksOf = (html: string) =>
    [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)].map(([, lang, href]) => [
      lang,
      href,
    ]);
  const page = `http://shop.test/events/${eventId}`;
  const html = await htmlAt(`/events/${eventId}?lang=en-us`);
  const three = [
    ['de', `${page}?lang=de`],
    ['en', `${page}?lang=en-us`],
    ['x-default', page],
  ];
  expect(linksOf(html)).toEqual(three);
  expect(html).toContain('<html lang="en-US"');
  expect(html).toContain(`<link rel="canonical" href="${page}?lang=en-us"`);
  expect(await htmlAt(`/events/${eventId}?utm_source=mail`)).toContain(`<link rel="canonical" href="${page}"`);
  for (const path of ['/', '/imprint', `/event-conditions/${eventId}`])
    expect(linksOf(await htmlAt(path))).toHaveLength(3);
  expect(linksOf(await htmlAt('/auth'))).toEqual([]);

  const over = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Vorbei',
    organizerId: 1,
    startTimestamp: '2025-06-14T07:00:00Z',
    endTimestamp: '2025-06-14T13:00:00Z',
    visible: true,
  });
  shop.clock.advance(3_600_000);
  expect((await change({ title: 'Waldlauf 2026' })).status).toBe(200);
  const map = await htmlAt('/sitemap.xml');
  expect(map).toContain(`<url><loc>${page}</loc><lastmod>2026-03-02T10:00:00.000Z</lastmod>`);
  expect(map).toContain(`<xhtml:link rel="alternate" hreflang="en" href="${page}?lang=en-us"/>`);
  expect(map).toContain('<loc>http://shop.test/</loc>');
  expect(map).toContain('<loc>http://shop.test/imprint</loc>');
  expect(map).not.toContain(`/events/${over.body.eventId}<`);
  await change({ visible: false, visibleViaLink: true });
  expect(await htmlAt('/sitemap.xml')).not.toContain(`/events/${eventId}<`);
  const hidden = await htmlAt(`/events/${eventId}`);
  expect(linksOf(hidden)).toEqual([]);
  expect(hidden).toContain('<meta name="robots" content="noindex"');
  expect(hidden).not.toContain('application/ld+json');

  const robots = await htmlAt('/robots.txt');
  expect(robots).toContain('Sitemap: http://shop.test/sitemap.xml');
  for (const path of ['/admin', '/order', '/my', '/api/', '/dev/']) expect(robots).toContain(`Disallow: ${path}\n`);
});

test('Bun’s codecs read what the shop draws', async () => {
  const { bytes } = await pictureAt(`/events/${eventId}/share.png`);
  expect(await bunImaging.fit(bytes, 'image/png', 300, 'image/jpeg')).toMatchObject({ width: 300, height: 157 });
});

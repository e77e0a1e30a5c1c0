import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

let shop: TestShop;
let organizer: Caller;
let eventId: number;

beforeEach(async () => {
  shop = await testShop();
  organizer = await shop.login('admin@public.test', { superAdmin: true });
  const made = await organizer.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Verein' });
  const { body } = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Waldlauf',
    organizerId: made.body.organizer.id,
    startTimestamp: '2026-03-01T07:00:00Z',
    endTimestamp: '2026-03-03T13:00:00Z',
    visible: true,
  });
  eventId = body.eventId;
});

const pageAt = async (path: string) => (await shop.visitor().fetch(path)).text();
const badgeAt = async (path: string) => /class="badge[^>]*>(?:<[^>]+>)*([^<]+)/.exec(await pageAt(path))?.[1];

async function addCompetition(timestamp: string, prices: object[]): Promise<void> {
  const made = await organizer.json<{ competition: { id: number } }>('POST', `/api/admin/competitions/${eventId}`, {
    title: 'Lauf',
    timestamp,
    totalTicketCount: 100,
  });
  const path = `/api/admin/competition-prices/${made.body.competition.id}`;
  for (const price of prices) await organizer.json('POST', path, { price: 1500, quantity: 100, ...price });
}

describe('the page of an event', () => {
  test('without competitions is no sold out one', async () => {
    expect(await pageAt(`/events/${eventId}`)).toContain('Schau bald wieder vorbei.');
    expect(await badgeAt(`/events/${eventId}`)).toBe('In Vorbereitung');
    // Without a description and a place the day alone describes it.
    expect(await pageAt(`/events/${eventId}`)).toContain('content="1. März 2026 bis 3. März 2026"');
  });

  test('opens when the competition of its first day is over, whatever prices that has', async () => {
    await addCompetition('2026-03-01T08:00:00Z', [
      { availableTo: '2026-03-02T12:00:00Z' },
      { availableFrom: '2026-03-02T12:00:01Z' },
    ]);
    expect((await shop.visitor().fetch(`/events/${eventId}`)).status).toBe(200);
    expect(await badgeAt(`/events/${eventId}`)).toBe('Anmeldung zu');
    expect(await pageAt('/?q=waldlauf')).not.toContain('15,00');
  });

  test('tells what an order costs beside its places, where it costs more', async () => {
    await addCompetition('2026-03-03T08:00:00Z', [{}]);
    const extras = async () =>
      (await pageAt(`/events/${eventId}`)).match(/[^<>]*(?:Bearbeitungsgebühr|Versand)[^<>]*/g);
    expect(await extras()).toBeNull();
    await organizer.json('PATCH', `/api/admin/events/${eventId}`, {
      processingFee: 149,
      shippingCosts: { defaultShippingCost: 990, countries: [{ countryCode: 'AT', cost: 395 }] },
    });
    const fee = 'Zum Startgeld kommt je Bestellung eine Bearbeitungsgebühr von 1,49\u00a0€ dazu.';
    expect(await extras()).toEqual([fee]);
    await organizer.json('PATCH', '/api/admin/competitions/1', { withShipping: true });
    const shipping =
      'Wird etwas verschickt, kommt je Bestellung der Versand dazu: 3,95\u00a0€ bis 9,90\u00a0€, je nach Land.';
    expect(await extras()).toEqual([fee, shipping]);
    await organizer.json('PATCH', '/api/admin/competition-prices/1', { price: 0 });
    expect(await extras()).toEqual([shipping]);
    await organizer.json('PATCH', `/api/admin/events/${eventId}`, { canceled: true });
    expect(await extras()).toBeNull();
  });

  test('says that a price takes a voucher', async () => {
    await addCompetition('2026-03-03T08:00:00Z', [{ onlyBuyableWithVoucher: true }]);
    expect(await pageAt(`/events/${eventId}`)).toContain('nur mit Gutschein');
  });
});

test('a page that is found under several addresses names one of them to search engines', async () => {
  const canonicalAt = async (path: string) => /rel="canonical" href="([^"]+)"/.exec(await pageAt(path))?.[1];
  await organizer.json('PUT', `/api/admin/events/${eventId}/shortlinks/waldlauf`);
  expect(await canonicalAt('/home')).toBe('http://shop.test/');
  expect(await canonicalAt('/home?lang=en-us')).toBe('http://shop.test/?lang=en-us');
  expect(await canonicalAt('/events/waldlauf')).toBe(`http://shop.test/events/${eventId}`);
  expect(await canonicalAt('/event-conditions/waldlauf?lang=de')).toBe(
    `http://shop.test/event-conditions/${eventId}?lang=de`,
  );
  expect(await pageAt('/events/waldlauf')).toContain(
    `hrefLang="en" href="http://shop.test/events/${eventId}?lang=en-us"`,
  );
});

test('the first page loads the pictures one sees, and the others when somebody gets there', async () => {
  for (let at = 0; at < 9; at++)
    await organizer.json('POST', `/api/admin/events/${eventId}/copy`, { title: `Lauf ${at}` });
  for (let id = eventId + 1; id < eventId + 10; id++)
    await organizer.json('PATCH', `/api/admin/events/${id}/visibility`, { visible: true });
  const html = await pageAt('/');
  expect(html.match(/class="event-card-picture"/g)).toHaveLength(10);
  expect(html.match(/loading="lazy"/g)).toHaveLength(7);
  expect(html.match(/<link rel="preload" as="image"/g)?.length).toBeLessThanOrEqual(4);
});

test('a calendar file names the zone, and after a change it replaces the one before', async () => {
  const file = async () => pageAt(`/events/${eventId}/calendar.ics`);
  const sequenceOf = (text: string) => Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1]);
  const before = await file();
  expect(before).toContain('DTSTART;TZID=Europe/Vienna:20260301T080000\r\n');
  expect(before).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Vienna\r\n');
  expect(before).toContain('STATUS:CONFIRMED\r\n');
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, { canceled: true, title: 'Lauf, „Wald“; \\o/' });
  const after = await file();
  expect(after).toContain('STATUS:CANCELLED\r\n');
  expect(after).toContain('SUMMARY:Lauf\\, „Wald“\\; \\\\o/\r\n');
  expect(sequenceOf(after)).toBeGreaterThan(sequenceOf(before));
});

describe('the way in', () => {
  const address = () => `/events/${eventId}/competitions?competition=`;

  test('asks a guest for the address at each competition, by a form that works without a script', async () => {
    await addCompetition('2026-03-03T08:00:00Z', [{}]);
    const page = await pageAt(`/events/${eventId}`);
    expect(page).not.toContain(`href="${address()}`);
    const [, id = ''] = /popoverTarget="(sign-up-\d+)"/i.exec(page) ?? [];
    const form = page.slice(page.indexOf(`id="${id}" popover`)).match(/<form[\s\S]*?<\/form>/)?.[0] ?? '';
    const to = /name="to" value="([^"]*)"/.exec(form)?.[1] ?? '';
    expect(to).toBe(address() + id.replace('sign-up-', ''));
    expect(form, 'one page for all guests').not.toContain('csrf');
    const guest = shop.visitor();
    const sent = await guest.form('/auth', { email: 'gast@public.test', to, way: 'alone' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, to]);
    const step = await (await guest.fetch(to)).text();
    expect(step).toContain('teams[0].participants[0].firstName');
    expect(await (await guest.fetch(`/events/${eventId}`)).text(), 'whoever is there goes on').toContain(
      `href="${to}"`,
    );
  });

  test('shows an address that is none once more, with its field', async () => {
    const answer = await shop.visitor().form('/auth', { email: 'gast@', to: `${address()}1`, way: 'alone' });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('value="gast@"');
    expect(page.indexOf('value="alone"')).toBeLessThan(page.indexOf('value="code"'));
  });
});

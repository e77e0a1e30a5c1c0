import { call } from '../support/crowd.ts';
import { expect, look, phoneFirst, test } from './fixtures.ts';

test('words without an end and a white label like a sentence stay on the page of an event', {
  tag: phoneFirst,
}, async ({ page, adminApi, server }) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützen';
  const made = await call(
    server,
    'POST',
    '/api/admin/events',
    {
      title: `${word}lauf`,
      location: `${word}platz 17`,
      organizerId: 1,
      whiteLabel: 'Alpenlauf und Freunde im Oberland',
      accentColor: '#ffdd00',
      startTimestamp: '2030-06-01T08:00:00Z',
      endTimestamp: '2030-06-01T12:00:00Z',
      visibleViaLink: true,
    },
    adminApi,
  );
  const { eventId } = made.json as { eventId: number };
  await page.goto(`/events/${eventId}`);
  const width = page.viewportSize()?.width ?? 0;
  const places = await page.locator('h1, .facts dd, .site-logo, .support-button').evaluateAll((all) =>
    all.map((each) => {
      const { right, top } = each.getBoundingClientRect();
      return { right, top: each.closest('.site-header') ? top : 0, isWhole: each.scrollWidth <= each.clientWidth + 1 };
    }),
  );
  expect(places.length).toBeGreaterThanOrEqual(5);
  for (const { right, top, isWhole } of places) {
    expect(right).toBeLessThanOrEqual(width);
    expect(top, 'the header has one row').toBeLessThan(24);
    expect(isWhole).toBe(true);
  }
  await look(page, 'event-long-words');

  // Nor do they push aside the events that somebody at a gate chooses from.
  const kept = adminApi.cookie.split('; ').map((pair) => pair.split('=') as [string, string]);
  await page.context().addCookies(kept.map(([name, value]) => ({ name, value, url: server.url })));
  await page.goto('/scan');
  await look(page, 'scan-long-words');
});

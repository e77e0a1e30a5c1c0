import { expect, test } from 'vitest';
import { managedRace } from '#modules/events/event/testing.ts';

const hrefsOf = (html: string): string[] =>
  [...html.matchAll(/<a href="([^"]*)" data-hit=""/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&'));

async function scene() {
  const at = await managedRace();
  const find = async (q: string, query = `&event=${at.eventId}`, who = at.organizer) =>
    hrefsOf(await (await who.fetch(`/admin/search?q=${encodeURIComponent(q)}${query}`)).text());
  return { ...at, find };
}

test.each([
  ['stornoschutz', '/admin/cancellation-protection/{event}'],
  ['Cancellation prot', '/admin/cancellation-protection/{event}'],
  ['verlosung', '/admin/events/{event}/features#lottery'],
  ['draw', '/admin/events/{event}/features#lottery'],
  ['Warteliste', '/admin/events/{event}/features#waitlist'],
  ['waiting list', '/admin/events/{event}/features#waitlist'],
  ['vormerken', '/admin/events/{event}/features#placeHolds'],
  ['umsatzsteuer', '/admin/events/{event}/settings/sale#field-vat'],
  ['geburtsdatum', '/admin/events/{event}/settings/people#field-asksBirthDate'],
  ['date of birth', '/admin/events/{event}/settings/people#field-asksBirthDate'],
  ['startnummern', '/admin/events/{event}/bibs'],
  ['absagen', '/admin/events/{event}/cancel'],
])('the search finds the page or setting of "%s" in both languages', async (q, href) => {
  const { find, eventId, organizer } = await scene();
  const wanted = href.replace('{event}', String(eventId));
  expect(await find(q)).toContain(wanted);
  // Without an event on the page it is the next one.
  expect(await find(q, '')).toContain(wanted);
  await organizer.json('PATCH', '/api/settings', { language: 'en-us' });
  expect(await find(q, '&list=')).toContain(wanted);
});

test('pages of events of others, and those that the role may not open, are not found', async () => {
  const { shop, admin, find, eventId, organizerId } = await scene();
  const stranger = await shop.login('fremd@event.test');
  const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Andere' });
  await admin.json('POST', `/api/admin/organizers/${body.organizer.id}/users`, { email: 'fremd@event.test' });
  expect((await find('verlosung', `&event=${eventId}`, stranger)).filter((href) => href.includes('/events/'))).toEqual(
    [],
  );
  await admin.json('POST', `/api/admin/organizers/${organizerId}/users`, { email: 'geld@event.test', role: 'finance' });
  const finance = await shop.login('geld@event.test');
  expect(await find('umsatzsteuer', undefined, finance)).toEqual([]);
  expect(await find('zahlungen', undefined, finance)).toEqual([`/admin/events/${eventId}/payouts`]);
});

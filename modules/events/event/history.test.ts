import { expect, test } from 'vitest';
import { managedRace } from './testing.ts';

test('the history says who changed what, before and after, whatever way it came', async () => {
  const { shop, admin, organizer, other, eventId, runPriceId, path, organizerId } = await managedRace();
  await organizer.json('PATCH', `/api/admin/competition-prices/${runPriceId}`, { price: 3500 });
  await other.form(`${path}/shortlinks`, { shortlink: 'lauf' });
  await organizer.json('DELETE', `/api/admin/events/${eventId}/shortlinks/lauf`);
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, { title: 'Donaulauf' });
  await admin.json('DELETE', `/api/admin/organizers/${organizerId}/events/${eventId}`);
  const page = await (await organizer.fetch(`${path}/history`)).text();
  const said = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(said).toMatch(/Preis geändert: 10 km .*erste@event\.test.* 30,00\s€ 35,00\s€/);
  expect(said).toMatch(/Kurzlink angelegt: lauf .*zweite@event\.test/);
  expect(said).toMatch(/Kurzlink gelöscht: lauf/);
  expect(said.match(/Veranstaltung geändert/g), 'the same title is no change').toBeNull();
  await expect(
    shop.deps.write((work) => work.tx.run('delete from event_audits')),
    'entries stay',
  ).rejects.toThrow();
});

test('a copy and a new event tell who made them', async () => {
  const { organizer, eventId } = await managedRace();
  const { body } = await organizer.json<{ copiedEventId: number }>('POST', `/api/admin/events/${eventId}/copy`, {
    title: 'Kopie',
  });
  const made = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', { title: 'Neu' });
  for (const id of [body.copiedEventId, made.body.eventId])
    expect(await (await organizer.fetch(`/admin/events/${id}/history`)).text()).toContain('Veranstaltung angelegt');
});

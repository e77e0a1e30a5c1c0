import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { shown } from '#tests/support/shown.ts';
import { managedRace } from '../event/testing.ts';

test('records who changed what, before and after, by page and API', async () => {
  const { shop, admin, organizer, other, eventId, runPriceId, path, organizerId } = await managedRace();
  await organizer.json('PATCH', `/api/admin/competition-prices/${runPriceId}`, { price: 3500 });
  await other.form(`${path}/shortlinks`, { shortlink: 'lauf' });
  await organizer.json('DELETE', `/api/admin/events/${eventId}/shortlinks/lauf`);
  await organizer.json('PATCH', `/api/admin/events/${eventId}`, { title: 'Donaulauf' });
  await admin.json('DELETE', `/api/admin/organizers/${organizerId}/events/${eventId}`);
  const page = await (await organizer.fetch(`${path}/history`)).text();
  const said = shown(page)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(said).toMatch(/Preis geändert: 10 km .*erste@event\.test.* 30,00\s€ 35,00\s€/);
  expect(said).toMatch(/Kurzlink angelegt: lauf .*zweite@event\.test/);
  expect(said).toMatch(/Kurzlink gelöscht: lauf/);
  expect(said.match(/Veranstaltung geändert/g), 'the same title is no change').toBeNull();
  await expect(
    shop.deps.write((work) => work.tx.run('delete from event_audits')),
    'entries stay',
  ).rejects.toThrow();
});

test('times, competitions and choices of the timing, the numbers and the results are told in words', async () => {
  const { organizer, eventId, runId, path } = await managedRace();
  const [event, competition] = [`/api/admin/events/${eventId}`, `/api/admin/competitions/${runId}`];
  await organizer.json('PATCH', `${event}/race-result-data`, {
    syncStopDate: '2026-06-01T06:00:00+02:00',
    competitions: [{ competitionId: runId, rrContestId: 7 }],
  });
  await organizer.json('POST', `${event}/bib-ranges`, { competitionId: runId, first: 1, last: 99 });
  await organizer.json('PATCH', `${competition}/result-settings`, { classPreset: 'tens', teamsBy: 'team' });
  const said = shown(await (await organizer.fetch(`${path}/history`)).text())
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(said).toMatch(/Nichts mehr schicken ab 01\.06\.2026, 06:00 .*Nummern der Bewerbe 10 km: 7/);
  expect(said).toMatch(/Nummernbereich angelegt: 1–99 .*Bewerb 10 km/);
  expect(said).toMatch(/Altersklassen .*alle 10 Jahre.*Teamwertung .*nach angemeldeten Teams/);
  expect(said).not.toMatch(/\b(tens|fives)\b/);
});

test('the day on which an age counts and the kind of a question are told in words', async () => {
  const { organizer, eventId, runId, path } = await managedRace();
  const change = { ageCheckMode: 'givenDate', ageCheckDate: '2026-12-31' };
  await organizer.json('PATCH', `/api/admin/competitions/${runId}`, change);
  const question = { name: { de: 'Essen', en: 'Meal' }, type: 'textarea' };
  await organizer.json('POST', `/api/admin/events/${eventId}/form-fields`, question);
  const said = async (language: string) =>
    shown(await (await organizer.fetch(`${path}/history?lang=${language}`)).text())
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
  expect(await said('de')).toMatch(/Typ Langer Text .*Stichtag 31\.12\.2026/);
  expect(await said('en-us')).toMatch(/Type Long text .*Cut-off date 12\/31\/2026/);
});

test('a rate of tax is percent in calls, forms and the history, and whole basis points in the tables', async () => {
  const { shop, organizer, eventId, shirtId, path } = await managedRace();
  const changed = await organizer.json<{ event: { vat: number } }>('PATCH', `/api/admin/events/${eventId}`, {
    vat: 8.1,
  });
  expect(changed.body.event.vat).toBe(8.1);
  const rate = async (vat: number | null) => {
    const change = { vat };
    const { body } = await organizer.json<{ article: typeof change }>(
      'PATCH',
      `/api/admin/articles/${shirtId}`,
      change,
    );
    return body.article.vat;
  };
  expect([await rate(5.5), await rate(null), await rate(7.7)]).toEqual([5.5, null, 7.7]);
  const stored = await shop.deps.read.all(sql`select (select vat_basis_points from events where id = ${eventId}) event,
    (select vat_basis_points from articles where id = ${shirtId}) article`);
  expect(stored).toEqual([{ event: 810, article: 770 }]);
  const shown = async (page: string) => (await organizer.fetch(`${path}/${page}`)).text();
  const valueIn = (html: string) => /name="vat"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="vat"/.exec(html)?.[1];
  expect([valueIn(await shown('settings/sale')), valueIn(await shown(`articles/${shirtId}`))]).toEqual(['8,1', '7,7']);
  const said = (await shown('history')).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(said).toMatch(/20\s% 8,1\s%/);
  expect(said).toMatch(/5,5\s% –/);
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

import { expect, test } from 'vitest';
import { fillEvent } from '#tests/support/big-event.ts';
import { testShop } from '#tests/support/shop.ts';
import { isBeingUndone } from './read-results.ts';
import { importFile, openRace } from './testing.ts';
import { undoPortion } from './undo-import.ts';

test('20,000 people start, are imported and found, and nobody waits for it', { timeout: 120_000 }, async () => {
  const shop = await testShop();
  const race = await openRace(shop);
  const { eventId } = await fillEvent(shop.deps.config.dataDir, 10_000);
  expect(eventId).toBe(race.eventId);
  await race.organizer.json('PATCH', `/api/admin/events/${eventId}/result-settings`, { showsStartList: true });
  const visitor = shop.visitor();
  const open = (query: string) => visitor.fetch(`/events/${eventId}/startlist${query}`).then((answer) => answer.text());
  const first = await open('');
  expect(first).toContain('20.000 Personen');
  const found = await open('?q=jurgen+12345');
  expect(found).toContain('Jürgen 12345');
  expect(await open('?sort=bib&dir=desc&page=100')).toContain('Jürgen');
  const lines = Array.from({ length: 20_000 }, (_, bib) => `${bib};${30 + (bib % 30)}:${10 + (bib % 49)},${bib % 10}`);
  const file = ['Startnummer;Zeit', ...lines].join('\n');
  const imported = await importFile(race.organizer, eventId, file);
  expect(imported.rows.filter(({ outcome }) => outcome === 'new').length).toBe(20_000);
  await race.publish();
  const results = (query: string) => visitor.fetch(`/events/${eventId}/results/${race.runId}${query}`);
  const board = await results('').then((answer) => answer.text());
  expect(board).toContain('20.000 Ergebnisse');
  await race.publish(true, { teamsBy: 'club', teamSize: 2 });
  expect(await results('?view=teams').then((answer) => answer.text())).toContain('LC Linz');
  expect(await results('?q=jurgen+12345').then((answer) => answer.text())).toContain('Jürgen 12345');
  expect((await results('?q=muller&gender=female&class=W45&page=50')).status).toBe(200);
  const undo = `/api/admin/events/${eventId}/results/undo/${imported.importId}`;
  const started = await race.organizer.json<{ imports: { isBeingUndone: boolean }[] }>('POST', undo);
  expect(started.body.imports[0]?.isBeingUndone).toBe(true);
  // Nothing else changes results meanwhile, and whoever books waits for a portion alone.
  expect(await importFile(race.organizer, eventId, file)).toMatchObject({
    status: 409,
    code: 'RESULTS_UNDO_UNDER_WAY',
  });
  let portions = 0;
  for (let left = true; left; portions += 1) {
    await shop.deps.write((work) => undoPortion(work, imported.importId ?? 0));
    left = await isBeingUndone(shop.deps.read, eventId);
  }
  expect(portions).toBe(40);
  expect(
    (await race.organizer.json<{ competitions: { results: number }[] }>('GET', `/api/admin/events/${eventId}/results`))
      .body.competitions[0]?.results,
  ).toBe(0);
  const [again] = (await importFile(race.organizer, eventId, 'Startnummer;Zeit\n7;40:00')).rows;
  expect(again?.outcome).toBe('new');
});

import { expect, test } from 'vitest';
import { fillEvent } from '#tests/support/big-event.ts';
import { testShop } from '#tests/support/shop.ts';
import { isBeingUndone } from './read-results.ts';
import { importFile, openRace } from './testing.ts';
import { undoPortion } from './undo-import.ts';

/** What this process itself took, in milliseconds, for others may be at work beside it. */
async function taken<T>(run: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage().user;
  const answer = await run();
  return [answer, (process.cpuUsage().user - before) / 1000];
}

test('20,000 people start, are imported and found, and nobody waits for it', { timeout: 120_000 }, async () => {
  const shop = await testShop();
  const race = await openRace(shop);
  const { eventId } = await fillEvent(shop.deps.config.dataDir, 10_000);
  expect(eventId).toBe(race.eventId);
  await race.organizer.json('PATCH', `/api/admin/events/${eventId}/result-settings`, { showsStartList: true });
  const visitor = shop.visitor();
  const open = (query: string) => visitor.fetch(`/events/${eventId}/startlist${query}`).then((answer) => answer.text());
  const [first, firstMs] = await taken(() => open(''));
  expect(first).toContain('20.000 Personen');
  const [found, foundMs] = await taken(() => open('?q=jurgen+12345'));
  expect(found).toContain('Jürgen 12345');
  const [, sortedMs] = await taken(() => open('?sort=bib&dir=desc&page=100'));
  const lines = Array.from({ length: 20_000 }, (_, bib) => `${bib};${30 + (bib % 30)}:${10 + (bib % 49)},${bib % 10}`);
  const file = ['Startnummer;Zeit', ...lines].join('\n');
  const [imported, importMs] = await taken(() => importFile(race.organizer, eventId, file));
  expect(imported.rows.filter(({ outcome }) => outcome === 'new').length).toBe(20_000);
  await race.publish();
  const results = (query: string) => visitor.fetch(`/events/${eventId}/results/${race.runId}${query}`);
  const [board, boardMs] = await taken(() => results('').then((answer) => answer.text()));
  expect(board).toContain('20.000 Ergebnisse');
  // Nobody makes the list anew as long as nothing happened to anybody's order.
  shop.clock.advance(6000);
  const [, laterMs] = await taken(() => results('?page=7').then((answer) => answer.text()));
  await race.publish(true, { teamsBy: 'club', teamSize: 2 });
  await results('').then((answer) => answer.text());
  const [, teamsMs] = await taken(() => results('?view=teams').then((answer) => answer.text()));
  const [, warmMs] = await taken(() => results('?q=jurgen+123').then((answer) => answer.text()));
  expect([laterMs < 300, teamsMs < 300, warmMs < 300]).toEqual([true, true, true]);
  const [, searchMs] = await taken(() => results('?q=muller&gender=female&class=W45&page=50'));
  const undo = `/api/admin/events/${eventId}/results/undo/${imported.importId}`;
  const started = await race.organizer.json<{ imports: { isBeingUndone: boolean }[] }>('POST', undo);
  expect(started.body.imports[0]?.isBeingUndone).toBe(true);
  // Nothing else changes results meanwhile, and whoever books waits for a portion alone.
  expect(await importFile(race.organizer, eventId, file)).toMatchObject({
    status: 409,
    code: 'RESULTS_UNDO_UNDER_WAY',
  });
  const undoMs: number[] = [];
  for (let left = true; left; ) {
    const at = performance.now();
    await shop.deps.write((work) => undoPortion(work, imported.importId ?? 0));
    undoMs.push(performance.now() - at);
    left = await isBeingUndone(shop.deps.read, eventId);
  }
  expect(undoMs.length).toBe(40);
  expect(
    (await race.organizer.json<{ competitions: { results: number }[] }>('GET', `/api/admin/events/${eventId}/results`))
      .body.competitions[0]?.results,
  ).toBe(0);
  const [again] = (await importFile(race.organizer, eventId, 'Startnummer;Zeit\n7;40:00')).rows;
  expect(again?.outcome).toBe('new');
  if (process.env.SHOW_TIMES)
    console.log({
      firstMs,
      foundMs,
      sortedMs,
      importMs,
      boardMs,
      laterMs,
      teamsMs,
      warmMs,
      searchMs,
      undoMs: Math.max(...undoMs),
    });
  expect([firstMs < 3000, foundMs < 600, sortedMs < 800, importMs < 15_000, boardMs < 4000, searchMs < 600]).toEqual(
    Array.from({ length: 6 }, () => true),
  );
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { runner } from '#modules/orders/testing.ts';
import { hours, instant, minutes } from '#src/kernel/time.ts';
import { orderPaid, rrId, shopWithTiming, type TimingShop } from '../testing.ts';
import { fetchDueResults } from './fetch-job.ts';

type Result = { participant_id: number; time_ms: number | null; status: string; splits: string; bib: string | null };
const resultsOf = ({ shop }: TimingShop): Promise<Result[]> =>
  shop.deps.read.all<Result>(
    sql`select participant_id, time_ms, status, splits, bib from results order by participant_id`,
  );
const resultFields = { resultTimeField: 'Finish.CHIP', resultSplits: '5 km=Split1.CHIP' };

async function raced() {
  const at = await shopWithTiming();
  await at.setUp(resultFields);
  const { participantIds } = await orderPaid(at, at.race, [
    runner({ firstName: 'Ada' }),
    runner({ firstName: 'Ben' }),
    runner({ firstName: 'Cem' }),
    runner({ firstName: 'Dora' }),
  ]);
  await at.sync();
  const path = `/api/admin/events/${at.race.eventId}/race-result/results`;
  const fetched = () => at.admin.json<{ made: number; changed: number; unknown: number }>('POST', path);
  return { at, participantIds, fetched };
}

test('stores times with state and splits for known participants only', async () => {
  const { at, participantIds, fetched } = await raced();
  await at.simulator.change(rrId, 1, { 'Finish.CHIP': '0:41:02.3', 'Split1.CHIP': '20:10' });
  // A number that was changed there is still the same person's.
  await at.simulator.change(rrId, 2, { 'Finish.CHIP': '2710.5', Bib: 4321 });
  await at.simulator.change(rrId, 3, { Status: 3 });
  at.simulator.event(rrId)?.participants.push({ ID: 99, Bib: 999, Status: 0, ForeignKey: '', 'Finish.CHIP': '39:00' });
  expect(await fetched()).toMatchObject({ status: 200, body: { made: 3, changed: 0, unknown: 1 } });
  const [ada, ben, cem] = participantIds;
  expect(await resultsOf(at)).toEqual([
    {
      participant_id: ada,
      time_ms: 2_462_300,
      status: 'finished',
      splits: '[{"name":"5 km","timeMs":1210000}]',
      bib: '101',
    },
    { participant_id: ben, time_ms: 2_710_500, status: 'finished', splits: '[]', bib: '4321' },
    { participant_id: cem, time_ms: null, status: 'dnf', splits: '[]', bib: '103' },
  ]);
  expect(await fetched()).toMatchObject({ body: { made: 0, changed: 0 } });
  // A time that is taken away there overwrites nothing; who is back in the race has a time.
  await at.simulator.change(rrId, 1, { 'Finish.CHIP': '' });
  await at.simulator.change(rrId, 3, { Status: 0, 'Finish.CHIP': '55:00' });
  expect(await fetched()).toMatchObject({ body: { made: 0, changed: 1 } });
  expect(await resultsOf(at)).toMatchObject([
    { time_ms: 2_462_300 },
    { time_ms: 2_710_500 },
    { time_ms: 3_300_000, status: 'finished' },
  ]);
  const entries = await at.shop.deps.read.all<{ n: number }>(
    sql`select count(*) n from event_audits where kind = 'results' and action = 'created'`,
  );
  expect(entries).toEqual([{ n: 2 }]);
});

test('does not count a participant taken out of the race as unknown', async () => {
  const { at, fetched } = await raced();
  at.simulator.event(rrId)?.participants.push({ ID: 98, Bib: 998, Status: 5, ForeignKey: '' });
  await at.simulator.change(rrId, 2, { 'Finish.CHIP': '41:00' });
  expect(await fetched()).toMatchObject({ body: { made: 1, unknown: 0 } });
});

test('an undone fetch stops automatic fetching', async () => {
  const { at } = await raced();
  const { shop, race } = at;
  const begins = instant(shop.clock() - hours(1));
  await shop.deps.write((work) =>
    updateEvent(work, race.eventId, { startTimestamp: begins, endTimestamp: instant(begins + hours(5)) }),
  );
  await at.setUp({ ...resultFields, fetchesResults: true });
  await at.simulator.change(rrId, 1, { 'Finish.CHIP': '41:02' });
  await fetchDueResults(shop.deps);
  expect(await resultsOf(at)).toHaveLength(1);
  const path = `/api/admin/events/${race.eventId}`;
  const { body } = await at.admin.json<{ imports: { id: number }[] }>('GET', `${path}/results`);
  const undone = await at.admin.form(`/admin/events/${race.eventId}/results/imports/${body.imports[0]?.id}/undo`, {});
  const page = await (await at.admin.fetch(undone.headers.get('location') ?? '')).text();
  expect(page).toContain('Zeiten von RACE RESULT kommen ab jetzt nur noch auf Knopfdruck.');
  shop.clock.advance(minutes(20));
  await fetchDueResults(shop.deps);
  expect(await resultsOf(at)).toEqual([]);
  expect(await shop.deps.read.all(sql`select fetches_results n from race_result_settings`)).toEqual([{ n: 0 }]);
  expect((await at.admin.json('POST', `${path}/race-result/results`)).body).toMatchObject({ made: 1 });
});

test('without a list or a field for times, or when nobody answers, nothing is a result, and the page says why', async () => {
  const { at, fetched } = await raced();
  await at.simulator.change(rrId, 1, { 'Finish.CHIP': '41:02' });
  at.simulator.misbehaviour.failNext({ command: 'data/list', kind: 'drop' });
  expect(await fetched()).toMatchObject({ status: 409, body: { code: 'RR_NO_ANSWER' } });
  at.simulator.misbehaviour.failNext({ command: 'data/list', kind: 'garbage' });
  expect(await fetched()).toMatchObject({ status: 409, body: { code: 'RR_NO_ANSWER' } });
  expect(await resultsOf(at)).toEqual([]);
  const page = await (await at.admin.fetch(`/admin/events/${at.race.eventId}/timing?lang=de`)).text();
  expect(page).toContain('Die Antwort passt nicht zur Adresse.');
  // A field that there is not is named, and no advice to wait stands beside it.
  await at.setUp({ ...resultFields, resultTimeField: 'Finish.NET' });
  const refused = await at.admin.form(`/admin/events/${at.race.eventId}/timing/results`, {});
  const refusalPage = await (await at.admin.fetch(`${refused.headers.get('location')}&lang=de`)).text();
  expect(
    refusalPage.split('RACE RESULT hat die Abfrage abgelehnt. RACE RESULT sagt: field not found: Finish.NET'),
  ).toHaveLength(3);
  expect(refusalPage).not.toContain('Versuch es in ein paar Minuten');
  await at.setUp(resultFields);
  expect(await fetched()).toMatchObject({ status: 200, body: { made: 1 } });
  await at.setUp({ ...resultFields, resultTimeField: null });
  expect(await fetched()).toMatchObject({ status: 409, body: { code: 'RR_NOT_SET_UP' } });
  const wrong = await at.admin.json('PATCH', `/api/admin/events/${at.race.eventId}/race-result-data`, {
    resultSplits: '5 km',
  });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test('while the race runs times come by themselves, less often as long as nothing is new, and end with it', async () => {
  const { at } = await raced();
  const { shop, race } = at;
  const begins = instant(shop.clock() + hours(5));
  await shop.deps.write((work) =>
    updateEvent(work, race.eventId, { startTimestamp: begins, endTimestamp: instant(begins + hours(2)) }),
  );
  await at.setUp({ ...resultFields, fetchesResults: true, syncStopDate: '2026-01-01T00:00:00Z' });
  at.simulator.calls.length = 0;
  const looks = () => at.calls('data/list').length;
  const pass = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      await fetchDueResults(shop.deps);
      shop.clock.advance(minutes(1));
    }
  };
  await pass(300);
  expect(looks()).toBe(0);
  await pass(60);
  // At once, then after 2, 4, 8 and 15 minutes each.
  const quiet = looks();
  expect(quiet).toBeGreaterThan(4);
  expect(quiet).toBeLessThan(9);
  await at.simulator.change(rrId, 1, { 'Finish.CHIP': '41:02' });
  await pass(20);
  expect(await resultsOf(at)).toMatchObject([{ time_ms: 2_462_000 }]);
  // Two at once ask once.
  shop.clock.advance(minutes(15));
  const before = looks();
  await Promise.all([fetchDueResults(shop.deps), fetchDueResults(shop.deps)]);
  expect(looks()).toBe(before + 1);
  shop.clock.advance(hours(9));
  await pass(30);
  const over = looks();
  await pass(30);
  expect(looks()).toBe(over);
  await at.simulator.change(rrId, 2, { 'Finish.CHIP': '42:02' });
  await pass(5);
  expect(await resultsOf(at)).toHaveLength(1);
});

import { applyRunsJob, createRange, previewAssignment, startRun } from '#modules/bibs/index.ts';
import { createDevice } from '#modules/checkin/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { saveCompetitionLists, saveEventLists, saveResults, startersOf } from '#modules/results/index.ts';
import { present } from '#src/kernel/assert.ts';
import { days, type Instant, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Happening } from './at.ts';

/**
 * Race days of the demo: the past race has numbers and public results; the next one has numbers, a gate device and a start list.
 * RACE RESULT can be connected by one press.
 */
export function raceDaysOfDemo(
  now: Instant,
  { overId, nextId, editorId }: { overId: number; nextId: number; editorId: number },
): Happening[] {
  return [
    {
      // Later payments have no number, as in reality.
      at: instant(now - days(43)),
      happens: (then) => numberEverybody(then, { eventId: overId, editorId }, { first: 1, size: 300, reserve: 20 }),
    },
    { at: instant(now - days(35)), happens: (then) => bringResults(then, { eventId: overId, editorId }) },
    {
      // After the last bank file of the same moment.
      at: plus(now, 1),
      async happens(then) {
        await numberEverybody(then, { eventId: nextId, editorId }, { first: 101, size: 60, reserve: 5 });
        await then.write((work) =>
          createDevice(work, { eventId: nextId, editorId, gate: 'Rathausplatz', mayHandOut: true }),
        );
        const { event } = await catalog(then, nextId);
        await then.write((work) =>
          saveEventLists(work, { userId: editorId }, { eventId: nextId, title: event.title }, { showsStartList: true }),
        );
      },
    },
  ];
}

type OfEvent = { eventId: number; editorId: number };

const catalog = async ({ read }: Deps, eventId: number): Promise<Catalog> =>
  present(await catalogOf(read, eventId), 'a demo event exists');

/** A range per competition, and a number for each paid participant. */
async function numberEverybody(
  then: Deps,
  { eventId, editorId }: OfEvent,
  { first, size, reserve }: { first: number; size: number; reserve: number },
): Promise<void> {
  for (const [n, { id: competitionId }] of (await catalog(then, eventId)).competitions.entries()) {
    const begin = first + n * 500;
    const range = { competitionId, first: begin, last: begin + size - 1, block: 0, gap: 0, reserve };
    await then.write((work) => createRange(work, { eventId, editorId, ...range }));
  }
  const options = { sequence: 'name', seedFieldId: null, competitionIds: null, reassign: false } as const;
  const runId = await previewAssignment(then, { eventId, editorId }, options);
  await then.write((work) => startRun(work, { eventId, runId }));
  const job = applyRunsJob(then);
  while (await job.run());
}

/** A results file, with one who did not finish and one who did not start. */
async function bringResults(then: Deps, { eventId, editorId }: OfEvent): Promise<void> {
  const starters = (await startersOf(then.read, eventId))
    .filter(({ bib }) => bib !== null)
    .toSorted((one, other) => one.id - other.id);
  const { competitions } = await catalog(then, eventId);
  const [long] = competitions;
  const rows = starters.map(({ id, competitionId, bib }, n) => {
    const of = { competitionId, participantId: id, bib };
    if (n === 5) return { ...of, status: 'dnf' as const };
    if (n === 11) return { ...of, status: 'dns' as const };
    const isLong = competitionId === long?.id;
    const timeMs = minutes(isLong ? 47 : 19) + ((n * 7919) % (isLong ? 2400 : 1100)) * 1000 + ((n * 37) % 10) * 100;
    const splits = isLong ? [{ name: '6 km', timeMs: Math.round(timeMs * (0.46 + (n % 5) / 100)) }] : [];
    return { ...of, timeMs, splits };
  });
  await then.write((work) =>
    saveResults(work, { eventId, source: 'file', fileName: 'weinberglauf.csv', editorId, rows }),
  );
  for (const competition of competitions)
    await then.write((work) => saveCompetitionLists(work, { userId: editorId }, competition, { isPublished: true }));
}

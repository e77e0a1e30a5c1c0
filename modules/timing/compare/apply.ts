import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import { changeParticipant } from '#modules/orders/index.ts';
import type { ParticipantData } from '#modules/orders/rules/participant.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { saveFields } from '../queue/calls.ts';
import type { CallDeps } from '../queue/client.ts';
import { endLease, extendLease, type Lease, takeLease } from '../queue/lease.ts';
import { pushOf } from '../queue/read-pushes.ts';
import { takeBib } from '../queue/take-bib.ts';
import { personHere } from '../read-person.ts';
import { type Settings, settingsOf } from '../read-settings.ts';
import { isComparedField, mayWin, type Winner } from '../rules/differences.ts';
import { fieldsHere, fromTimingValue } from '../rules/fields.ts';
import { refuse } from '../rules/problems.ts';
import { raceResultDifferences, raceResultPushes, raceResultRuns } from '../schema.ts';
import { latestRun, type Run } from './look.ts';

type Row = typeof raceResultDifferences.$inferSelect;
export type Winners = Readonly<Partial<Record<string, Winner>>>;

const setRun = ({ tx }: Work, id: number, state: Run['state']) =>
  tx.update(raceResultRuns).set({ state }).where(eq(raceResultRuns.id, id));

/** @throws Problem RR_RUN_OVER when the run is not the latest or has another state */
async function runInState(work: Work, eventId: number, runId: number, state: Run['state']): Promise<Run> {
  const run = await latestRun(work.tx, eventId);
  return run?.id === runId && run.state === state ? run : refuse('RR_RUN_OVER');
}

/** Stores the winner of each field; a job applies them. Fields without a winner and empty values change nothing. */
export async function applyRun(
  work: Work,
  input: { eventId: number; runId: number; winners: Winners; editor: Pick<Viewer, 'userId'> },
): Promise<void> {
  const { eventId, runId, winners, editor } = input;
  await runInState(work, eventId, runId, 'open');
  const rows = await work.tx.select().from(raceResultDifferences).where(eq(raceResultDifferences.runId, runId));
  for (const winner of ['ours', 'theirs'] as const) {
    const ids = rows.filter((row) => winners[row.field] === winner && mayWin(row).includes(winner)).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += 1000)
      await work.tx
        .update(raceResultDifferences)
        .set({ winner })
        .where(inArray(raceResultDifferences.id, ids.slice(at, at + 1000)));
  }
  await setRun(work, runId, 'applying');
  const changes = Object.entries(winners).map(([field, winner]) => ({
    field: `timing.compare.${field}`,
    before: null,
    after: winner,
  }));
  await tell(work, eventId, editor, runId, changes);
}

/** The same job restores what the run changed. */
export async function undoRun(
  work: Work,
  { eventId, runId, editor }: { eventId: number; runId: number; editor: Pick<Viewer, 'userId'> },
): Promise<void> {
  await runInState(work, eventId, runId, 'applied');
  await setRun(work, runId, 'undoing');
  await tell(work, eventId, editor, runId, [{ field: 'timing.compare.undone', before: null, after: true }]);
}

const tell = (
  work: Work,
  eventId: number,
  editor: Pick<Viewer, 'userId'>,
  runId: number,
  changes: { field: string; before: unknown; after: unknown }[],
): Promise<void> =>
  addEventEntries(work, editor, eventId, [
    { kind: 'timing', action: 'changed', recordId: runId, name: 'RACE RESULT', changes },
  ]);

const longestRunMs = 20_000;

/** Works on all decided runs. Returns whether more is due at once. */
async function workOnRuns(deps: CallDeps, elapsed: () => number = () => performance.now()): Promise<boolean> {
  const until = elapsed() + longestRunMs;
  const runs = await deps.read
    .select()
    .from(raceResultRuns)
    // Matches the index.
    .where(sql`state in ('applying', 'undoing')`);
  let isMore = false;
  for (const run of runs) {
    const lease = await takeLease(deps, run.eventId);
    if (!lease) continue;
    try {
      isMore = (await advance(deps, lease, run, () => elapsed() < until)) || isMore;
    } finally {
      await endLease(deps, lease);
    }
  }
  return isMore;
}

async function advance(deps: CallDeps, lease: Lease, run: Run, hasTime: () => boolean): Promise<boolean> {
  const isUndo = run.state === 'undoing';
  const state = isUndo ? 'done' : 'open';
  for (;;) {
    const [next] = await deps.read
      .select({ participantId: raceResultDifferences.participantId })
      .from(raceResultDifferences)
      .where(
        and(
          eq(raceResultDifferences.runId, run.id),
          eq(raceResultDifferences.state, state),
          isNotNull(raceResultDifferences.winner),
        ),
      )
      .orderBy(asc(raceResultDifferences.id))
      .limit(1);
    if (!next) {
      await deps.write((work) => end(work, run));
      return false;
    }
    if (!hasTime()) return true;
    const rows = await deps.read
      .select()
      .from(raceResultDifferences)
      .where(
        and(
          eq(raceResultDifferences.runId, run.id),
          eq(raceResultDifferences.participantId, next.participantId),
          eq(raceResultDifferences.state, state),
          isNotNull(raceResultDifferences.winner),
        ),
      );
    if (!(await settle(deps, lease, rows, isUndo))) return false;
  }
}

/** Settles one participant. Returns false when the call must wait. */
async function settle(deps: CallDeps, lease: Lease, rows: readonly Row[], isUndo: boolean): Promise<boolean> {
  const done: Row['state'] = isUndo ? 'undone' : 'done';
  // Empty values never overwrite, not even on undo.
  const isBack = (row: Row): boolean => (row.winner === 'ours' ? row.theirs : row.ours) !== '';
  const able = isUndo ? rows.filter(isBack) : rows;
  const left = rows.filter((row) => !able.includes(row));
  if (left.length > 0) await deps.write((work) => mark(work, left, 'left'));
  const goingThere = able.filter(({ winner }) => winner === 'ours');
  const comingHere = able.filter(({ winner }) => winner === 'theirs');
  const settings = await settingsOf(deps.read, lease.eventId);
  for (const row of comingHere)
    await deps.write(async (work) => {
      if (!(await extendLease(work, lease))) return;
      const error = await takeHere(work, settings, row, isUndo ? row.ours : row.theirs);
      await mark(work, [row], error === null ? done : 'failed', error);
    });
  if (goingThere.length === 0) return true;
  const values = Object.fromEntries(
    goingThere.map((row) => [row.field, numbered(row.field, isUndo ? row.theirs : row.ours)]),
  );
  const participantId = goingThere[0]?.participantId ?? 0;
  const push = await pushOf(deps.read, participantId);
  const bib = push?.bibThere ?? (await personHere(deps.read, participantId))?.rrBib ?? null;
  const bibRow = rows.find(({ field }) => field === 'Bib');
  // RACE RESULT still knows the number that it reported.
  const known = bibRow ? (isUndo ? bibRow.ours : bibRow.theirs) : bib;
  if (settings.saveFieldsUrl === null || !(push?.pid || known)) {
    await deps.write((work) => mark(work, goingThere, 'failed', 'noBib'));
    return true;
  }
  const who = push?.pid ? { pid: push.pid } : { bib: known ?? '' };
  const answer = await saveFields(deps, settings.saveFieldsUrl, who, values);
  if (!answer.ok && ('later' in answer || (answer.error !== 'refused' && answer.error !== 'unexpected'))) return false;
  await deps.write(async (work) => {
    if (!(await extendLease(work, lease))) return;
    const error = answer.ok ? null : 'message' in answer ? answer.message || 'refused' : 'refused';
    await mark(work, goingThere, error === null ? done : 'failed', error);
    const bibThere = values.Bib;
    if (error === null && bibThere !== undefined)
      await work.tx
        .update(raceResultPushes)
        .set({ bibThere: String(bibThere) })
        .where(eq(raceResultPushes.participantId, participantId));
  });
  return true;
}

const numbered = (field: string, value: string): string | number =>
  field === 'Bib' || field === 'Contest' ? Number(value) : value;

/** Applies one value of RACE RESULT here. Refusals are reported. */
async function takeHere(work: Work, settings: Settings, row: Row, value: string): Promise<string | null> {
  const { field, participantId } = row;
  if (!isComparedField(field) || field === 'Contest') return 'refused';
  if (field === 'Bib') {
    await takeBib(work, settings.eventId, participantId, value);
    return null;
  }
  const written = fromTimingValue(field, value, settings.nationFormat);
  const person = await personHere(work.tx, participantId);
  if (written === null || !person) return 'refused';
  try {
    const change = { [fieldsHere[field]]: written } as Partial<ParticipantData>;
    await changeParticipant(work, { orderId: person.orderId, participantId, change, editorId: null, by: 'organizer' });
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code;
  }
}

const mark = async ({ tx }: Work, rows: readonly Row[], state: Row['state'], error: string | null = null) => {
  await tx
    .update(raceResultDifferences)
    .set({ state, error })
    .where(
      inArray(
        raceResultDifferences.id,
        rows.map(({ id }) => id),
      ),
    );
};

async function end(work: Work, run: Run): Promise<void> {
  const { tx } = work;
  const waiting = await tx
    .select({ id: raceResultPushes.participantId })
    .from(raceResultPushes)
    .where(and(eq(raceResultPushes.eventId, run.eventId), isNotNull(raceResultPushes.wantedBib)));
  for (const { id } of waiting) {
    await tx.update(raceResultPushes).set({ wantedBib: null }).where(eq(raceResultPushes.participantId, id));
    await tx
      .update(raceResultDifferences)
      .set({ state: 'failed', error: 'bibTaken' })
      .where(
        and(
          eq(raceResultDifferences.runId, run.id),
          eq(raceResultDifferences.participantId, id),
          eq(raceResultDifferences.field, 'Bib'),
          isNull(raceResultDifferences.error),
        ),
      );
  }
  await setRun(work, run.id, run.state === 'undoing' ? 'undone' : 'applied');
}

export const compareJob = (deps: Deps) => ({
  name: 'race-result-compare',
  everyMs: 5000,
  run: () => workOnRuns(deps),
});

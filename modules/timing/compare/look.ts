import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { listParticipants } from '../queue/calls.ts';
import type { CallDeps } from '../queue/client.ts';
import { settingsOf } from '../read-settings.ts';
import { comparedFields, differencesOf } from '../rules/differences.ts';
import { refuse } from '../rules/problems.ts';
import { raceResultDifferences, raceResultRuns } from '../schema.ts';
import { peopleHere, type ShopValues } from './read-comparison.ts';

const maxAtOnce = 1000;

export type Run = typeof raceResultRuns.$inferSelect;

export async function latestRun(reader: Reader | Tx, eventId: number): Promise<Run | null> {
  const [run] = await reader
    .select()
    .from(raceResultRuns)
    .where(eq(raceResultRuns.eventId, eventId))
    .orderBy(desc(raceResultRuns.id))
    .limit(1);
  return run ?? null;
}

/** Changes nothing on either side. @throws Problem RR_NOT_SET_UP, RR_NO_ANSWER, RR_RUN_OVER while one is applied */
export async function lookForDifferences(deps: CallDeps, eventId: number, userId: number): Promise<number> {
  const settings = await settingsOf(deps.read, eventId);
  const isStopped = settings.syncStopDate !== null && deps.clock() >= settings.syncStopDate;
  if (settings.listUrl === null || isStopped) return refuse('RR_NOT_SET_UP');
  const answer = await listParticipants(deps, settings.listUrl, ['ID', 'ForeignKey', ...comparedFields], '');
  if (!answer.ok) {
    const { error, message } = 'later' in answer ? { error: 'busy' as const, message: '' } : answer;
    return refuse('RR_NO_ANSWER', { reason: error, said: message });
  }
  const here = await peopleHere(deps.read, settings);
  const { pairs, missingThere, missingHere } = paired(here, answer.value);
  return deps.write(async ({ tx, now }) => {
    const before = await latestRun(tx, eventId);
    if (before?.state === 'applying' || before?.state === 'undoing') refuse('RR_RUN_OVER');
    await forgetRuns(tx, eventId);
    const [run] = await tx
      .insert(raceResultRuns)
      .values({
        ...{ eventId, createdBy: userId, createdAt: now, state: 'open' as const },
        ...{ missingThere, missingHere, compared: pairs.length },
      })
      .returning({ id: raceResultRuns.id });
    const runId = run?.id ?? 0;
    const rows = pairs.flatMap(({ participantId, values, there }) =>
      differencesOf(values, there).map((difference) => ({ runId, participantId, ...difference })),
    );
    for (let at = 0; at < rows.length; at += maxAtOnce)
      await tx.insert(raceResultDifferences).values(rows.slice(at, at + maxAtOnce));
    return runId;
  });
}

/** Matches participants by our key, else their PID, else the start number, each once. */
function paired(here: readonly ShopValues[], rows: readonly Record<string, string>[]) {
  const left = new Map(rows.map((row, at) => [at, row]));
  const find = (is: (row: Record<string, string>) => string) => {
    const known = new Map<string, number>();
    rows.forEach((row, at) => {
      const key = is(row);
      if (key !== '' && key !== '0') known.set(key, at);
    });
    return known;
  };
  const [byKey, byPid, byBib] = [
    find((row) => row.ForeignKey ?? ''),
    find((row) => row.ID ?? ''),
    find((row) => (row.ForeignKey ? '' : (row.Bib ?? ''))),
  ];
  const pairs = here.flatMap(({ participantId, pid, values }) => {
    const at =
      byKey.get(String(participantId)) ??
      byPid.get(String(pid ?? '')) ??
      byBib.get(values.Bib === '' ? '-' : (values.Bib ?? '-'));
    const there = at === undefined ? undefined : left.get(at);
    if (at === undefined || !there) return [];
    left.delete(at);
    return [{ participantId, values, there }];
  });
  return { pairs, missingThere: here.length - pairs.length, missingHere: left.size };
}

/** Comparisons contain personal data, so they are deleted early. */
async function forgetRuns(tx: Tx, eventId: number): Promise<void> {
  const runs = await tx
    .select({ id: raceResultRuns.id })
    .from(raceResultRuns)
    .where(eq(raceResultRuns.eventId, eventId));
  const ids = runs.map(({ id }) => id);
  await tx.delete(raceResultDifferences).where(inArray(raceResultDifferences.runId, ids));
  await tx.delete(raceResultRuns).where(and(eq(raceResultRuns.eventId, eventId), inArray(raceResultRuns.id, ids)));
}

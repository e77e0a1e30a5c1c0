import type { Deps } from '#src/runtime/deps.ts';
import { listParticipants } from '../queue/calls.ts';
import type { CallDeps } from '../queue/client.ts';
import { startersByName } from '../read-participant.ts';
import { settingsOf } from '../read-settings.ts';
import { isBibThere } from '../rules/fields.ts';
import { refuse } from '../rules/problems.ts';
import { errorText } from '../rules/push.ts';
import { splitFieldsIn, stateOf } from '../rules/times.ts';
import { raceResultFetches } from '../schema.ts';
import type { TimedRow } from '../slots.ts';

export type FetchDeps = CallDeps & Pick<Deps, 'readTime' | 'saveTimes'>;
export type Fetched = { made: number; changed: number; unknown: number };

/**
 * Empty values never overwrite; a fetch can be undone. `editorId` null: by the job.
 * @throws Problem RR_NOT_SET_UP, RR_NO_ANSWER
 */
export async function fetchResults(deps: FetchDeps, eventId: number, editorId: number | null): Promise<Fetched> {
  const { listUrl, resultTimeField, resultSplits } = await settingsOf(deps.read, eventId);
  if (listUrl === null || resultTimeField === null) return refuse('RR_NOT_SET_UP');
  const splits = splitFieldsIn(resultSplits ?? '') ?? [];
  const fields = ['ID', 'Bib', 'ForeignKey', 'Status', resultTimeField, ...splits.map(({ field }) => field)];
  const answer = await listParticipants(deps, listUrl, fields, '');
  if (!answer.ok) {
    const { error, message } = 'later' in answer ? { error: 'busy' as const, message: '' } : answer;
    const lastError = errorText(error, message);
    await deps.write(({ tx }) =>
      tx
        .insert(raceResultFetches)
        .values({ eventId, lastError })
        .onConflictDoUpdate({ target: raceResultFetches.eventId, set: { lastError } }),
    );
    return refuse('RR_NO_ANSWER', { reason: error, said: message });
  }
  const whose = await startersByName(deps.read, eventId);
  let unknown = 0;
  const rows = answer.value.flatMap((row): TimedRow[] => {
    const timeMs = deps.readTime(row[resultTimeField] ?? '');
    const status = stateOf(row.Status ?? '', timeMs);
    if (status === null) return [];
    const starter = whose(row);
    if (!starter) {
      // Rows without a time are participants whom we took out of the race.
      if (timeMs !== null) unknown += 1;
      return [];
    }
    const { id: participantId, competitionId } = starter;
    const known = splits.flatMap(({ name, field }) => {
      const at = deps.readTime(row[field] ?? '');
      return at === null ? [] : [{ name, timeMs: at }];
    });
    return [
      {
        competitionId,
        participantId,
        bib: row.Bib && isBibThere(row.Bib) ? row.Bib : null,
        timeMs,
        status,
        splits: known,
      },
    ];
  });
  return await deps.write(async (work) => {
    const { made, changed } = await deps.saveTimes(work, { eventId, editorId, rows });
    const set = { made, changed, unknown, fetchedAt: work.now, lastError: null };
    await work.tx
      .insert(raceResultFetches)
      .values({ eventId, ...set })
      .onConflictDoUpdate({ target: raceResultFetches.eventId, set });
    return { made, changed, unknown };
  });
}

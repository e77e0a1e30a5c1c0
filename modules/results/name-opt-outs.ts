import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { publicNameOf, setNameVisibility } from './name-visibility.ts';
import { namelessOf } from './read-nameless.ts';
import { ordersOfParticipants } from './read-starters.ts';
import { isSameGuest } from './rules/matching.ts';
import type { ResultContent } from './rules/result.ts';
import { resultChanges, resultImports, results } from './schema.ts';

type Guest = Pick<ResultContent, 'competitionId' | 'key' | 'name' | 'birthYear'>;

/**
 * People of an event who opted out, including those whose results were undone, and registered people who are not
 * shown by name: a line of a file that matches no participant may be theirs.
 */
export async function optOutsOf(tx: Tx, eventId: number): Promise<Guest[]> {
  const there = await tx
    .select({
      competitionId: results.competitionId,
      key: results.key,
      name: results.name,
      birthYear: results.birthYear,
    })
    .from(results)
    .where(and(eq(results.eventId, eventId), isNull(results.participantId), eq(results.isNameShown, false)));
  const gone = await tx
    .select({ after: resultChanges.after })
    .from(resultChanges)
    .innerJoin(resultImports, eq(resultImports.id, resultChanges.importId))
    .where(and(eq(resultImports.eventId, eventId), eq(resultChanges.isNameShown, false)));
  const registered = await namelessOf(tx, eventId);
  return [...there, ...gone.map(({ after }) => after), ...registered];
}

/** Saves the choices before the results are deleted with them. */
export async function rememberOptOuts(tx: Tx, ids: ReturnType<typeof sql>): Promise<void> {
  await tx
    .update(resultChanges)
    .set({ isNameShown: false })
    .where(
      sql`${resultChanges.before} is null and ${resultChanges.resultId} in (select ${results.id} from ${results}
        where ${results.id} in ${ids} and ${results.participantId} is null and ${results.isNameShown} = 0)`,
    );
}

/** Carries opt-outs over to new lines of the same person and to participants who registered for a line. */
export async function saveOptOuts(
  work: Work,
  eventId: number,
  optOuts: readonly Guest[],
  saved: readonly { before: ResultContent | null; after: ResultContent }[],
): Promise<void> {
  if (optOuts.length === 0) return;
  const isNo = (one: Guest) => optOuts.some((no) => isSameGuest(no, one));
  const hidden = saved.filter(({ after }) => after.participantId === null && isNo(after));
  for (const { after } of hidden)
    await work.tx
      .update(results)
      .set({ isNameShown: false })
      .where(
        and(eq(results.competitionId, after.competitionId), eq(results.key, after.key), isNull(results.isNameShown)),
      );
  const joined = saved.filter(({ before, after }) => after.participantId !== null && before?.participantId === null);
  const keys = new Set(optOuts.map(({ competitionId, key }) => `${competitionId} ${key}`));
  const ids = joined.flatMap(({ before, after }) =>
    before && keys.has(`${before.competitionId} ${before.key}`) ? (after.participantId ?? []) : [],
  );
  await saveOptOut(work, eventId, ids);
}

/** The same for people who registered for a hidden line, unless they have chosen already. */
export async function saveOptOut(work: Work, eventId: number, participantIds: readonly number[]): Promise<void> {
  if (participantIds.length === 0) return;
  const people = await ordersOfParticipants(work.tx, eventId, participantIds);
  for (const person of people) {
    if ((await publicNameOf(work.tx, person.id)) !== null) continue;
    await setNameVisibility(work, { person, isShown: false, by: 'organizer', editorId: null });
  }
}

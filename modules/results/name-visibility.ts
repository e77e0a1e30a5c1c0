import { and, eq, isNull, sql } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import { addAudit } from '#modules/orders/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { namelessOf } from './read-hidden-names.ts';
import { resultOfEvent } from './read-lines.ts';
import { ordersOfParticipants, participantIdsOfEvent } from './read-starters.ts';
import { isSameGuest } from './rules/matching.ts';
import { refuse } from './rules/problems.ts';
import type { ResultContent } from './rules/result.ts';
import { publicNames, resultChanges, resultImports, results } from './schema.ts';
import { touchResults } from './touch-results.ts';

export type NameDecisionBy = (typeof publicNames.$inferSelect)['saidBy'];
type NameChoice = {
  person: { id: number; orderId: number; eventId: number };
  isShown: boolean;
  by: NameDecisionBy;
  /** Null: by the person's own link. */
  editorId: number | null;
};

/**
 * Shows or hides a name in public lists at once. False: unchanged.
 * @throws Problem NOT_FOUND after the account is deleted
 */
export async function setNameVisibility(work: Work, { person, isShown, by, editorId }: NameChoice): Promise<boolean> {
  const { tx, now } = work;
  const { erased } = await participantIdsOfEvent(tx, person.eventId, [person.id]);
  if (erased.size > 0) refuse('NOT_FOUND');
  const before = await publicNameOf(tx, person.id);
  if (before === isShown) return false;
  await tx
    .insert(publicNames)
    .values({ participantId: person.id, isShown, saidBy: by, saidAt: now })
    .onConflictDoUpdate({ target: publicNames.participantId, set: { isShown, saidBy: by, saidAt: now } });
  await touchResults(work, person.eventId);
  await addAudit(work, {
    orderId: person.orderId,
    type: 'OrderChanged',
    editorId,
    comment: isShown ? 'publicName.shown' : 'publicName.hidden',
  });
  return true;
}

/** Null: no choice. */
export async function publicNameOf(reader: Reader | Tx, participantId: number): Promise<boolean | null> {
  const [row] = await reader
    .select({ isShown: publicNames.isShown })
    .from(publicNames)
    .where(eq(publicNames.participantId, participantId));
  return row?.isShown ?? null;
}

type Guest = Pick<ResultContent, 'competitionId' | 'key' | 'name' | 'birthYear'>;

/** People who opted out, and registered people not shown by name: an unmatched line of a file may be theirs. */
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
  const undone = await tx
    .select({ after: resultChanges.after })
    .from(resultChanges)
    .innerJoin(resultImports, eq(resultImports.id, resultChanges.importId))
    .where(and(eq(resultImports.eventId, eventId), eq(resultChanges.isNameShown, false)));
  const registered = await namelessOf(tx, eventId);
  return [...there, ...undone.map(({ after }) => after), ...registered];
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

/**
 * Shows or hides the name of a result at once. A registered person's choice is stored with the participant, otherwise
 * with the result.
 * @throws Problem NOT_FOUND
 */
export async function setResultNameVisibility(
  work: Work,
  { userId }: Pick<Viewer, 'userId'>,
  { eventId, resultId, isShown }: { eventId: number; resultId: number; isShown: boolean },
): Promise<void> {
  const found = (await resultOfEvent(work.tx, eventId, resultId)) ?? refuse('NOT_FOUND');
  const { participantId, orderId, bib, choice: before, competition } = found;
  if (participantId !== null && orderId !== null) {
    const person = { id: participantId, orderId, eventId };
    await setNameVisibility(work, { person, isShown, by: 'organizer', editorId: userId });
    return;
  }
  if (before === isShown) return;
  await work.tx.update(results).set({ isNameShown: isShown }).where(eq(results.id, resultId));
  await touchResults(work, eventId);
  // Without the name, since the history outlives the opt-out.
  await addEventEntries(work, { userId }, eventId, [
    {
      kind: 'results',
      action: 'changed',
      recordId: resultId,
      name: `${competition}, ${bib ?? `#${resultId}`}`,
      changes: [{ field: 'isNameShown', before, after: isShown }],
    },
  ]);
}

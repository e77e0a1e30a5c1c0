import { eq } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { optOutsOf, saveOptOuts } from './name-visibility.ts';
import { type CompetitionLists, competitionLists, eventLists, isBeingUndone, knownResults } from './read-results.ts';
import { competitionIdsOfEvent, participantIdsOfEvent } from './read-starters.ts';
import { knownKey, knownOf } from './rules/matching.ts';
import { refuse } from './rules/problems.ts';
import { type ClassPreset, parseClasses } from './rules/ranks.ts';
import {
  applied,
  isSameContent,
  type ResultContent,
  type ResultSource,
  type SavedRow,
  type TeamsBy,
} from './rules/result.ts';
import { resultChanges, resultCompetitions, resultImports, resultSettings, results } from './schema.ts';
import { touchResults } from './touch-results.ts';

type SaveResults = {
  eventId: number;
  source: ResultSource;
  fileName?: string;
  /** Null: automatic. */
  editorId: number | null;
  rows: readonly SavedRow[];
};
/** `importId`: null when nothing changed. */
export type SavedResults = { importId: number | null; made: number; changed: number; same: number };

/** SQLite allows 32,766 values per statement. */
const rowsAtOnce = 1000;

/**
 * Stores results of a file or timing system as one import that can be undone. Empty values never overwrite
 * (`rules/result.ts`).
 * @throws Problem VALIDATION_FAILED for a participant or competition of another event, RESULTS_UNDO_UNDER_WAY
 */
export async function saveResults(work: Work, input: SaveResults): Promise<SavedResults> {
  const { eventId, rows, source, fileName = '', editorId } = input;
  const { tx, now } = work;
  if (await isBeingUndone(tx, eventId)) refuse('RESULTS_UNDO_UNDER_WAY');
  const erased = await requireOfEvent(work, input);
  const known = await knownResults(tx, eventId);
  const fresh: ResultContent[] = [];
  const changed: { id: number; before: ResultContent; after: ResultContent }[] = [];
  let same = 0;
  const seen = new Set<string>();
  for (const row of rows) {
    if (row.participantId && erased.has(row.participantId)) continue;
    const key = knownKey(row);
    // The first of duplicates counts.
    if (seen.has(key)) continue;
    seen.add(key);
    const before = knownOf(known, row);
    if (before && !before.content.participantId) seen.add(knownKey(before.content));
    const after = applied(before?.content ?? null, row);
    if (after === null || (before && isSameContent(before.content, after))) same += 1;
    else if (before) changed.push({ id: before.id, before: before.content, after });
    else fresh.push(after);
  }
  if (fresh.length + changed.length === 0) return { importId: null, made: 0, changed: 0, same };
  // Read before writing: a choice about an old line applies to the new one.
  const optOuts = await optOutsOf(tx, eventId);
  const [made] = await tx
    .insert(resultImports)
    .values({ eventId, source, fileName, editorId, createdAt: now, made: fresh.length, changed: changed.length })
    .returning({ id: resultImports.id });
  const importId = present(made, 'an inserted import has an id').id;
  for (let at = 0; at < fresh.length; at += rowsAtOnce) {
    if (at > 0) await yieldToEventLoop();
    const piece = fresh.slice(at, at + rowsAtOnce);
    const stored = await tx
      .insert(results)
      .values(piece.map((content) => ({ eventId, ...content })))
      .returning({ id: results.id, competitionId: results.competitionId, key: results.key });
    const byKey = new Map(piece.map((content) => [`${content.competitionId} ${content.key}`, content]));
    await tx.insert(resultChanges).values(
      stored.map(({ id, competitionId, key }) => ({
        importId,
        resultId: id,
        before: null,
        after: present(byKey.get(`${competitionId} ${key}`), 'what was inserted was asked for'),
      })),
    );
  }
  for (const [at, { id, after }] of changed.entries()) {
    await tx.update(results).set(after).where(eq(results.id, id));
    if (at % rowsAtOnce === rowsAtOnce - 1) await yieldToEventLoop();
  }
  for (let at = 0; at < changed.length; at += rowsAtOnce)
    await tx
      .insert(resultChanges)
      .values(
        changed.slice(at, at + rowsAtOnce).map(({ id, before, after }) => ({ importId, resultId: id, before, after })),
      );
  await saveOptOuts(work, eventId, optOuts, [...fresh.map((after) => ({ before: null, after })), ...changed]);
  await touchResults(work, eventId);
  if (editorId !== null)
    await addEventEntries(work, { userId: editorId }, eventId, [
      {
        kind: 'results',
        action: 'created',
        recordId: importId,
        name: fileName,
        changes: [
          { field: 'resultsMade', before: null, after: fresh.length },
          { field: 'resultsChanged', before: null, after: changed.length },
        ],
      },
    ]);
  return { importId, made: fresh.length, changed: changed.length, same };
}

/** Results of accounts deleted meanwhile are not stored. */
async function requireOfEvent({ tx }: Work, { eventId, rows }: SaveResults): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rows.flatMap(({ participantId }) => participantId ?? []))];
  const { known, erased } = await participantIdsOfEvent(tx, eventId, ids);
  if (known.size !== ids.length) refuseFields({ participantId: ['otherEvent'] });
  const competitions = await competitionIdsOfEvent(tx, eventId);
  if (rows.some(({ competitionId }) => !competitions.has(competitionId))) {
    refuseFields({ competitionId: ['otherEvent'] });
  }
  return erased;
}

type Editor = Pick<Viewer, 'userId'>;
type Named = { eventId: number; title: string };

export async function saveEventLists(
  work: Work,
  editor: Editor,
  { eventId, title }: Named,
  { showsStartList }: { showsStartList: boolean },
): Promise<void> {
  const before = await eventLists(work.tx, eventId);
  if (before.showsStartList === showsStartList) return;
  await work.tx
    .insert(resultSettings)
    .values({ eventId, showsStartList })
    .onConflictDoUpdate({ target: resultSettings.eventId, set: { showsStartList } });
  await touchResults(work, eventId);
  await addEventEntries(work, editor, eventId, [
    {
      kind: 'results',
      action: 'changed',
      recordId: eventId,
      name: title,
      changes: [{ field: 'showsStartList', before: before.showsStartList, after: showsStartList }],
    },
  ]);
}

type CompetitionListsInput = {
  isPublished: boolean;
  classPreset: ClassPreset;
  ownClasses: string;
  teamsBy: TeamsBy;
  teamSize: number;
};
export const inputOfLists = ({ publishedAt, competitionId: _, ...lists }: CompetitionLists): CompetitionListsInput => ({
  ...lists,
  isPublished: publishedAt !== null,
});

export const maxPerTeam = 100;

/**
 * Saves how results of a competition are ranked, and publishes or hides them.
 * @throws Problem VALIDATION_FAILED at `ownClasses` with the first invalid line
 */
export async function saveCompetitionLists(
  work: Work,
  editor: Editor,
  competition: CatalogCompetition,
  input: Partial<CompetitionListsInput>,
): Promise<void> {
  const { id: competitionId, eventId, title } = competition;
  const stored = await competitionLists(work.tx, competition);
  const before = inputOfLists(stored);
  const after = { ...before, ...input };
  if (after.classPreset === 'own') {
    const { classes, wrong } = parseClasses(after.ownClasses);
    if (wrong.length > 0 || classes.length === 0) refuseFields({ ownClasses: ['results.error.ownClasses'] });
  }
  const { isPublished, ...counted } = after;
  const publishedAt = isPublished ? (stored.publishedAt ?? work.now) : null;
  const changes = (Object.keys(after) as (keyof CompetitionListsInput)[])
    .filter((field) => after[field] !== before[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
  if (changes.length === 0) return;
  const row = { ...counted, publishedAt };
  await work.tx
    .insert(resultCompetitions)
    .values({ competitionId, eventId, ...row })
    .onConflictDoUpdate({ target: resultCompetitions.competitionId, set: row });
  await touchResults(work, eventId);
  await addEventEntries(work, editor, eventId, [
    { kind: 'results', action: 'changed', recordId: competitionId, name: title, changes },
  ]);
}

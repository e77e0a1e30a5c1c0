import { addEventEntries } from '#modules/events/index.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type CompetitionLists, competitionLists, eventLists } from './read-settings.ts';
import { type ClassPreset, parseClasses } from './rules/classes.ts';
import type { TeamsBy } from './rules/result.ts';
import { resultCompetitions, resultSettings } from './schema.ts';
import { touchResults } from './touch-results.ts';

type Editor = Pick<Viewer, 'userId'>;
type Named = { eventId: number; title: string };

/** Publishes or hides the start list. */
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

export type CompetitionListsInput = {
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

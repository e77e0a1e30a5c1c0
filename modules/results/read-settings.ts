import { and, eq, isNotNull } from 'drizzle-orm';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { resultCompetitions, resultSettings } from './schema.ts';

export type EventLists = { showsStartList: boolean; version: number };
export type CompetitionLists = Omit<typeof resultCompetitions.$inferSelect, 'eventId'>;

/** What an event shows; nothing as long as nobody said so. */
export async function eventLists(reader: Reader | Tx, eventId: number): Promise<EventLists> {
  const [row] = await reader.select().from(resultSettings).where(eq(resultSettings.eventId, eventId));
  return { showsStartList: row?.showsStartList ?? false, version: row?.version ?? 0 };
}

/** Classes of five years; teams by who registered together where one does, with all that there must be. */
const usualLists = ({ id, type, minTeamSize }: CatalogCompetition): CompetitionLists => ({
  competitionId: id,
  publishedAt: null,
  classPreset: 'fives',
  ownClasses: '',
  teamsBy: type === 'team' ? 'team' : 'none',
  teamSize: type === 'team' ? Math.max(1, minTeamSize) : 3,
});

export async function competitionLists(
  reader: Reader | Tx,
  competition: CatalogCompetition,
): Promise<CompetitionLists> {
  const [row] = await reader
    .select()
    .from(resultCompetitions)
    .where(eq(resultCompetitions.competitionId, competition.id));
  if (!row) return usualLists(competition);
  const { eventId: _, ...lists } = row;
  return lists;
}

/** Which lists everybody may look at. */
export async function publicListsOf(
  reader: Reader | Tx,
  eventId: number,
): Promise<{ startList: boolean; results: boolean }> {
  const { showsStartList } = await eventLists(reader, eventId);
  return { startList: showsStartList, results: (await publishedIn(reader, eventId)).length > 0 };
}

/** Of which competitions everybody sees the results. */
export async function publishedIn(reader: Reader | Tx, eventId: number): Promise<number[]> {
  const rows = await reader
    .select({ id: resultCompetitions.competitionId })
    .from(resultCompetitions)
    .where(and(eq(resultCompetitions.eventId, eventId), isNotNull(resultCompetitions.publishedAt)));
  return rows.map(({ id }) => id);
}

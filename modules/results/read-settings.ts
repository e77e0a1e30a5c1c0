import { and, eq, isNotNull } from 'drizzle-orm';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { resultCompetitions, resultSettings } from './schema.ts';

export type EventLists = { showsStartList: boolean; version: number };
export type CompetitionLists = Omit<typeof resultCompetitions.$inferSelect, 'eventId'>;

/** Without a row nothing is public. */
export async function eventLists(reader: Reader | Tx, eventId: number): Promise<EventLists> {
  const [row] = await reader.select().from(resultSettings).where(eq(resultSettings.eventId, eventId));
  return { showsStartList: row?.showsStartList ?? false, version: row?.version ?? 0 };
}

/** Default: five-year classes; teams by registration where the competition has teams. */
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

export async function publicListsOf(
  reader: Reader | Tx,
  eventId: number,
): Promise<{ startList: boolean; results: boolean }> {
  const { showsStartList } = await eventLists(reader, eventId);
  return { startList: showsStartList, results: (await publishedIn(reader, eventId)).length > 0 };
}

export async function publishedIn(reader: Reader | Tx, eventId: number): Promise<number[]> {
  const rows = await reader
    .select({ id: resultCompetitions.competitionId })
    .from(resultCompetitions)
    .where(and(eq(resultCompetitions.eventId, eventId), isNotNull(resultCompetitions.publishedAt)));
  return rows.map(({ id }) => id);
}

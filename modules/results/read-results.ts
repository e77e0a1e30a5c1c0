import { and, asc, count, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { knownKey } from './rules/matching.ts';
import type { ResultContent } from './rules/result.ts';
import { resultChanges, resultCompetitions, resultImports, resultSettings, results } from './schema.ts';

type KnownResult = { id: number; content: ResultContent };

/** Without internal fields. */
export const contentOf = ({
  id: _id,
  eventId: _eventId,
  isNameShown: _isNameShown,
  ...content
}: typeof results.$inferSelect): ResultContent => content;

export async function knownResults(reader: Reader | Tx, eventId: number): Promise<ReadonlyMap<string, KnownResult>> {
  const rows = await reader.select().from(results).where(eq(results.eventId, eventId));
  return new Map(rows.map((row) => [knownKey(row), { id: row.id, content: contentOf(row) }]));
}

/** Competitions without results are missing. */
export async function countResults(reader: Reader | Tx, eventId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await reader
    .select({ competitionId: results.competitionId, n: count() })
    .from(results)
    .where(eq(results.eventId, eventId))
    .groupBy(results.competitionId);
  return new Map(rows.map(({ competitionId, n }) => [competitionId, n]));
}

export type ImportRecord = typeof resultImports.$inferSelect & { editor: string | null };

/** Newest first, at most 50. */
export async function importsOf(reader: Reader | Tx, eventId: number): Promise<ImportRecord[]> {
  const rows = await reader
    .select({ record: resultImports, editor: users.email })
    .from(resultImports)
    .leftJoin(users, eq(users.id, resultImports.editorId))
    .where(eq(resultImports.eventId, eventId))
    .orderBy(desc(resultImports.id))
    .limit(50);
  return rows.map(({ record, editor }) => ({ ...record, editor }));
}

export async function importOf(reader: Reader | Tx, eventId: number, importId: number): Promise<ImportRecord | null> {
  const [row] = await reader
    .select({ record: resultImports, editor: users.email })
    .from(resultImports)
    .leftJoin(users, eq(users.id, resultImports.editorId))
    .where(and(eq(resultImports.id, importId), eq(resultImports.eventId, eventId)));
  return row ? { ...row.record, editor: row.editor } : null;
}

export async function lastImport(reader: Reader | Tx, eventId: number): Promise<number | null> {
  const [row] = await reader
    .select({ id: resultImports.id })
    .from(resultImports)
    .where(and(eq(resultImports.eventId, eventId), isNull(resultImports.undoneAt)))
    .orderBy(desc(resultImports.id))
    .limit(1);
  return row?.id ?? null;
}

export async function isBeingUndone(reader: Reader | Tx, eventId: number): Promise<boolean> {
  const rows = await reader
    .select({ id: resultImports.id })
    .from(resultImports)
    .where(and(eq(resultImports.eventId, eventId), isNotNull(resultImports.undoneUpTo)))
    .limit(1);
  return rows.length > 0;
}

export type ResultChange = typeof resultChanges.$inferSelect;
export async function changesOf(
  reader: Reader | Tx,
  importId: number,
  after = 0,
  most = 1000,
): Promise<ResultChange[]> {
  return await reader
    .select()
    .from(resultChanges)
    .where(and(eq(resultChanges.importId, importId), gt(resultChanges.resultId, after)))
    .orderBy(asc(resultChanges.resultId))
    .limit(most);
}

export type NamedChange = ResultChange & { name: string };
export async function namedChangesOf(
  reader: Reader | Tx,
  importId: number,
  part: { offset: number; limit: number },
): Promise<{ count: number; changes: NamedChange[] }> {
  const [counted] = await reader.select({ n: count() }).from(resultChanges).where(eq(resultChanges.importId, importId));
  const rows = await reader
    .select({
      change: resultChanges,
      firstName: participants.firstName,
      lastName: participants.lastName,
    })
    .from(resultChanges)
    .leftJoin(results, eq(results.id, resultChanges.resultId))
    .leftJoin(participants, eq(participants.id, results.participantId))
    .where(eq(resultChanges.importId, importId))
    .orderBy(asc(resultChanges.resultId))
    .limit(part.limit)
    .offset(part.offset);
  return {
    count: counted?.n ?? 0,
    changes: rows.map(({ change, firstName, lastName }) => ({
      ...change,
      name: firstName === null ? (change.after.name ?? '') : `${firstName} ${lastName}`,
    })),
  };
}

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

import { and, asc, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { oneTeam } from '#modules/orders/rules/shared-entry.ts';
import { orders, participants, teams } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { cachedList, rowsPerChunk } from './list-cache.ts';
import { competitionLists, eventLists } from './read-results.ts';
import { type Board, type BoardInput, type BoardRules, type RowView, rankedBoard, rowView } from './rules/board.ts';
import { classesOf } from './rules/ranks.ts';
import { publicNames, results } from './schema.ts';

/** Excludes returned places and deleted accounts. */
const inputsAfter = async (reader: Reader, competitionId: number, after: number): Promise<BoardInput[]> =>
  reader
    .select({
      id: results.id,
      participantId: results.participantId,
      firstName: sql<string>`coalesce(${participants.firstName}, ${results.name}, '')`,
      lastName: sql<string>`coalesce(${participants.lastName}, '')`,
      birthDate: participants.birthDate,
      birthYear: results.birthYear,
      gender: sql<string | null>`coalesce(${participants.gender}, ${results.gender})`,
      club: sql<string | null>`coalesce(${participants.club}, ${results.club})`,
      nation: sql<string | null>`coalesce(${participants.nationalityCountryCode}, ${results.nation})`,
      bib: sql<string | null>`coalesce(${participants.rrBib}, ${results.bib})`,
      // A team ordered in several orders is one team.
      teamId: sql<number>`${sql.raw(oneTeam('teams', 'participants'))}`,
      teamName: teams.teamName,
      choice: sql<
        boolean | null
      >`iif(${results.participantId} is null, ${results.isNameShown}, ${publicNames.isShown})`.mapWith(
        results.isNameShown,
      ),
      timeMs: results.timeMs,
      status: results.status,
      splits: results.splits,
    })
    .from(results)
    .leftJoin(participants, eq(participants.id, results.participantId))
    .leftJoin(teams, eq(teams.id, participants.teamId))
    .leftJoin(orders, eq(orders.id, participants.orderId))
    .leftJoin(users, eq(users.id, orders.userId))
    .leftJoin(publicNames, eq(publicNames.participantId, results.participantId))
    .where(
      and(
        eq(results.competitionId, competitionId),
        gt(results.id, after),
        or(
          isNull(results.participantId),
          and(eq(participants.live, true), ne(orders.status, 'canceled'), isNull(users.deletedAt)),
        ),
      ),
    )
    .orderBy(asc(results.id))
    .limit(rowsPerChunk);

export async function* inputsOf(reader: Reader, competitionId: number): AsyncGenerator<BoardInput[]> {
  for (let after = 0; ; await yieldToEventLoop()) {
    const piece = await inputsAfter(reader, competitionId, after);
    yield piece;
    after = piece.at(-1)?.id ?? 0;
    if (piece.length < rowsPerChunk) return;
  }
}

export async function boardOfCompetition(
  deps: Pick<Deps, 'read' | 'clock'>,
  { event }: Pick<Catalog, 'event'>,
  competition: CatalogCompetition,
): Promise<Board> {
  const { version } = await eventLists(deps.read, event.id);
  const key = `results ${competition.id} ${version} ${event.version}`;
  return cachedList(deps, key, () => readBoard(deps.read, event, competition));
}

async function readBoard(
  reader: Reader,
  { timeZone }: Catalog['event'],
  competition: CatalogCompetition,
): Promise<Board> {
  const lists = await competitionLists(reader, competition);
  const rules: BoardRules = {
    day: dateIn(competition.timestamp, timeZone),
    maxAge: competition.maxAge,
    classes: classesOf(lists.classPreset, lists.ownClasses),
    teamsBy: lists.teamsBy,
    teamSize: lists.teamSize,
  };
  const rows: RowView[] = [];
  for await (const piece of inputsOf(reader, competition.id)) rows.push(...piece.map((input) => rowView(input, rules)));
  return rankedBoard(rows, rules);
}

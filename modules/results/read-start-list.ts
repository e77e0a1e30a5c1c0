import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { paidStatuses } from '#modules/orders/rules/order-state.ts';
import { orders, participants, teams } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { cachedList, rowsPerChunk } from './list-cache.ts';
import { competitionLists, eventLists } from './read-results.ts';
import { classesOf } from './rules/ranks.ts';
import { type CompetitionRules, type StarterInput, type StartListRow, startListRow } from './rules/start-list.ts';
import { publicNames } from './schema.ts';

/** Sorted by name. `unnamed`: hidden starters per competition. */
export type StartList = { rows: readonly StartListRow[]; unnamed: ReadonlyMap<number, number> };

/** Paid places of people shown by name. */
export async function startListOf(deps: Pick<Deps, 'read' | 'clock'>, catalog: Catalog): Promise<StartList> {
  const { event } = catalog;
  const { version } = await eventLists(deps.read, event.id);
  return cachedList(deps, `start ${event.id} ${version} ${event.version}`, () => readStartList(deps.read, catalog));
}

async function readStartList(reader: Reader, { event, competitions }: Catalog): Promise<StartList> {
  const rules = new Map<number, CompetitionRules>();
  for (const competition of competitions) {
    const lists = await competitionLists(reader, competition);
    rules.set(competition.id, {
      day: dateIn(competition.timestamp, event.timeZone),
      maxAge: competition.maxAge,
      classes: classesOf(lists.classPreset, lists.ownClasses),
    });
  }
  const rows: StartListRow[] = [];
  const unnamed = new Map<number, number>();
  for (let after = 0; ; await yieldToEventLoop()) {
    const piece = await startersAfter(reader, event.id, after);
    for (const starter of piece) {
      const of = rules.get(starter.competitionId);
      const row = of && startListRow(starter, of);
      if (row) rows.push(row);
      else unnamed.set(starter.competitionId, (unnamed.get(starter.competitionId) ?? 0) + 1);
    }
    after = piece.at(-1)?.id ?? 0;
    if (piece.length < rowsPerChunk) break;
  }
  return { rows: rows.sort((a, b) => (a.sortName < b.sortName ? -1 : a.sortName > b.sortName ? 1 : 0)), unnamed };
}

const startersAfter = async (reader: Reader, eventId: number, after: number): Promise<StarterInput[]> =>
  reader
    .select({
      id: participants.id,
      competitionId: participants.competitionId,
      firstName: participants.firstName,
      lastName: participants.lastName,
      birthDate: participants.birthDate,
      gender: participants.gender,
      club: participants.club,
      nation: participants.nationalityCountryCode,
      bib: participants.rrBib,
      teamName: teams.teamName,
      choice: publicNames.isShown,
    })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(teams, eq(teams.id, participants.teamId))
    .leftJoin(publicNames, eq(publicNames.participantId, participants.id))
    .where(
      and(
        eq(participants.eventId, eventId),
        eq(participants.live, true),
        gt(participants.id, after),
        inArray(orders.status, paidStatuses),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(participants.id))
    .limit(rowsPerChunk);

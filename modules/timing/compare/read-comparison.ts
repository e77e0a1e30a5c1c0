import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { starts } from '../read-person.ts';
import type { Settings } from '../read-settings.ts';
import type { DifferenceState, Values, Winner } from '../rules/differences.ts';
import { cut, sexOf } from '../rules/fields.ts';
import { nationOf } from '../rules/nations.ts';
import { raceResultDifferences, raceResultPushes } from '../schema.ts';

export type ListedDifference = {
  id: number;
  participantId: number;
  orderId: number;
  firstName: string;
  lastName: string;
  field: string;
  ours: string;
  theirs: string;
  winner: Winner | null;
  state: DifferenceState;
  error: string | null;
};

export const differenceSource = (runId: number): ListSource => ({
  id: raceResultDifferences.id,
  fields: {
    id: { column: raceResultDifferences.id, kind: 'number' },
    field: { column: raceResultDifferences.field, kind: 'text' },
    state: { column: raceResultDifferences.state, kind: 'text' },
  },
  scope: eq(raceResultDifferences.runId, runId),
  order: [asc(raceResultDifferences.id)],
});

export const readDifferences = async (reader: Reader, isOnPage: SQL): Promise<ListedDifference[]> => {
  const rows = await reader
    .select({
      difference: raceResultDifferences,
      orderId: participants.orderId,
      firstName: participants.firstName,
      lastName: participants.lastName,
    })
    .from(raceResultDifferences)
    .innerJoin(participants, eq(participants.id, raceResultDifferences.participantId))
    .where(isOnPage);
  return rows.map(({ difference: { runId: _, ...difference }, ...person }) => ({ ...difference, ...person }));
};

export async function fieldCounts(reader: Reader, runId: number) {
  const rows = await reader
    .select({
      field: raceResultDifferences.field,
      n: sql<number>`count(*)`,
      failed: sql<number>`sum(${raceResultDifferences.state} = 'failed')`,
      left: sql<number>`sum(${raceResultDifferences.state} = 'left')`,
      done: sql<number>`sum(${raceResultDifferences.state} in ('done', 'undone'))`,
    })
    .from(raceResultDifferences)
    .where(eq(raceResultDifferences.runId, runId))
    .groupBy(raceResultDifferences.field);
  return rows.map(({ field, n, failed, left, done }) => ({
    field,
    count: Number(n),
    failed: Number(failed),
    left: Number(left),
    done: Number(done),
  }));
}

export type ShopValues = { participantId: number; pid: number | null; values: Values };

/** Starting participants with the compared values as they would be sent. */
export async function peopleHere(reader: Reader, settings: Settings): Promise<ShopValues[]> {
  const rows = await reader
    .select({ person: participants, pid: raceResultPushes.pid })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .leftJoin(raceResultPushes, eq(raceResultPushes.participantId, participants.id))
    .where(and(eq(participants.eventId, settings.eventId), starts));
  return rows.map(({ person, pid }) => ({
    participantId: person.id,
    pid,
    values: {
      Bib: person.rrBib ?? '',
      Firstname: cut(person.firstName, 100),
      Lastname: cut(person.lastName, 100),
      Sex: sexOf(person.gender),
      DateOfBirth: person.birthDate ?? '',
      Nation: nationOf(person.nationalityCountryCode, settings.nationFormat),
      Club: cut(person.club ?? '', 100),
      Email: cut(person.email ?? '', 100),
      Contest: String(settings.contests.get(person.competitionId) ?? ''),
    },
  }));
}

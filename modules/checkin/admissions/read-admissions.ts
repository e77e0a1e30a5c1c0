import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { paidStatuses } from '#modules/orders/rules/order-state.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { ListSource } from '#src/web/list/find.ts';
import type { TurnedAwayReason } from '../rules/turned-away.ts';
import { gateDevices, handOuts, scans, turnedAway } from '../schema.ts';

/** Per competition: valid tickets, admitted participants, and participants who got their items. */
export type Attendance = { competitionId: number; tickets: number; inside: number; handedOut: number };

export async function attendanceOf(reader: Reader, eventId: number): Promise<Attendance[]> {
  const tickets = await reader
    .select({ competitionId: participants.competitionId, n: count() })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true), inArray(orders.status, paidStatuses)))
    .groupBy(participants.competitionId);
  const inside = await reader
    .select({ competitionId: participants.competitionId, n: count() })
    .from(scans)
    .innerJoin(participants, eq(participants.id, scans.participantId))
    .where(and(eq(scans.eventId, eventId), eq(scans.admitted, true)))
    .groupBy(participants.competitionId);
  const given = await reader
    .select({ competitionId: participants.competitionId, n: count() })
    .from(handOuts)
    .innerJoin(participants, eq(participants.id, handOuts.participantId))
    .where(and(eq(handOuts.eventId, eventId), eq(handOuts.counts, true)))
    .groupBy(participants.competitionId);
  const ids = new Set([...tickets, ...inside, ...given].map(({ competitionId }) => competitionId));
  const of = (rows: readonly { competitionId: number; n: number }[], id: number) =>
    rows.find(({ competitionId }) => competitionId === id)?.n ?? 0;
  return [...ids].map((competitionId) => ({
    competitionId,
    tickets: of(tickets, competitionId),
    inside: of(inside, competitionId),
    handedOut: of(given, competitionId),
  }));
}

export const turnedAwayCounts = async (
  reader: Reader,
  eventId: number,
): Promise<{ reason: TurnedAwayReason; count: number }[]> =>
  await reader
    .select({ reason: turnedAway.reason, count: count() })
    .from(turnedAway)
    .where(eq(turnedAway.eventId, eventId))
    .groupBy(turnedAway.reason);

export type ScanRow = {
  id: number;
  participantId: number;
  orderId: number;
  name: string;
  competitionId: number;
  scannedAt: Instant;
  believed: boolean;
  admitted: boolean;
  takenBackAt: Instant | null;
  device: string;
  gate: string | null;
  staff: string | null;
};

export const scanSource = (eventId: number): ListSource => ({
  id: scans.id,
  fields: { id: { column: scans.id, kind: 'number' }, admitted: { column: scans.admitted, kind: 'boolean' } },
  scope: eq(scans.eventId, eventId),
  order: [desc(scans.id)],
});

export const readScans = (reader: Reader, isOnPage: SQL): PromiseLike<ScanRow[]> =>
  reader
    .select({
      id: scans.id,
      participantId: scans.participantId,
      orderId: participants.orderId,
      name: sql<string>`${participants.firstName} || ' ' || ${participants.lastName}`,
      competitionId: participants.competitionId,
      scannedAt: scans.scannedAt,
      believed: scans.believed,
      admitted: scans.admitted,
      takenBackAt: scans.takenBackAt,
      device: scans.device,
      gate: gateDevices.gate,
      staff: users.email,
    })
    .from(scans)
    .innerJoin(participants, eq(participants.id, scans.participantId))
    .leftJoin(gateDevices, eq(gateDevices.id, scans.deviceId))
    .leftJoin(users, eq(users.id, scans.scannedBy))
    .where(isOnPage);

export type TurnedAwayRow = {
  id: number;
  reason: TurnedAwayReason;
  scannedAt: Instant;
  name: string | null;
  orderId: number | null;
  participantId: number | null;
  device: string;
  gate: string | null;
  staff: string | null;
};

export const lastTurnedAway = async (reader: Reader, eventId: number, most: number): Promise<TurnedAwayRow[]> =>
  await reader
    .select({
      id: turnedAway.id,
      reason: turnedAway.reason,
      scannedAt: turnedAway.scannedAt,
      name: sql<string | null>`${participants.firstName} || ' ' || ${participants.lastName}`,
      orderId: participants.orderId,
      participantId: turnedAway.participantId,
      device: turnedAway.device,
      gate: gateDevices.gate,
      staff: users.email,
    })
    .from(turnedAway)
    .leftJoin(participants, eq(participants.id, turnedAway.participantId))
    .leftJoin(gateDevices, eq(gateDevices.id, turnedAway.deviceId))
    .leftJoin(users, eq(users.id, turnedAway.scannedBy))
    .where(eq(turnedAway.eventId, eventId))
    .orderBy(desc(turnedAway.id))
    .limit(most);

import { and, desc, eq } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { registeredAlready } from '#modules/orders/index.ts';
import type { Basket } from '#modules/orders/rules/booking.ts';
import { personIdentity } from '#modules/orders/rules/identity.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { gateDevices, handOuts, lateRegistrations } from '../schema.ts';

export type LateRegistration = {
  orderId: number;
  /** Cash at the sale; later refunds are recorded in the order. */
  amount: Cents;
  createdAt: Instant;
  isCanceled: boolean;
  /** The till: a device (with its gate) or staff. */
  deviceId: number | null;
  gate: string | null;
  staff: string | null;
};

export async function lateRegistrationsOf(reader: Reader, eventId: number): Promise<LateRegistration[]> {
  const rows = await reader
    .select({
      orderId: lateRegistrations.orderId,
      amount: lateRegistrations.amount,
      createdAt: lateRegistrations.createdAt,
      status: orders.status,
      deviceId: lateRegistrations.deviceId,
      gate: gateDevices.gate,
      staff: users.email,
    })
    .from(lateRegistrations)
    .innerJoin(orders, eq(orders.id, lateRegistrations.orderId))
    .leftJoin(gateDevices, eq(gateDevices.id, lateRegistrations.deviceId))
    .leftJoin(users, eq(users.id, lateRegistrations.userId))
    .where(eq(lateRegistrations.eventId, eventId))
    .orderBy(desc(lateRegistrations.createdAt), desc(lateRegistrations.orderId));
  return rows.map(({ status, ...row }) => ({ ...row, isCanceled: status === 'canceled' }));
}

export type Till = { name: string; count: number; taken: Cents };

export function tillsOf(all: readonly LateRegistration[]): Till[] {
  const tills = new Map<string, Till>();
  for (const { gate, deviceId, staff, amount } of all) {
    const name = gate === null ? (staff ?? '') : `${gate} #${deviceId}`;
    const till = tills.get(name) ?? { name, count: 0, taken: zeroCents };
    tills.set(name, { name, count: till.count + 1, taken: cents(till.taken + amount) });
  }
  return [...tills.values()].sort((a, b) => b.taken - a.taken);
}

/** Null for another event or sales channel. */
export async function registrationOf(
  reader: Reader,
  eventId: number,
  orderId: number,
): Promise<{ deviceId: number | null; amount: Cents } | null> {
  const [row] = await reader
    .select({ deviceId: lateRegistrations.deviceId, amount: lateRegistrations.amount })
    .from(lateRegistrations)
    .where(and(eq(lateRegistrations.orderId, orderId), eq(lateRegistrations.eventId, eventId)));
  return row ?? null;
}

export async function handedOutOf(reader: Reader, orderId: number): Promise<ReadonlySet<number>> {
  const rows = await reader
    .select({ id: participants.id })
    .from(participants)
    .innerJoin(handOuts, and(eq(handOuts.participantId, participants.id), eq(handOuts.counts, true)))
    .where(eq(participants.orderId, orderId));
  return new Set(rows.map(({ id }) => id));
}

/** People of the basket who are already registered for the same competition, by name. */
export async function starterNames(reader: Reader, { teams }: Pick<Basket, 'teams'>): Promise<string[]> {
  const entries = teams.flatMap(({ competitionId, participants: people }) =>
    people.map((person) => ({ localId: person.localId, competitionId, identity: personIdentity(person) })),
  );
  return (await registeredAlready(reader, entries)).map(({ localId }) => localId);
}

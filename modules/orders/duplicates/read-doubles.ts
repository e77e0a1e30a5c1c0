import { and, asc, eq } from 'drizzle-orm';
import { competitions } from '#modules/events/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import { type DoubleReason, likelyDoubles, pairKey } from '../rules/likely-doubles.ts';
import { orders, participants } from '../schema.ts';
import { distinctPeople } from '../schema-doubles.ts';

const peopleOf = (reader: Reader, eventId: number) =>
  reader
    .select({
      id: participants.id,
      orderId: participants.orderId,
      firstName: participants.firstName,
      lastName: participants.lastName,
      birthDate: participants.birthDate,
      email: participants.email,
      rrBib: participants.rrBib,
      competitionId: participants.competitionId,
      competition: competitions.title,
      orderStatus: orders.status,
    })
    .from(participants)
    .innerJoin(competitions, eq(competitions.id, participants.competitionId))
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true)))
    .orderBy(asc(participants.id));

/** `isAlone`: the only person of the order. */
export type DoublePerson = Awaited<ReturnType<typeof peopleOf>>[number] & { isAlone: boolean };
export type LikelyDouble = { reason: DoubleReason; people: [DoublePerson, DoublePerson] };

/** Shown and answered at once; more appear as these are decided. */
export const maxDoubles = 500;

/** Likely doubles among the people who hold a place. `count`: also those beyond `maxDoubles`. */
export async function doublesOf(reader: Reader, eventId: number): Promise<{ count: number; rows: LikelyDouble[] }> {
  const people = await peopleOf(reader, eventId);
  const decided = await reader.select().from(distinctPeople).where(eq(distinctPeople.eventId, eventId));
  const distinct = new Set(decided.map(({ firstId, secondId }) => pairKey(firstId, secondId)));
  const found = likelyDoubles(people, distinct);
  const byId = new Map(people.map((person) => [person.id, person]));
  const ofOrder = Map.groupBy(people, ({ orderId }) => orderId);
  const personOf = (id: number): DoublePerson => {
    const person = present(byId.get(id), 'a double is of the people compared');
    return { ...person, isAlone: ofOrder.get(person.orderId)?.length === 1 };
  };
  return {
    count: found.length,
    rows: found
      .slice(0, maxDoubles)
      .map(({ first, second, reason }) => ({ reason, people: [personOf(first), personOf(second)] })),
  };
}

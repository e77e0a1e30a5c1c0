import { and, eq, inArray } from 'drizzle-orm';
import type { OrderStatus } from '#modules/orders/rules/order-state.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';

export const bookedPeople = (
  reader: Reader,
  userId: number,
  people: readonly { competitionId: number; identity: string }[],
): Promise<{ competitionId: number; identity: string | null; orderId: number; status: OrderStatus }[]> =>
  reader
    .select({
      competitionId: participants.competitionId,
      identity: participants.identity,
      orderId: participants.orderId,
      status: orders.status,
    })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(participants.live, true),
        inArray(participants.competitionId, [...new Set(people.map(({ competitionId }) => competitionId))]),
        inArray(participants.identity, [...new Set(people.map(({ identity }) => identity))]),
      ),
    );

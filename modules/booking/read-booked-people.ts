import { and, eq, inArray } from 'drizzle-orm';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/platform/database.ts';

/** Who of these people holds a place by an order of somebody's own. */
export const bookedPeople = (
  reader: Reader,
  userId: number,
  people: readonly { competitionId: number; identity: string }[],
): Promise<{ competitionId: number; identity: string | null }[]> =>
  reader
    .select({ competitionId: participants.competitionId, identity: participants.identity })
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

import { and, desc, eq, inArray } from 'drizzle-orm';
import { eachField, inputOf } from '#modules/orders/rules/participant.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/platform/database.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { KnownPerson } from './rules/draft-form.ts';
import { knownPeople, type OrderedPerson, oneself } from './rules/known-people.ts';

/** So far back one looks; somebody who books for a whole club finds the newest. */
const mostRows = 200;

/**
 * Whoever is logged in, and the people of their own orders, newest first, each once. Nobody for an address that was only
 * typed: what lies under it belongs to whoever proves the mailbox.
 */
export async function orderedPeople(
  reader: Reader,
  viewer: Pick<Viewer, 'level' | 'userId'>,
  me: KnownPerson | null,
): Promise<{ me: KnownPerson | null; people: OrderedPerson[] }> {
  if (viewer.level !== 'verified') return { me, people: [] };
  const rows = await reader
    .select({
      key: participants.id,
      ...eachField((name) => participants[name]),
    })
    .from(orders)
    .innerJoin(participants, eq(participants.orderId, orders.id))
    .where(eq(orders.userId, viewer.userId))
    .orderBy(desc(orders.orderDate), participants.id)
    .limit(mostRows);
  const all = rows.map(({ key, ...person }) => ({ key, ...inputOf(person) }));
  return { me: me && oneself(me, all), people: knownPeople(all, me) };
}

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

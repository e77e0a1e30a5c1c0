import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants } from '../schema.ts';

type Person = { competitionId: number; identity: string | null; localId: string };
const keyOf = (person: { competitionId: number; identity: string | null }) =>
  `${person.competitionId}|${person.identity}`;

/**
 * Says which participant has a live order already. When these are just the people of a pending order of the same buyer,
 * he is sent there to pay it; with other people beside, `reason` `ownUnpaid` and `orderId` name the order. Another visit that only typed his address learns nothing of it.
 * @throws Problem TICKET_ALREADY_BOOKED or SAME_PENDING_ORDER_ALREADY_EXISTS, always.
 */
export async function refuseDuplicate(
  { tx }: Work,
  people: readonly Person[],
  viewer: Pick<Viewer, 'userId' | 'visitId' | 'level'>,
  newOrderId: number,
): Promise<never> {
  const identities = people.map((person) => person.identity).filter((identity) => identity !== null);
  const wanted = new Set(people.map(keyOf));
  const live = await tx
    .select({
      orderId: participants.orderId,
      competitionId: participants.competitionId,
      identity: participants.identity,
      status: orders.status,
      userId: orders.userId,
      visitId: orders.visitId,
    })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .where(
      and(
        inArray(participants.identity, identities),
        inArray(participants.competitionId, [...new Set(people.map((person) => person.competitionId))]),
        eq(participants.live, true),
        ne(participants.orderId, newOrderId),
      ),
    );
  const clashes = live.filter((other) => wanted.has(keyOf(other)));
  const [first] = clashes;
  const isOwnPending = (other: (typeof live)[number]) =>
    other.status === 'pending' &&
    other.userId === viewer.userId &&
    (viewer.level === 'verified' || other.visitId === viewer.visitId);
  if (first && isOwnPending(first) && clashes.every((other) => other.orderId === first.orderId)) {
    const ofOrder = await tx
      .select({ competitionId: participants.competitionId, identity: participants.identity })
      .from(participants)
      .where(eq(participants.orderId, first.orderId));
    if (ofOrder.length === people.length && ofOrder.every((other) => wanted.has(keyOf(other)))) {
      return refuse('SAME_PENDING_ORDER_ALREADY_EXISTS', { orderId: first.orderId });
    }
  }
  const taken = new Set(clashes.map(keyOf));
  const seen = new Set<string>();
  const localIds = people
    .filter((person) => {
      const key = keyOf(person);
      const again = person.identity !== null && seen.has(key);
      seen.add(key);
      return taken.has(key) || again;
    })
    .map((person) => person.localId);
  const unpaid = clashes.find(isOwnPending);
  const where = unpaid ? { reason: 'ownUnpaid', orderId: unpaid.orderId } : {};
  return refuse('TICKET_ALREADY_BOOKED', { participants: localIds, ...where });
}

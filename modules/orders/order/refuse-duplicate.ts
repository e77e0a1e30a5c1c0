import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '../rules/problems.ts';
import { orders, participants } from '../schema.ts';

type Person = { competitionId: number; identity: string | null; localId: string };

/** The people among these who have a live registration for the same competition. */
export async function registeredAlready<P extends Pick<Person, 'competitionId' | 'identity'>>(
  reader: Reader | Tx,
  people: readonly P[],
): Promise<P[]> {
  const identities = people.flatMap(({ identity }) => identity ?? []);
  if (identities.length === 0) return [];
  const known = await reader
    .select({ competitionId: participants.competitionId, identity: participants.identity })
    .from(participants)
    .where(
      and(
        inArray(participants.competitionId, [...new Set(people.map(({ competitionId }) => competitionId))]),
        inArray(participants.identity, [...new Set(identities)]),
        // Matches the index.
        sql`live = 1 and identity is not null`,
      ),
    );
  const keys = new Set(known.map(keyOf));
  return people.filter((person) => person.identity !== null && keys.has(keyOf(person)));
}

const keyOf = (person: { competitionId: number; identity: string | null }) =>
  `${person.competitionId}|${person.identity}`;

/**
 * Finds the participant with a live order. If all belong to a pending order of the same buyer, refers to it for
 * payment; otherwise `reason` `ownUnpaid` and `orderId` name it. Reveals nothing to another visit with only the typed
 * address.
 * @throws Problem TICKET_ALREADY_BOOKED or SAME_PENDING_ORDER_ALREADY_EXISTS, always
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

/** Includes the account, because a visit may log in as another person. */
export const storedKey = (userId: number, key: string): string => `${userId}|${key}`;

const orderByKey = prepared((reader) =>
  reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.visitId, sql.placeholder('visitId')), eq(orders.idempotencyKey, sql.placeholder('key')))),
);

export async function orderIdOfKey(
  reader: Reader | Tx,
  { visitId, userId }: Pick<Viewer, 'visitId' | 'userId'>,
  key: string,
): Promise<number | null> {
  if (key === '') return null;
  const [order] = await orderByKey(reader).all({ visitId, key: storedKey(userId, key) });
  return order?.id ?? null;
}

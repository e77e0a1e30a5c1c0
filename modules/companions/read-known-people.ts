import { desc, eq, sql } from 'drizzle-orm';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { eachField, inputOf, type ParticipantInput } from '#modules/orders/rules/participant.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { companionsOf } from './read-companions.ts';
import { knownPeople, type OrderedPerson, oneself } from './rules/known-people.ts';
import type { Companion } from './schema.ts';

/** So far back one looks; somebody who books for a whole club finds the newest. */
const maxRows = 200;

/**
 * Whoever is logged in, and whom their account knows, each once: those it keeps, then the people of its own orders, newest
 * first. Nobody for an address that was only typed: what lies under it belongs to whoever proves the mailbox.
 */
export async function knownPeopleOf(
  reader: Reader,
  viewer: Pick<Viewer, 'level' | 'userId'>,
  me: ParticipantInput | null,
): Promise<{ me: ParticipantInput | null; people: OrderedPerson[] }> {
  if (viewer.level !== 'verified') return { me, people: [] };
  const [kept, ordered] = await Promise.all([
    companionsOf(reader, viewer.userId),
    orderedPeople(reader, viewer.userId),
  ]);
  const all = [...kept.map(asKnown), ...ordered];
  return { me: me && oneself(me, all), people: knownPeople(all, me, kept.length) };
}

/** Keys of people of orders are ids of participants, so those of the kept ones stand on the other side of nothing. */
const asKnown = (companion: Companion): OrderedPerson => ({ key: -companion.id, ...inputOf(companion) });

/** People of the orders of an account whom it does not keep. */
export async function stillToKeep(
  reader: Reader,
  userId: number,
  kept: readonly Companion[],
): Promise<OrderedPerson[]> {
  const known = knownPeople([...kept.map(asKnown), ...(await orderedPeople(reader, userId))], null, kept.length);
  return known.filter(({ key }) => key > 0);
}

const orderedBy = prepared((reader) =>
  reader
    .select({
      key: participants.id,
      ...eachField((name) => participants[name]),
    })
    .from(orders)
    .innerJoin(participants, eq(participants.orderId, orders.id))
    .where(
      sql`${orders.userId} = ${sql.placeholder('userId')} and not exists (
        select 1 from unoffered_participants u
        where u.participant_id = ${participants.id} and u.user_id = ${orders.userId})`,
    )
    .orderBy(desc(orders.orderDate), participants.id)
    .limit(maxRows),
);

/** People of one's own orders, newest first, without those whom one does not want to be offered any more. */
export async function orderedPeople(reader: Reader, userId: number): Promise<OrderedPerson[]> {
  const rows = await orderedBy(reader).all({ userId });
  return rows.map(({ key, ...person }) => ({ key, ...inputOf(person) }));
}

export type Sought = { firstName: string; lastName: string; birthDate: CalendarDate | null };

/** The participants of an account's orders who have that name, and that birth date or none. */
export async function orderedAs(tx: Tx, userId: number, sought: Sought): Promise<number[]> {
  const { id, firstName, lastName, birthDate } = participants;
  const rows = await tx
    .select({ id, firstName, lastName, birthDate })
    .from(orders)
    .innerJoin(participants, eq(participants.orderId, orders.id))
    .where(eq(orders.userId, userId));
  const namesOf = (person: Sought) => `${foldedName(person.firstName)}|${foldedName(person.lastName)}`;
  const mayBeSame = (row: Sought) =>
    row.birthDate === null || sought.birthDate === null || row.birthDate === sought.birthDate;
  return rows.filter((row) => namesOf(row) === namesOf(sought) && mayBeSame(row)).map((row) => row.id);
}

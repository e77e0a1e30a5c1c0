import { desc, eq, sql } from 'drizzle-orm';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { eachField, inputOf, type ParticipantInput } from '#modules/orders/rules/participant.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { companionsOf } from './read-companions.ts';
import { completeOwner, knownPeople, type OrderedPerson } from './rules/known-people.ts';
import type { Companion } from './schema.ts';

/** Newest rows of earlier orders that are read; enough for a club. */
const maxRows = 200;

/** The account's owner, saved people, then people of its orders (newest first), each once; empty when unproven. */
export async function knownPeopleOf(
  reader: Reader,
  viewer: Pick<Viewer, 'level' | 'userId'>,
  me: ParticipantInput | null,
): Promise<{ me: ParticipantInput | null; people: OrderedPerson[] }> {
  if (viewer.level !== 'verified') return { me, people: [] };
  const [saved, ordered] = await Promise.all([
    companionsOf(reader, viewer.userId),
    orderedPeople(reader, viewer.userId),
  ]);
  const all = [...saved.map(asKnown), ...ordered];
  return { me: me && completeOwner(me, all), people: knownPeople(all, me, saved.length) };
}

/** Keys of people from orders are participant ids, so keys of saved people are negative. */
const asKnown = (companion: Companion): OrderedPerson => ({ key: -companion.id, ...inputOf(companion) });

export async function unsavedPeople(
  reader: Reader,
  userId: number,
  saved: readonly Companion[],
): Promise<OrderedPerson[]> {
  const known = knownPeople([...saved.map(asKnown), ...(await orderedPeople(reader, userId))], null, saved.length);
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

/** People of the account's orders, newest first, without those who must not be offered. */
export async function orderedPeople(reader: Reader, userId: number): Promise<OrderedPerson[]> {
  const rows = await orderedBy(reader).all({ userId });
  return rows.map(({ key, ...person }) => ({ key, ...inputOf(person) }));
}

export type PersonKey = { firstName: string; lastName: string; birthDate: CalendarDate | null };

export async function findOrdered(tx: Tx, userId: number, sought: PersonKey): Promise<number[]> {
  const { id, firstName, lastName, birthDate } = participants;
  const rows = await tx
    .select({ id, firstName, lastName, birthDate })
    .from(orders)
    .innerJoin(participants, eq(participants.orderId, orders.id))
    .where(eq(orders.userId, userId));
  const namesOf = (person: PersonKey) => `${foldedName(person.firstName)}|${foldedName(person.lastName)}`;
  const mayBeSame = (row: PersonKey) =>
    row.birthDate === null || sought.birthDate === null || row.birthDate === sought.birthDate;
  return rows.filter((row) => namesOf(row) === namesOf(sought) && mayBeSame(row)).map((row) => row.id);
}

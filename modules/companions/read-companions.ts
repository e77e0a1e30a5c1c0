import { and, asc, desc, eq } from 'drizzle-orm';
import { competitions, events } from '#modules/events/schema.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { eachField, type ParticipantField } from '#modules/orders/rules/participant.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import { mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { selectRows } from '#src/data/hot-statements.ts';
import { compareNames } from '#src/kernel/fold.ts';
import { refuse } from '#src/kernel/problem.ts';
import { type Companion, companions } from './schema.ts';

export async function companionsOf(reader: Reader | Tx, userId: number): Promise<Companion[]> {
  const rows = await selectRows(reader, companions, 'where user_id = ? order by id', [userId]);
  return rows.sort((a, b) => compareNames(a.firstName, b.firstName) || compareNames(a.lastName, b.lastName));
}

export async function companionOf(reader: Reader | Tx, id: number): Promise<Companion | null> {
  const [companion] = await reader.select().from(companions).where(eq(companions.id, id));
  return companion ?? null;
}

type PersonColumns = { [Name in ParticipantField]: (typeof participants)[Name] };
const personColumns = eachField((name) => participants[name]) as PersonColumns;

/** All data about one saved person (GDPR article 15): the saved row and the registrations of this account. */
export async function dataOfCompanion(reader: Reader, companion: Companion) {
  const rows = await reader
    .select({
      orderId: orders.id,
      status: orders.status,
      orderedAt: orders.orderDate,
      event: events.title,
      competition: competitions.title,
      ...personColumns,
      bib: participants.rrBib,
    })
    .from(orders)
    .innerJoin(participants, eq(participants.orderId, orders.id))
    .innerJoin(events, eq(events.id, orders.eventId))
    .innerJoin(competitions, eq(competitions.id, participants.competitionId))
    .where(and(eq(orders.userId, companion.userId), eq(participants.birthDate, companion.birthDate)))
    .orderBy(desc(orders.orderDate), asc(participants.id));
  const isSame = (row: { firstName: string; lastName: string }) =>
    foldedName(row.firstName) === foldedName(companion.firstName) &&
    foldedName(row.lastName) === foldedName(companion.lastName);
  return {
    person: companion,
    registrations: rows.filter(isSame),
  };
}

/** @throws Problem NOT_FOUND also for a person saved by another account */
export async function ownCompanion(call: {
  deps: { read: Reader };
  viewer: Viewer;
  may: Permission;
  params: { companionId: number };
}): Promise<Companion> {
  const companion = (await companionOf(call.deps.read, call.params.companionId)) ?? refuse('NOT_FOUND');
  return mayTouch(call.may, call.viewer, { userId: companion.userId }) ? companion : refuse('NOT_FOUND');
}

import { and, asc, desc, eq } from 'drizzle-orm';
import { competitions, events } from '#modules/events/schema.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { selectRows } from '#src/data/hot-statements.ts';
import { compareNames } from '#src/kernel/fold.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import { type Companion, companions } from './schema.ts';

/** Whom an account keeps, by name. */
export async function companionsOf(reader: Reader | Tx, userId: number): Promise<Companion[]> {
  const rows = await selectRows(reader, companions, 'where user_id = ? order by id', [userId]);
  return rows.sort((a, b) => compareNames(a.firstName, b.firstName) || compareNames(a.lastName, b.lastName));
}

export async function companionOf(reader: Reader | Tx, id: number): Promise<Companion | null> {
  const [companion] = await reader.select().from(companions).where(eq(companions.id, id));
  return companion ?? null;
}

/** As calls and files tell it. */
export const companionShape = (companion: Companion) => ({
  id: companion.id,
  firstName: companion.firstName,
  lastName: companion.lastName,
  birthDate: companion.birthDate,
  gender: companion.gender,
  nationalityCountryCode: companion.nationalityCountryCode,
  email: companion.email,
  club: companion.club,
  guardiansAgreedAt: toIsoOrNull(companion.consentAt),
  guardiansAgreedTo: companion.consentText,
  createdAt: toIso(companion.createdAt),
  updatedAt: toIso(companion.updatedAt),
});

/** Everything of one person alone (GDPR article 15): what is kept, and where the account signed them up. */
export async function dataOfCompanion(reader: Reader, companion: Companion) {
  const rows = await reader
    .select({
      orderId: orders.id,
      status: orders.status,
      orderedAt: orders.orderDate,
      event: events.title,
      competition: competitions.title,
      firstName: participants.firstName,
      lastName: participants.lastName,
      birthDate: participants.birthDate,
      gender: participants.gender,
      nationalityCountryCode: participants.nationalityCountryCode,
      email: participants.email,
      club: participants.club,
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
    person: companionShape(companion),
    registrations: rows.filter(isSame).map((row) => ({ ...row, orderedAt: toIso(row.orderedAt) })),
  };
}

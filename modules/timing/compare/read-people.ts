import { and, eq } from 'drizzle-orm';
import { orders, participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { starts } from '../read-person.ts';
import type { Settings } from '../read-settings.ts';
import type { Values } from '../rules/differences.ts';
import { cut, sexOf } from '../rules/fields.ts';
import { nationOf } from '../rules/nations.ts';
import { raceResultPushes } from '../schema.ts';

export type Here = { participantId: number; pid: number | null; values: Values };

/** Starting participants with the compared values as they would be sent. */
export async function peopleHere(reader: Reader, settings: Settings): Promise<Here[]> {
  const rows = await reader
    .select({ person: participants, pid: raceResultPushes.pid })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .leftJoin(raceResultPushes, eq(raceResultPushes.participantId, participants.id))
    .where(and(eq(participants.eventId, settings.eventId), starts));
  return rows.map(({ person, pid }) => ({
    participantId: person.id,
    pid,
    values: {
      Bib: person.rrBib ?? '',
      Firstname: cut(person.firstName, 100),
      Lastname: cut(person.lastName, 100),
      Sex: sexOf(person.gender),
      DateOfBirth: person.birthDate ?? '',
      Nation: nationOf(person.nationalityCountryCode, settings.nationFormat),
      Club: cut(person.club ?? '', 100),
      Email: cut(person.email ?? '', 100),
      Contest: String(settings.contests.get(person.competitionId) ?? ''),
    },
  }));
}

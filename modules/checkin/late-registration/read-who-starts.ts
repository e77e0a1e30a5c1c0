import { and, inArray, sql } from 'drizzle-orm';
import type { Basket } from '#modules/orders/rules/booking.ts';
import { personIdentity } from '#modules/orders/rules/identity.ts';
import { participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';

/** People of the basket who are already registered for the same competition, by name. */
export async function whoStarts(reader: Reader, { teams }: Pick<Basket, 'teams'>): Promise<string[]> {
  const asked = teams.flatMap(({ competitionId, participants: people }) =>
    people.map((person) => ({ localId: person.localId, competitionId, identity: personIdentity(person) })),
  );
  const identities = asked.flatMap(({ identity }) => identity ?? []);
  if (identities.length === 0) return [];
  const known = await reader
    .select({ competitionId: participants.competitionId, identity: participants.identity })
    .from(participants)
    .where(
      and(
        inArray(participants.competitionId, [...new Set(asked.map(({ competitionId }) => competitionId))]),
        inArray(participants.identity, identities),
        // Matches the index.
        sql`live = 1 and identity is not null`,
      ),
    );
  return asked
    .filter((one) =>
      known.some(({ competitionId, identity }) => competitionId === one.competitionId && identity === one.identity),
    )
    .map(({ localId }) => localId);
}

import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import { isBibThere } from '../rules/fields.ts';
import { raceResultPushes } from '../schema.ts';

export type Numbered = { participantId: number; bib: string; bibThere: string | null; lastName: string };

const numberedAmong = prepared((reader) =>
  reader
    .select({
      participantId: raceResultPushes.participantId,
      bib: participants.rrBib,
      bibThere: raceResultPushes.bibThere,
      lastName: participants.lastName,
    })
    .from(raceResultPushes)
    .innerJoin(participants, eq(participants.id, raceResultPushes.participantId))
    .where(
      and(
        sql`${raceResultPushes.participantId} in (select value from json_each(${sql.placeholder('ids')}))`,
        isNull(raceResultPushes.askedAt),
        or(isNotNull(participants.rrBib), isNotNull(raceResultPushes.bibThere)),
      ),
    ),
);

/** Participants with a number here or there. Those who wait for their first number are unknown to RACE RESULT. */
export async function numberedOf(reader: Reader, ids: readonly number[]): Promise<Numbered[]> {
  const rows = await numberedAmong(reader).all({ ids: JSON.stringify(ids) });
  return rows.flatMap(({ bib, ...row }) => {
    const known = bib ?? row.bibThere ?? '';
    return isBibThere(known) ? [{ ...row, bib: known }] : [];
  });
}

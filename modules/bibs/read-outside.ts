import { sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';

export type OutsideBib = {
  participantId: number;
  orderId: number;
  firstName: string;
  lastName: string;
  competitionId: number;
  bib: string;
};

/** A number with letters is in no range. Reserved numbers and gaps count as inside. */
const isIn = sql.raw(
  `p.rr_bib not glob '*[^0-9]*' and length(p.rr_bib) < 10 and cast(p.rr_bib as integer) between r.first and r.last`,
);

/**
 * Participants with a number outside of their competition's ranges, by number. A competition without ranges counts only
 * if the number is in another competition's range.
 */
export async function outsideBibs(
  reader: Reader,
  eventId: number,
  limit: number,
): Promise<{ count: number; rows: OutsideBib[] }> {
  const rows = await reader.all<OutsideBib & { count: number }>(sql`
    select p.id participantId, p.order_id orderId, p.first_name firstName, p.last_name lastName,
      p.competition_id competitionId, p.rr_bib bib, count(*) over () count
    from participants p
    where p.event_id = ${eventId} and p.live = 1 and p.rr_bib is not null
      and not exists (select 1 from bib_ranges r where r.competition_id = p.competition_id and ${isIn})
      and (exists (select 1 from bib_ranges r where r.competition_id = p.competition_id)
        or exists (select 1 from bib_ranges r where r.event_id = p.event_id and ${isIn}))
    order by length(p.rr_bib), p.rr_bib, p.id limit ${limit}`);
  return {
    count: Number(rows[0]?.count ?? 0),
    rows: rows.map(({ count: _, ...row }) => ({
      ...row,
      participantId: Number(row.participantId),
      orderId: Number(row.orderId),
      competitionId: Number(row.competitionId),
    })),
  };
}

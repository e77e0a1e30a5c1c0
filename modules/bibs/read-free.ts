import { sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';

/** The first of these numbers that nobody has, that no timing system knows by somebody who canceled (`kept`), and that no run which is being applied is about to give away. */
export async function firstFree(
  reader: Reader | Tx,
  eventId: number,
  numbers: readonly number[],
  kept: ReadonlyMap<string, number>,
): Promise<number | null> {
  const open = numbers.filter((number) => !kept.has(String(number)));
  if (open.length === 0) return null;
  const [row] = await reader.all<{ n: number }>(sql`
    select value n from json_each(${JSON.stringify(open)})
    where not exists (select 1 from participants p where p.event_id = ${eventId} and p.live = 1 and p.rr_bib = cast(value as text))
      and not exists (select 1 from bib_runs r join bib_run_items i on i.run_id = r.id
        where r.event_id = ${eventId} and r.status = 'applying' and i.state in ('waiting', 'parked') and i.after = cast(value as text))
    limit 1`);
  return row ? Number(row.n) : null;
}

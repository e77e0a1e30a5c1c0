import { sql } from 'drizzle-orm';
import { numberOfBib } from '#modules/orders/rules/bib.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { rangesOf } from './read-ranges.ts';
import { type BibRange, numbersIn } from './rules/ranges.ts';

/**
 * The first number that is not held, not known to a timing system by a canceled participant (`kept`), and not about to
 * be assigned by a run in progress.
 */
async function firstFree(
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

/** Numbers per query. */
const atOnce = 500;

/** The first free number of these ranges; `kept` as above. */
export async function nextFree(
  reader: Reader | Tx,
  eventId: number,
  ranges: readonly BibRange[],
  kept: ReadonlyMap<string, number>,
): Promise<number | null> {
  for (const range of ranges) {
    let asked: number[] = [];
    for (const number of numbersIn(range)) {
      asked.push(number);
      if (asked.length < atOnce) continue;
      const free = await firstFree(reader, eventId, asked, kept);
      if (free !== null) return free;
      asked = [];
    }
    const free = await firstFree(reader, eventId, asked, kept);
    if (free !== null) return free;
  }
  return null;
}

/** Implements `Deps.nextFreeBib`. */
export async function nextFreeBib(
  { bibsKeptElsewhere }: Pick<Deps, 'bibsKeptElsewhere'>,
  reader: Reader | Tx,
  { eventId, competitionId, current }: { eventId: number; competitionId: number; current?: string },
): Promise<{ bib: string } | { none: 'noRange' | 'full' }> {
  const ranges = (await rangesOf(reader, eventId)).filter((range) => range.competitionId === competitionId);
  if (ranges.length === 0) return { none: 'noRange' };
  const number = numberOfBib(current ?? null);
  if (number !== null && ranges.some(({ first, last }) => first <= number && number <= last))
    return { bib: String(number) };
  const free = await nextFree(reader, eventId, ranges, await bibsKeptElsewhere(reader, eventId));
  return free === null ? { none: 'full' } : { bib: String(free) };
}

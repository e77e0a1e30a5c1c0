import { min, sql } from 'drizzle-orm';
import { ledgerEntries } from '#modules/payments/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { type CalendarDate, dateIn, dateParts, type Instant, instant, zonedInstant } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { periodNames } from '../rules/periods.ts';
import { settlementAudits } from '../schema.ts';

const startOf = (year: number, month: number): Instant =>
  zonedInstant(`${year}-${String(month).padStart(2, '0')}-01` as CalendarDate, 0, 0, defaultTimeZone);

/** Years, quarters and months with money or settlements, newest first. */
export async function bookedPeriods(reader: Reader, now: Instant): Promise<string[]> {
  const [ledger] = await reader.select({ first: min(ledgerEntries.createdAt) }).from(ledgerEntries);
  const [settled] = await reader.select({ first: min(settlementAudits.createdAt) }).from(settlementAudits);
  const first = Math.min(ledger?.first ?? now, settled?.first ?? now);
  const begin = dateParts(dateIn(instant(first), defaultTimeZone));
  const end = dateParts(dateIn(now, defaultTimeZone));
  const all = Array.from({ length: (end.year - begin.year) * 12 + end.month - begin.month + 1 }, (_, index) => {
    const [year, month] = [
      begin.year + Math.floor((begin.month - 1 + index) / 12),
      ((begin.month - 1 + index) % 12) + 1,
    ];
    const until = month === 12 ? startOf(year + 1, 1) : startOf(year, month + 1);
    return { name: `${year}-${String(month).padStart(2, '0')}`, from: startOf(year, month), until };
  });
  const rows = await reader.all<{ name: string }>(sql`
    select json_extract(m.value, '$.name') name from json_each(${JSON.stringify(all)}) m
    where exists (select 1 from ledger_entries l
        where l.created_at >= json_extract(m.value, '$.from') and l.created_at < json_extract(m.value, '$.until'))
      or exists (select 1 from settlement_audits a
        where a.created_at >= json_extract(m.value, '$.from') and a.created_at < json_extract(m.value, '$.until'))`);
  return periodNames(rows.map(({ name }) => name));
}

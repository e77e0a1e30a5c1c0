import { and, eq, gte, lt, min, notInArray, sql } from 'drizzle-orm';
import { eventOrganizers, events } from '#modules/events/schema.ts';
import { orders } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { ledgerEntries } from '#modules/payments/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import { cents } from '#src/kernel/money.ts';
import { organizersMethods } from '#src/kernel/payment-methods.ts';
import {
  type CalendarDate,
  dateIn,
  dateParts,
  days,
  type Instant,
  instant,
  minutes,
  zonedInstant,
} from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import type { MoneyMove } from '../rules/accounts.ts';
import { periodNames } from '../rules/periods.ts';
import { settlementAudits, settlements } from '../schema.ts';
import { endOf } from '../span.ts';

export type Days = { from: CalendarDate; to: CalendarDate };
/** Days in the platform's time zone. */
const dayOf = (at: Instant): CalendarDate => dateIn(at, defaultTimeZone);
const windowMs = days(7);
/** Days of every time zone begin at a quarter of an hour. */
const quarterMs = minutes(15);

const organizerOfEvent = and(eq(eventOrganizers.eventId, events.id), eq(eventOrganizers.isMain, true));

/**
 * Payments and refunds by day, event and method, without the organizers' own methods. Reads a week at a time, so that
 * others need not wait.
 */
async function ledgerMoves(reader: Reader, from: Instant, until: Instant): Promise<MoneyMove[]> {
  const sums = new Map<string, MoneyMove>();
  for (let at = from; at < until; at = instant(at + windowMs)) {
    const to = instant(Math.min(at + windowMs, until));
    const quarter = sql<number>`${ledgerEntries.createdAt} / ${sql.raw(String(quarterMs))}`.mapWith(Number);
    const rows = await reader
      .select({
        quarter,
        kind: ledgerEntries.kind,
        method: ledgerEntries.method,
        eventId: orders.eventId,
        eventTitle: events.title,
        organizerId: organizers.id,
        organizerName: organizers.name,
        amount: sumOfCents(ledgerEntries.amount),
      })
      .from(ledgerEntries)
      .innerJoin(orders, eq(orders.id, ledgerEntries.orderId))
      .innerJoin(events, eq(events.id, orders.eventId))
      .leftJoin(eventOrganizers, organizerOfEvent)
      .leftJoin(organizers, eq(organizers.id, eventOrganizers.organizerId))
      .where(
        and(
          gte(ledgerEntries.createdAt, at),
          lt(ledgerEntries.createdAt, to),
          notInArray(ledgerEntries.method, [...organizersMethods]),
        ),
      )
      .groupBy(sql`1`, ledgerEntries.kind, ledgerEntries.method, orders.eventId);
    for (const { quarter: when, eventId, organizerName, amount, ...row } of rows) {
      const date = dayOf(instant(Math.floor(when) * quarterMs));
      const key = `${date}|${eventId}|${row.kind}|${row.method}`;
      const sum = sums.get(key) ?? { ...row, date, organizerName: organizerName ?? '', amount: cents(0) };
      sums.set(key, { ...sum, amount: cents(sum.amount + amount) });
    }
    await new Promise<void>((resume) => setImmediate(resume));
  }
  return [...sums.values()];
}

const ofSettlement = (reader: Reader) =>
  reader
    .select({
      number: settlements.number,
      eventId: settlements.eventId,
      eventTitle: events.title,
      organizerId: settlements.organizerId,
      organizerName: organizers.name,
      fees: settlements.fees,
      vouchers: settlements.vouchers,
      articles: settlements.articles,
      taxCategory: settlements.taxCategory,
      action: settlementAudits.action,
      amount: settlementAudits.amount,
      at: settlementAudits.createdAt,
    })
    .from(settlementAudits)
    .innerJoin(settlements, eq(settlements.id, settlementAudits.settlementId))
    .innerJoin(events, eq(events.id, settlements.eventId))
    .innerJoin(organizers, eq(organizers.id, settlements.organizerId));

/** Fees, vouchers and articles on the day of closing; payouts on the days they were paid or returned. */
async function settlementMoves(reader: Reader, from: Instant, until: Instant): Promise<MoneyMove[]> {
  const rows = await ofSettlement(reader)
    .where(and(gte(settlementAudits.createdAt, from), lt(settlementAudits.createdAt, until)))
    .orderBy(settlementAudits.id);
  return rows.flatMap((row): MoneyMove[] => {
    const { eventTitle, organizerId, organizerName, amount } = row;
    const named = {
      date: dayOf(row.at),
      eventTitle,
      organizerId,
      organizerName,
      settlement: `A${row.eventId}-${row.number}`,
    };
    if (row.action === 'closed')
      return [
        ...(row.fees === 0
          ? []
          : [{ ...named, kind: 'fees' as const, amount: row.fees, taxCategory: row.taxCategory }]),
        ...(['vouchers', 'articles'] as const).flatMap((kind) =>
          row[kind] === 0 ? [] : [{ ...named, kind, amount: row[kind] }],
        ),
      ];
    if (row.action === 'paid') return [{ ...named, kind: 'payout', amount }];
    if (row.action === 'returned') return [{ ...named, kind: 'payoutReturned', amount }];
    return [];
  });
}

export async function moneyMoves(reader: Reader, { from, to }: Days, now: Instant): Promise<MoneyMove[]> {
  const begin = zonedInstant(from, 0, 0, defaultTimeZone);
  const until = instant(Math.min(endOf(to), now + 1));
  const moves = [...(await ledgerMoves(reader, begin, until)), ...(await settlementMoves(reader, begin, until))];
  return moves.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

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

import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { type CalendarDate, dateIn } from '#src/kernel/time.ts';
import type { EntrySum } from './read-event-payments.ts';

export type Period = 'day' | 'month';
export type Figures = { payments: number; received: Cents; refunds: number; refunded: Cents };
export const balanceOf = ({ received, refunded }: Figures): Cents => cents(received - refunded);
export type SummedUp = {
  all: Figures;
  byMethod: { method: string; figures: Figures }[];
  /** `2026-05` or `2026-05-17`, newest first. */
  byTime: { time: string; figures: Figures }[];
};

const nothing: Figures = { payments: 0, received: zeroCents, refunds: 0, refunded: zeroCents };
const plus = (sum: Figures, { kind, amount, count }: EntrySum): Figures =>
  kind === 'payment'
    ? { ...sum, payments: sum.payments + count, received: cents(sum.received + amount) }
    : { ...sum, refunds: sum.refunds + count, refunded: cents(sum.refunded + amount) };

/** Ledger sums by method and by day or month in the event's time zone; each table sums up to `all`. */
export function sumUp(entries: readonly EntrySum[], period: Period, timeZone: string): SummedUp {
  const byMethod = new Map<string, Figures>();
  const byTime = new Map<string, Figures>();
  let all = nothing;
  for (const entry of entries) {
    const date: CalendarDate = dateIn(entry.at, timeZone);
    const time = period === 'day' ? date : date.slice(0, 7);
    all = plus(all, entry);
    byMethod.set(entry.method, plus(byMethod.get(entry.method) ?? nothing, entry));
    byTime.set(time, plus(byTime.get(time) ?? nothing, entry));
  }
  return {
    all,
    byMethod: [...byMethod].map(([method, figures]) => ({ method, figures })).sort(byReceived),
    byTime: [...byTime].map(([time, figures]) => ({ time, figures })).sort((a, b) => (a.time < b.time ? 1 : -1)),
  };
}

const byReceived = (a: { figures: Figures }, b: { figures: Figures }): number =>
  b.figures.received - a.figures.received;

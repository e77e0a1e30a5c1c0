import { type Cents, cents, minCents } from '#src/kernel/money.ts';
import {
  type CalendarDate,
  dateIn,
  dateParts,
  dayAfter,
  days,
  type Instant,
  plus,
  zonedInstant,
} from '#src/kernel/time.ts';

export const billingRhythms = ['byHand', 'monthly'] as const;
export type BillingRhythm = (typeof billingRhythms)[number];

export const maxPaymentDays = 90;
/** One million euros. */
export const maxLimit = 100_000_000;
export const maxMembers = 200;

const billingHour = 6;

export function nextMonthlyBill(now: Instant, timeZone: string): Instant {
  const { year, month } = dateParts(dateIn(now, timeZone));
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  return zonedInstant(`${next}-01` as CalendarDate, billingHour, 0, timeZone);
}

/** The last day to pay, and the instant after it. */
export function dueDate(
  now: Instant,
  paymentDays: number,
  timeZone: string,
): { dueOn: CalendarDate; overdueAt: Instant } {
  const dueOn = dateIn(plus(now, days(paymentDays)), timeZone);
  return { dueOn, overdueAt: zonedInstant(dayAfter(dueOn), 0, 0, timeZone) };
}

/** Days after the due date; the last one goes to the organizer. */
const reminderDays = [3, 14, 30] as const;
export type Reminder = 'first' | 'second' | 'organizer';
const kinds: readonly Reminder[] = ['first', 'second', 'organizer'];

export const reminderAt = (overdueAt: Instant, sent: number): Instant | null => {
  const after = reminderDays[sent];
  return after === undefined ? null : plus(overdueAt, days(after));
};
export const reminderOf = (sent: number): Reminder | null => kinds[sent] ?? null;

/** Divides a payment among orders: the oldest first, each at most its open sum. */
export function spread<Open extends { open: Cents }>(
  orders: readonly Open[],
  amount: Cents,
): { order: Open; amount: Cents }[] {
  let left: Cents = amount;
  return orders.flatMap((order) => {
    const part = minCents(order.open, left);
    left = cents(left - part);
    return part > 0 ? [{ order, amount: part }] : [];
  });
}

export const billStates = ['open', 'partly', 'overdue', 'paid', 'withdrawn'] as const;
export type BillState = (typeof billStates)[number];
export function billState(
  {
    open,
    total,
    overdueAt,
    withdrawnAt,
  }: { open: Cents; total: Cents; overdueAt: Instant; withdrawnAt: Instant | null },
  now: Instant,
): BillState {
  if (withdrawnAt !== null) return 'withdrawn';
  if (open === 0) return 'paid';
  if (overdueAt <= now) return 'overdue';
  return open < total ? 'partly' : 'open';
}

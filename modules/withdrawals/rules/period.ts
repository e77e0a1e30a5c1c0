import { isWithdrawable, type LineRight } from '#modules/orders/rules/order-item.ts';
import { easterSunday } from '#src/kernel/easter.ts';
import {
  type CalendarDate,
  dateIn,
  dateParts,
  dayAfter,
  days,
  type Instant,
  instant,
  zonedInstant,
} from '#src/kernel/time.ts';

export type LineFacts = {
  right: LineRight;
  orderedAt: Instant;
  handedAt: Instant | null;
  eventEnd: Instant;
  timeZone: string;
};

/**
 * End of the withdrawal period, exclusive; null: no right. The period of goods starts with delivery. Hand-out marks are
 * set on dispatch and may be missing, so the later of the mark and the event's last day counts, in favor of the buyer.
 * The first day does not count, the fourteenth counts whole, and an end on a weekend or public holiday moves to the
 * next working day (regulation 1182/71, article 3).
 */
export function periodEnd({ right, orderedAt, handedAt, eventEnd, timeZone }: LineFacts): Instant | null {
  if (!isWithdrawable(right)) return null;
  const from = right === 'service_14' ? orderedAt : instant(Math.max(eventEnd, handedAt ?? eventEnd));
  let day = dateIn(from, timeZone);
  for (let count = 0; count < 14; count++) day = dayAfter(day);
  while (isWeekend(day) || isPublicHoliday(day)) day = dayAfter(day);
  return zonedInstant(dayAfter(day), 0, 0, timeZone);
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Fixed dates: both countries, Austria only (Arbeitsruhegesetz, § 7), Germany only. */
const fixed = new Set([
  ...['01-01', '05-01', '12-25', '12-26'],
  ...['01-06', '08-15', '10-26', '11-01', '12-08'],
  ...['10-03'],
]);
/** Days after Easter Sunday: Good Friday (Germany), Easter Monday, Ascension, Whit Monday, Corpus Christi (Austria). */
const movable = [-2, 1, 39, 50, 60];

/** Nationwide public holidays of Austria or Germany, without Sundays. */
export function isPublicHoliday(date: CalendarDate): boolean {
  const { year, month, day } = dateParts(date);
  const fromEaster = (Date.UTC(year, month - 1, day) - easterSunday(year)) / days(1);
  return fixed.has(date.slice(5)) || movable.includes(fromEaster);
}

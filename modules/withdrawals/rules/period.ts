import { isWithdrawable, type LineRight } from '#modules/orders/rules/order-item.ts';
import { dateIn, dayAfter, type Instant, instant, zonedInstant } from '#src/kernel/time.ts';
import { isPublicHoliday } from './public-holidays.ts';

export type LineFacts = {
  right: LineRight;
  orderedAt: Instant;
  /** When it was handed out or sent; null: not marked. */
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

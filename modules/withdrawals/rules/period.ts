import { isWithdrawable, type LineRight } from '#modules/orders/rules/order-item.ts';
import { dateIn, dayAfter, type Instant, instant, zonedInstant } from '#src/kernel/time.ts';
import { isPublicHoliday } from './public-holidays.ts';

export type LineFacts = {
  right: LineRight;
  orderedAt: Instant;
  /** When it was handed out or sent, as somebody marked it; null: nobody did. */
  handedAt: Instant | null;
  eventEnd: Instant;
  timeZone: string;
};

/**
 * The first moment at which one may not go back on it any more; null: one never could. Goods count from their delivery. A
 * mark is put when something leaves, not when it arrives, and what nobody marked may still be on its way: so the later of
 * the mark and the event's last day counts, for the buyer. The day itself is not counted, and the fourteenth counts whole; from
 * one that falls on a weekend or a public holiday the period goes on to the next working day (regulation 1182/71, article 3).
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

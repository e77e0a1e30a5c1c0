import { type CalendarDate, dayAfter, type Instant, zonedInstant } from '#src/kernel/time.ts';

/** Both ends included; null: open. */
export type DaySpan = { from: CalendarDate | null; to: CalendarDate | null };
/** `from` included, `to` excluded. */
export type InstantSpan = { from: Instant | null; to: Instant | null };

export { dayAfter };

export const instantsOf = ({ from, to }: DaySpan, timeZone: string): InstantSpan => ({
  from: from && zonedInstant(from, 0, 0, timeZone),
  to: to && zonedInstant(dayAfter(to), 0, 0, timeZone),
});

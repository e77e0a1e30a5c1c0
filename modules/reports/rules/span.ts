import { type CalendarDate, dayAfter, type Instant, zonedInstant } from '#src/kernel/time.ts';

/** Days, both included; null: no end there. */
export type DaySpan = { from: CalendarDate | null; to: CalendarDate | null };
/** From the first instant up to, and without, the last. */
export type InstantSpan = { from: Instant | null; to: Instant | null };

export { dayAfter };

/** Days as the clocks of a zone tell them. */
export const instantsOf = ({ from, to }: DaySpan, timeZone: string): InstantSpan => ({
  from: from && zonedInstant(from, 0, 0, timeZone),
  to: to && zonedInstant(dayAfter(to), 0, 0, timeZone),
});

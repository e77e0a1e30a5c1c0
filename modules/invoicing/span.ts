import * as z from 'zod';
import {
  type CalendarDate,
  dateIn,
  days,
  type Instant,
  instant,
  isCalendarDate,
  zonedInstant,
} from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';

export const dayText = z
  .string()
  .meta({ format: 'date' })
  .refine((text) => isCalendarDate(text), { error: 'date' })
  .transform((text) => text as CalendarDate);

/** Days in the platform's time zone, both included. */
export const daysQuery = z.object({ from: dayText.optional(), to: dayText.optional() });

const startOf = (day: CalendarDate): Instant => zonedInstant(day, 0, 0, defaultTimeZone);
export const endOf = (day: CalendarDate): Instant =>
  startOf(dateIn(instant(zonedInstant(day, 12, 0, defaultTimeZone) + days(1)), defaultTimeZone));

export const spanOf = ({
  from,
  to,
}: {
  from?: CalendarDate | null | undefined;
  to?: CalendarDate | null | undefined;
}): { from: Instant | null; to: Instant | null } => ({ from: from ? startOf(from) : null, to: to ? endOf(to) : null });

import * as z from 'zod';
import { tableFormats } from '#src/files/tables/table-file.ts';
import { emailIssue, isEmail } from '#src/kernel/email.ts';
import { type CalendarDate, isCalendarDate } from '#src/kernel/time.ts';
import { exportKinds, isOfEvent } from '../rules/export-kinds.ts';

export const dayText = z
  .string()
  .meta({ format: 'date' })
  .refine((text) => isCalendarDate(text), { error: 'date' })
  .transform((text) => text as CalendarDate);
export const formatSchema = z.enum(tableFormats);

export const exportInput = z
  .object({
    kind: z.enum(exportKinds),
    eventId: z.int().positive().nullish(),
    from: dayText.nullish(),
    to: dayText.nullish(),
    format: formatSchema.default('csv'),
    mailTo: z.string().trim().max(254).refine(isEmail, { error: emailIssue }).nullish(),
  })
  .check(({ value: { kind, eventId, from, to }, issues }) => {
    if (from && to && from > to) issues.push({ code: 'custom', path: ['to'], message: 'exports.wrong.end', input: to });
    if (isOfEvent(kind) && !eventId)
      issues.push({ code: 'custom', path: ['eventId'], message: 'exports.wrong.event', input: eventId });
  });

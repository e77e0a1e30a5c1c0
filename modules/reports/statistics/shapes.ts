import * as z from 'zod';
import { type CalendarDate, isCalendarDate } from '#src/kernel/time.ts';
import { cents } from '#src/web/answers.ts';

const date = z.string().meta({ format: 'date' });
const id = z.int();
const rowsOf = <S extends z.ZodObject>(row: S) => z.object({ rows: z.array(row) });

export const salesAnswer = rowsOf(z.object({ date, eventId: id, eventTitle: z.string(), value: z.int() }));
export const paymentMethodsAnswer = rowsOf(z.object({ date, paymentMethod: z.string(), value: z.int() }));
export const ticketsAnswer = rowsOf(
  z.object({ date, competitionId: id, competitionTitle: z.string(), value: z.int() }),
);
export const articlesAnswer = rowsOf(
  z.object({
    eventId: id,
    eventTitle: z.string(),
    articleId: id,
    name: z.string(),
    variantId: id,
    variantName: z.string(),
    sold: z.int(),
    available: z.int(),
    revenue: cents,
  }),
);
export const viewsAnswer = rowsOf(z.object({ date, eventId: id, eventTitle: z.string(), views: z.int() }));
export const orderPaymentsAnswer = rowsOf(
  z.object({
    month: z.string().describe('YYYY-MM'),
    organizerId: id,
    organizerName: z.string(),
    paymentMethod: z.string(),
    orders: z.int(),
    paid: cents,
    refunded: cents,
  }),
);
export const vouchersAnswer = rowsOf(
  z.object({
    voucherTypeId: id,
    name: z.string(),
    codes: z.int(),
    codesUsed: z.int(),
    orders: z.int(),
    discount: cents,
  }),
);
export const peopleAnswer = z.object({
  groups: z.array(
    z.object({
      competitionId: id,
      gender: z.string(),
      birthYear: z.string(),
      nation: z.string(),
      people: z.int(),
    }),
  ),
  clubs: z.array(z.object({ club: z.string(), people: z.int() })),
  areas: z.array(z.object({ countryCode: z.string(), zipCode: z.string(), people: z.int() })),
});

const calendarDate = z
  .string()
  .refine(isCalendarDate)
  .transform((text) => text as CalendarDate)
  .meta({ format: 'date' });

export const viewsQuery = z
  .object({
    from: calendarDate.optional().describe('First day; omitted: a year before `to`'),
    to: calendarDate.optional().describe('Last day, inclusive; omitted: today'),
    format: z.enum(['json', 'csv', 'xlsx']).default('json'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'] });

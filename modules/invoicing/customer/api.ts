import * as z from 'zod';
import { loadOrganizer } from '#modules/organizers/index.ts';
import { type CalendarDate, dayAfter, isCalendarDate, toIso, zonedInstant } from '#src/kernel/time.ts';
import { api, tagged } from '#src/platform/http.ts';
import { defaultTimeZone } from '#src/platform/locale.ts';
import { paperLink } from '../papers/paper-link.ts';
import { paperKinds } from '../rules/paper.ts';
import { invoiceOfOrder } from './bill-order.ts';
import { loadOrderOfInvoice } from './load.ts';
import { customerInvoices } from './read-customer-invoices.ts';

export const customerInvoiceApi = tagged('Booking and orders', [
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}/invoice',
      may: 'order.invoice',
      summary:
        'A link to the invoice of the order (PDF/A-3 with an EN 16931 invoice inside), good for 15 minutes. For the buyer, and for those who may look at the order for its organizer. Issued now where it was not yet.',
      load: loadOrderOfInvoice,
      answer: z.object({ downloadLink: z.string() }),
    },
    async ({ deps, record, now }) => {
      const { id } = await deps.write((work) => invoiceOfOrder(work, record.id));
      return { downloadLink: paperLink(deps, { id, linkVersion: record.linkVersion }, now) };
    },
  ),
]);

const day = z
  .string()
  .refine(isCalendarDate)
  .transform((text) => text as CalendarDate)
  .optional()
  .describe('YYYY-MM-DD, included');
const startOf = (date: CalendarDate) => zonedInstant(date, 0, 0, defaultTimeZone);

/** A row of the lists of papers, as the contract has it. */
export const paperRow = z.object({
  id: z.int(),
  number: z.string(),
  organizerId: z.int(),
  organizerName: z.string(),
  eventId: z.int().nullable(),
  orderId: z.int().nullable(),
  kind: z.enum(paperKinds),
  total: z.int().describe('Cents that it adds to what was billed; below 0 for a credit note'),
  createdAt: z.string(),
  fromDate: z.string(),
  toDate: z.string(),
  downloadLink: z.string(),
  sentEmailAddress: z.string().nullable(),
  shouldSendEmail: z.boolean(),
});

export const customerInvoiceListApi = tagged('Organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/organizer-invoices/{organizerId}/customer-invoices',
      may: 'organizer.papers',
      summary:
        'What the organizer billed its customers, by days of issue. Customers download their papers; none is mailed.',
      load: loadOrganizer,
      query: z.object({ from: day, to: day }),
      answer: z.object({ rows: z.array(paperRow) }),
    },
    async ({ deps, record: organizer, query: { from, to }, now }) => {
      const span = { from: from ? startOf(from) : null, till: to ? startOf(dayAfter(to)) : null };
      const rows = await customerInvoices(deps.read, organizer.id, span);
      return {
        rows: rows.map(({ linkVersion, issuedAt, ...row }) => ({
          ...row,
          organizerName: organizer.name,
          createdAt: toIso(issuedAt),
          downloadLink: paperLink(deps, { id: row.id, linkVersion }, now),
          sentEmailAddress: null,
          shouldSendEmail: false,
        })),
      };
    },
  ),
]);

import * as z from 'zod';
import { loadOrganizer } from '#modules/organizers/index.ts';
import { api, tagged } from '#src/web/http.ts';
import { paperLink } from '../papers/paper-link.ts';
import { listedPapers, paperAnswer, paperRow } from '../papers/read-papers.ts';
import { daysQuery, spanOf } from '../span.ts';
import { invoiceOfOrder } from './bill-order.ts';
import { loadOrderOfInvoice } from './load.ts';

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

export const customerInvoiceListApi = tagged('Organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/organizer-invoices/{organizerId}/customer-invoices',
      may: 'organizer.papers',
      summary:
        'What the organizer billed its customers, by days of issue. Customers download their papers; none is mailed.',
      load: loadOrganizer,
      query: daysQuery,
      answer: z.object({ rows: z.array(paperRow) }),
    },
    async ({ deps, record: { id: organizerId }, query, now }) => {
      const rows = await listedPapers(deps.read, { sellerKind: 'organizer', organizerId, ...spanOf(query) });
      return { rows: rows.map((paper) => paperAnswer(deps, paper, 'organizer', now)) };
    },
  ),
]);

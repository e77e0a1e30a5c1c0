import * as z from 'zod';
import {
  loadOwnOrder,
  type NamesOrder,
  type OrderRecord,
  orderOf,
  readsOwnOrder,
  requireOrderRole,
} from '#modules/orders/index.ts';
import { loadOrganizer } from '#modules/organizers/index.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { api, page, type Route, tagged } from '#src/web/http.ts';
import { listedPapers, paperAddress, paperAnswer, paperLink, paperRow } from '../papers/read-papers.ts';
import { daysQuery, spanOf } from '../span.ts';
import { invoiceOfOrder } from './bill-order.ts';

/** The viewer's own order, or one of an event whose orders they may view. @throws Problem NOT_FOUND */
export async function loadOrderOfInvoice(call: NamesOrder): Promise<OrderRecord> {
  try {
    return await loadOwnOrder(call);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
    await requireOrderRole(call.deps, call.viewer, call.params.orderId, 'order.view');
    return (await orderOf(call.deps.read, call.params.orderId)) ?? refuse('NOT_FOUND');
  }
}

export const customerInvoiceApi = tagged('Booking and orders', [
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}/invoice',
      may: 'order.invoice',
      refuses: [
        'CANT_CREATE_INVOICE',
        'CANT_CREATE_INVOICE_EVENT',
        'CANT_CREATE_INVOICE_NO_ADDRESS',
        'CANT_CREATE_INVOICE_TOO_LATE',
      ],
      summary:
        'Returns a download link for the invoice of the order (PDF/A-3 with an embedded EN 16931 invoice), valid for 15 minutes. For the buyer and for organizer members who may read the order. Issues the invoice if necessary.',
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
        'Lists the invoices and credit notes that the organizer issued to customers, by date. Customers download them; none is mailed.',
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

const openInvoice = page(
  { method: 'get', path: '/orders/{orderId}/invoice', ...readsOwnOrder },
  async ({ deps, record: { id: orderId, linkVersion }, now, redirect }) => {
    const { id } = await deps.write((work) => invoiceOfOrder(work, orderId));
    return redirect(paperAddress(deps, { id, linkVersion }, now));
  },
);

export const customerInvoicePages: readonly Route[] = [openInvoice];

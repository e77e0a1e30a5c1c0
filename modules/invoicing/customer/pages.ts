import { readsOwnOrder } from '#modules/orders/index.ts';
import { page, type Route } from '#src/web/http.ts';
import { paperAddress } from '../papers/paper-link.ts';
import { invoiceOfOrder } from './bill-order.ts';

const openInvoice = page(
  { method: 'get', path: '/orders/{orderId}/invoice', ...readsOwnOrder },
  async ({ deps, record: { id: orderId, linkVersion }, now, redirect }) => {
    const { id } = await deps.write((work) => invoiceOfOrder(work, orderId));
    return redirect(paperAddress(deps, { id, linkVersion }, now));
  },
);

export const customerInvoicePages: readonly Route[] = [openInvoice];

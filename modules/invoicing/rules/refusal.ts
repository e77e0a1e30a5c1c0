import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import type { Cents } from '#src/kernel/money.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Missing } from './requirements.ts';

type Asked = {
  status: OrderStatus;
  cost: Cents;
  event: { generateInvoice: boolean; endTimestamp: Instant };
  hasAddress: boolean;
  /** When the event was settled; null: not yet. */
  closedAt: Instant | null;
  missing: Missing;
  now: Instant;
};
export type InvoiceRefusal = {
  code:
    | 'CANT_CREATE_INVOICE'
    | 'CANT_CREATE_INVOICE_EVENT'
    | 'CANT_CREATE_INVOICE_NO_ADDRESS'
    | 'CANT_CREATE_INVOICE_TOO_LATE';
  reason: 'canceled' | 'notPaid' | 'free' | 'sellerAddress' | 'sellerTaxId' | 'buyerAddress' | null;
};

/** Deadline for new invoices, if the event is not settled before. */
const daysAfterEvent = 90;
export const invoicesUntil = (event: { endTimestamp: Instant }): Instant =>
  plus(event.endTimestamp, days(daysAfterEvent));

/** null: an invoice can be issued. */
export function refusalOf(asked: Asked): InvoiceRefusal | null {
  const { status, cost, event, hasAddress, closedAt, missing, now } = asked;
  if (!event.generateInvoice) return { code: 'CANT_CREATE_INVOICE_EVENT', reason: null };
  if (status === 'canceled') return { code: 'CANT_CREATE_INVOICE', reason: 'canceled' };
  if (!isPaidStatus(status)) return { code: 'CANT_CREATE_INVOICE', reason: 'notPaid' };
  if (cost <= 0) return { code: 'CANT_CREATE_INVOICE', reason: 'free' };
  // Checked before the address, so that nobody enters an address in vain.
  if (now > invoicesUntil(event) || closedAt !== null) return { code: 'CANT_CREATE_INVOICE_TOO_LATE', reason: null };
  if (!hasAddress) return { code: 'CANT_CREATE_INVOICE_NO_ADDRESS', reason: null };
  if (missing === 'buyerAddress') return { code: 'CANT_CREATE_INVOICE_NO_ADDRESS', reason: missing };
  return missing === null ? null : { code: 'CANT_CREATE_INVOICE', reason: missing };
}

/** Price minus refunds; for canceled orders what was not refunded. */
export function costOf(
  { status, totalPrice }: { status: OrderStatus; totalPrice: Cents },
  { kept, open }: { kept: Cents; open: Cents },
): Cents {
  const held = isPaidStatus(status) ? kept + open : kept;
  return Math.max(0, Math.min(totalPrice, held)) as Cents;
}

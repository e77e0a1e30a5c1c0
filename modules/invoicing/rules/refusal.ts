import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import type { Cents } from '#src/kernel/money.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Missing } from './requirements.ts';

type Asked = {
  status: OrderStatus;
  /** What it costs by now. */
  cost: Cents;
  event: { generateInvoice: boolean; endTimestamp: Instant };
  hasAddress: boolean;
  /** When the books of the event were closed; null: they are open. */
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

/** Until when a new invoice is issued, unless the books are closed before. */
const daysAfterEvent = 90;
export const invoicesUntil = (event: { endTimestamp: Instant }): Instant =>
  plus(event.endTimestamp, days(daysAfterEvent));

/** Why no new invoice is issued; null: it is. */
export function refusalOf(asked: Asked): InvoiceRefusal | null {
  const { status, cost, event, hasAddress, closedAt, missing, now } = asked;
  if (!event.generateInvoice) return { code: 'CANT_CREATE_INVOICE_EVENT', reason: null };
  if (status === 'canceled') return { code: 'CANT_CREATE_INVOICE', reason: 'canceled' };
  if (!isPaidStatus(status)) return { code: 'CANT_CREATE_INVOICE', reason: 'notPaid' };
  if (cost <= 0) return { code: 'CANT_CREATE_INVOICE', reason: 'free' };
  // Nobody is asked for an address first and told afterwards that it is too late.
  if (now > invoicesUntil(event) || closedAt !== null) return { code: 'CANT_CREATE_INVOICE_TOO_LATE', reason: null };
  if (!hasAddress) return { code: 'CANT_CREATE_INVOICE_NO_ADDRESS', reason: null };
  if (missing === 'buyerAddress') return { code: 'CANT_CREATE_INVOICE_NO_ADDRESS', reason: missing };
  return missing === null ? null : { code: 'CANT_CREATE_INVOICE', reason: missing };
}

/** What an order costs its buyer after what was granted back; of a canceled one what was not given back. */
export function costOf(
  { status, totalPrice }: { status: OrderStatus; totalPrice: Cents },
  { kept, open }: { kept: Cents; open: Cents },
): Cents {
  const held = isPaidStatus(status) ? kept + open : kept;
  return Math.max(0, Math.min(totalPrice, held)) as Cents;
}

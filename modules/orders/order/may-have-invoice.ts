import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { OrderRecord } from '../read.ts';

export type InvoiceDeps = Pick<Deps, 'invoicesOver'>;

/** Why no invoice of this order can come into being; null: one can. */
export async function noInvoiceOf(
  { invoicesOver }: InvoiceDeps,
  order: OrderRecord,
  { reader, now }: { reader: Reader | Tx; now: Instant },
): Promise<'CANT_CREATE_INVOICE' | 'CANT_CREATE_INVOICE_EVENT' | 'CANT_CREATE_INVOICE_TOO_LATE' | null> {
  const { event, totalPrice, status } = order;
  if (!event.generateInvoice) return 'CANT_CREATE_INVOICE_EVENT';
  if (totalPrice <= 0 || status === 'canceled') return 'CANT_CREATE_INVOICE';
  return (await invoicesOver(reader, [event], now)).has(event.id) ? 'CANT_CREATE_INVOICE_TOO_LATE' : null;
}

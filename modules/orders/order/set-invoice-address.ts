import { eq } from 'drizzle-orm';
import { addressShape, checkedAddress } from '#modules/accounts/index.ts';
import type { Address } from '#modules/accounts/rules/address.ts';
import type { Person } from '#src/access/permissions.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { addAudit, changesBetween } from '../add-audit.ts';
import { requireOwnOrder } from '../load.ts';
import type { OrderRecord } from '../read.ts';
import { orderChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';

/**
 * Sets the invoice address once; a phone number without digits is dropped.
 * @throws Problem INVOICE_ADDRESS_ALREADY_SET, NOT_FOUND, VALIDATION_FAILED for an invalid number or VAT id;
 * CANT_CREATE_INVOICE_EVENT, CANT_CREATE_INVOICE, CANT_CREATE_INVOICE_TOO_LATE
 */
export async function setInvoiceAddress(
  deps: InvoiceDeps,
  work: Work,
  viewer: Person,
  { orderId, address }: { orderId: number; address: Address },
): Promise<void> {
  const order = await requireOwnOrder(work.tx, viewer, orderId);
  if (order.invoiceAddress !== null) return refuse('INVOICE_ADDRESS_ALREADY_SET');
  const none = await noInvoiceReason(deps, order, { reader: work.tx, now: work.now });
  if (none !== null) return refuse(none);
  const { phoneNumber, ...others } = address;
  const named = { ...others, phoneNumber: phoneNumber && /\d/.test(phoneNumber.number) ? phoneNumber : null };
  const invoiceAddress = checkedAddress(named);
  await work.tx.update(orders).set({ invoiceAddress }).where(eq(orders.id, orderId));
  const changes = changesBetween(null, addressShape(invoiceAddress), 'invoiceAddress.');
  await addAudit(work, { orderId, type: 'OrderChanged', editorId: viewer.userId, changes });
  await work.announce(orderChanged({ orderId }));
}

export type InvoiceDeps = Pick<Deps, 'invoicesOver'>;

export async function noInvoiceReason(
  { invoicesOver }: InvoiceDeps,
  order: OrderRecord,
  { reader, now }: { reader: Reader | Tx; now: Instant },
): Promise<'CANT_CREATE_INVOICE' | 'CANT_CREATE_INVOICE_EVENT' | 'CANT_CREATE_INVOICE_TOO_LATE' | null> {
  const { event, totalPrice, status } = order;
  if (!event.generateInvoice) return 'CANT_CREATE_INVOICE_EVENT';
  if (totalPrice <= 0 || status === 'canceled') return 'CANT_CREATE_INVOICE';
  return (await invoicesOver(reader, [event], now)).has(event.id) ? 'CANT_CREATE_INVOICE_TOO_LATE' : null;
}

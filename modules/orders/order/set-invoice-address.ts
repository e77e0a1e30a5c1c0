import { eq } from 'drizzle-orm';
import { checkedAddress } from '#modules/accounts/index.ts';
import { type Address, addressShape } from '#modules/accounts/rules/address.ts';
import type { Person } from '#src/access/permissions.ts';
import type { Work } from '#src/data/work.ts';
import { addAudit, changesBetween } from '../add-audit.ts';
import { requireOwnOrder } from '../load.ts';
import { orderChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';
import { type InvoiceDeps, noInvoiceOf } from './may-have-invoice.ts';

/**
 * The buyer names the address of the invoice, once an order. A phone number without digits is left out.
 * @throws Problem INVOICE_ADDRESS_ALREADY_SET, NOT_FOUND, VALIDATION_FAILED for a number or VAT id that cannot be one;
 *   CANT_CREATE_INVOICE_EVENT, CANT_CREATE_INVOICE, CANT_CREATE_INVOICE_TOO_LATE where none can come into being
 */
export async function setInvoiceAddress(
  deps: InvoiceDeps,
  work: Work,
  viewer: Person,
  { orderId, address }: { orderId: number; address: Address },
): Promise<void> {
  const order = await requireOwnOrder(work.tx, viewer, orderId);
  if (order.invoiceAddress !== null) return refuse('INVOICE_ADDRESS_ALREADY_SET');
  const none = await noInvoiceOf(deps, order, { reader: work.tx, now: work.now });
  if (none !== null) return refuse(none);
  const { phoneNumber, ...others } = address;
  const named = { ...others, phoneNumber: phoneNumber && /\d/.test(phoneNumber.number) ? phoneNumber : null };
  const invoiceAddress = checkedAddress(named);
  await work.tx.update(orders).set({ invoiceAddress }).where(eq(orders.id, orderId));
  const changes = changesBetween(null, addressShape(invoiceAddress), 'invoiceAddress.');
  await addAudit(work, { orderId, type: 'OrderChanged', editorId: viewer.userId, changes });
  await work.announce(orderChanged({ orderId }));
}

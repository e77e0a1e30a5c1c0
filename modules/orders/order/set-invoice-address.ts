import { and, eq, isNull } from 'drizzle-orm';
import { checkedAddress } from '#modules/accounts/index.ts';
import { type Address, addressShape } from '#modules/accounts/rules/address.ts';
import type { Person } from '#src/platform/permissions.ts';
import type { Work } from '#src/platform/work.ts';
import { addAudit, changesBetween } from '../add-audit.ts';
import { requireOwnOrder } from '../load.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';

/**
 * The buyer names the address of the invoice, once an order. A phone number without digits is left out.
 * @throws Problem INVOICE_ADDRESS_ALREADY_SET, NOT_FOUND, VALIDATION_FAILED for a number or VAT id that cannot be one
 */
export async function setInvoiceAddress(work: Work, viewer: Person, orderId: number, address: Address): Promise<void> {
  await requireOwnOrder(work.tx, viewer, orderId);
  const { phoneNumber, ...others } = address;
  const named = { ...others, phoneNumber: phoneNumber && /\d/.test(phoneNumber.number) ? phoneNumber : null };
  const invoiceAddress = checkedAddress(named);
  const changed = await work.tx
    .update(orders)
    .set({ invoiceAddress })
    .where(and(eq(orders.id, orderId), isNull(orders.invoiceAddress)))
    .returning({ id: orders.id });
  if (changed.length === 0) return refuse('INVOICE_ADDRESS_ALREADY_SET');
  const changes = changesBetween(null, addressShape(invoiceAddress), 'invoiceAddress.');
  await addAudit(work, { orderId, type: 'OrderChanged', editorId: viewer.userId, changes });
}

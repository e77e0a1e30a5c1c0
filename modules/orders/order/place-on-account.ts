import { sql } from 'drizzle-orm';
import { type Address, addressShape } from '#modules/accounts/rules/address.ts';
import type { Work } from '#src/data/work.ts';
import { accountMethod } from '#src/kernel/payment-methods.ts';
import { addAudit, changesBetween } from '../add-audit.ts';
import { orderPaid } from '../rules/facts.ts';
import { orders } from '../schema.ts';

type PlaceOnAccount = {
  orderId: number;
  editorId: number;
  /** What the order had. */
  before: Address | null;
  invoiceAddress: Address;
  /** Cents that it is still to bring. */
  open: number;
};

/**
 * A pending order is complete with its money still open, since somebody else will be billed for it: tickets and invoice go
 * out as when it is paid. Answers false of one that is not pending, takes over somebody's place or has money on its way.
 */
export async function placeOnAccount(work: Work, asked: PlaceOnAccount): Promise<boolean> {
  const { orderId, editorId, before, invoiceAddress, open } = asked;
  const changed = await work.tx
    .update(orders)
    .set({
      status: 'complete',
      paymentStatus: 'pending',
      paymentMethod: accountMethod,
      paymentMeans: null,
      expiresAt: null,
      invoiceAddress,
    })
    .where(
      sql`${orders.id} = ${orderId} and ${orders.status} = 'pending' and ${orders.takesPlaceOf} is null
        and coalesce(${orders.paymentStatus}, '') <> 'authorized' and ${orders.memberProofUntil} is null`,
    )
    .returning({ id: orders.id });
  if (changed.length === 0) return false;
  const changes = changesBetween(addressShape(before), addressShape(invoiceAddress), 'invoiceAddress.');
  await addAudit(work, { orderId, type: 'Other', editorId, comment: `payment.onAccount ${open}`, changes });
  work.count('startblock_orders_paid_total');
  await work.announce(orderPaid({ orderId }));
  return true;
}

import { eq } from 'drizzle-orm';
import { checkedAddresses } from '#modules/accounts/index.ts';
import type { Address } from '#modules/accounts/rules/address.ts';
import type { Work } from '#src/platform/work.ts';
import { addAudit } from '../order/add-audit.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';

export type ChangeOrderData = {
  orderId: number;
  editorId: number;
  contactAddress?: Address | null | undefined;
  deliveryAddress?: Address | null | undefined;
  invoiceAddress?: Address | null | undefined;
};

/** An organizer mends the addresses of an order; what is not sent stays. */
export async function changeOrderData(work: Work, input: ChangeOrderData): Promise<void> {
  const { orderId, editorId, ...addresses } = input;
  const given = Object.fromEntries(Object.entries(addresses).filter(([, address]) => address !== undefined));
  if (Object.keys(given).length === 0) return;
  const { contactAddress, deliveryAddress, invoiceAddress } = orders;
  const [stored] = await work.tx
    .select({ contactAddress, deliveryAddress, invoiceAddress })
    .from(orders)
    .where(eq(orders.id, orderId));
  const sent = checkedAddresses(given, stored);
  const changed = await work.tx.update(orders).set(sent).where(eq(orders.id, orderId)).returning({ id: orders.id });
  if (changed.length === 0) return refuse('NOT_FOUND');
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: Object.keys(sent).join(', ') });
  await work.announce({ name: 'order.changed', orderId });
}

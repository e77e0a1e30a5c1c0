import { eq } from 'drizzle-orm';
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
  const sent = Object.fromEntries(Object.entries(addresses).filter(([, address]) => address !== undefined));
  if (Object.keys(sent).length === 0) return;
  const changed = await work.tx.update(orders).set(sent).where(eq(orders.id, orderId)).returning({ id: orders.id });
  if (changed.length === 0) return refuse('NOT_FOUND');
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: Object.keys(sent).join(', ') });
  await work.announce({ name: 'order.changed', orderId });
}

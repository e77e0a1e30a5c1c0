import { eq } from 'drizzle-orm';
import { checkedAddresses } from '#modules/accounts/index.ts';
import { type Address, addressShape } from '#modules/accounts/rules/address.ts';
import type { Work } from '#src/data/work.ts';
import { addAudit, changesBetween } from '../add-audit.ts';
import { orderOf } from '../read.ts';
import { orderChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { orders } from '../schema.ts';

export const addressNames = ['contactAddress', 'deliveryAddress', 'invoiceAddress'] as const;
export type AddressName = (typeof addressNames)[number];

export type ChangeOrderData = {
  orderId: number;
  editorId: number;
} & { [name in AddressName]?: Address | null | undefined };

/**
 * An organizer mends the addresses of an order; what is not sent stays, null takes one out.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED for a number or VAT id that cannot be one
 */
export async function changeOrderData(work: Work, input: ChangeOrderData): Promise<void> {
  const { orderId, editorId } = input;
  const sent = addressNames.filter((name) => input[name] !== undefined);
  const order = (await orderOf(work.tx, orderId)) ?? refuse('NOT_FOUND');
  const { contactAddress, deliveryAddress, invoiceAddress } = order;
  const stored = { contactAddress, deliveryAddress, invoiceAddress };
  const given = checkedAddresses(Object.fromEntries(sent.map((name) => [name, input[name] ?? null])), stored);
  const changes = sent.flatMap((name) =>
    changesBetween(addressShape(stored[name]), addressShape(given[name] ?? null), `${name}.`),
  );
  if (changes.length === 0) return;
  await work.tx.update(orders).set(given).where(eq(orders.id, orderId));
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}

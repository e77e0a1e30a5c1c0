import { and, asc, eq, isNull, max } from 'drizzle-orm';
import { lowerRedemption } from '#modules/vouchers/index.ts';
import type { Tx } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import { type BasisPoints, type Cents, cents, minCents } from '#src/kernel/money.ts';
import { netOfGross } from '#src/kernel/rounding.ts';
import { item } from '../rules/order-item.ts';
import { orderItems } from '../schema.ts';

export type Line = typeof orderItems.$inferSelect;

export type MovedTicket = {
  orderId: number;
  from: { title: string; ticketPrice: Cents };
  to: { title: string; ticketPrice: Cents };
  /** Cents that the vouchers' lines give back. */
  lostDiscount: Cents;
};

/** One ticket leaves its line and stands in that of the other competition, so that papers say what somebody starts in. */
export async function moveTicketLine(tx: Tx, { orderId, from, to, lostDiscount }: MovedTicket): Promise<void> {
  const lines = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const tickets = lines.filter(({ kind, price }) => kind === 'ticket' && price === from.ticketPrice);
  // A competition may have got another name since; of equal prices any line is right then.
  const old = present(tickets.find(({ name }) => name === from.title) ?? tickets[0], 'every ticket stands in a line');
  const isLast = old.amount === 1;
  if (isLast) await tx.delete(orderItems).where(eq(orderItems.id, old.id));
  else await setAmount(tx, old, old.amount - 1);

  const beside = lines.find(
    (line) =>
      line.kind === 'ticket' &&
      line.id !== old.id &&
      line.name === to.title &&
      line.price === to.ticketPrice &&
      line.vat === old.vat,
  );
  if (beside) await setAmount(tx, beside, beside.amount + 1);
  else {
    const position = isLast ? old.position : await nextPosition(tx, orderId);
    await tx.insert(orderItems).values({ ...item('ticket', to.title, 1, to.ticketPrice, old.vat), orderId, position });
  }
  await shortenVouchers(tx, lines, old.vat, lostDiscount);
}

export async function dropFee(tx: Tx, orderId: number): Promise<void> {
  await tx
    .delete(orderItems)
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.kind, 'of'), isNull(orderItems.code)));
}

/** So many of a line are left, above 0. */
export async function setAmount(tx: Tx, line: Line, amount: number): Promise<void> {
  const { priceTotal, priceBeforeTax } = item(line.kind, line.name, amount, line.price, line.vat);
  await tx.update(orderItems).set({ amount, priceTotal, priceBeforeTax }).where(eq(orderItems.id, line.id));
}

/** Behind all lines of an order. */
export async function nextPosition(tx: Tx, orderId: number): Promise<number> {
  const [last] = await tx
    .select({ position: max(orderItems.position) })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return (last?.position ?? -1) + 1;
}

/** What lowered the ticket's tax rate first: discounts, then vouchers. */
export async function shortenVouchers(
  tx: Tx,
  lines: readonly Line[],
  vat: BasisPoints,
  lostDiscount: Cents,
): Promise<void> {
  let left = lostDiscount;
  const vouchers = lines.filter(({ kind }) => kind === 'voucher');
  for (const line of [...vouchers].sort((a, b) => Number(b.vat === vat) - Number(a.vat === vat))) {
    const shorter = minCents(left, cents(-line.priceTotal));
    if (shorter <= 0) continue;
    left = cents(left - shorter);
    // What came off by itself has none.
    if (line.code !== null) await lowerRedemption(tx, line.orderId, line.code, shorter);
    const priceTotal = cents(line.priceTotal + shorter);
    const priceBeforeTax = netOfGross(priceTotal, line.vat);
    await tx
      .update(orderItems)
      .set({ price: priceTotal, priceTotal, priceBeforeTax })
      .where(eq(orderItems.id, line.id));
  }
}

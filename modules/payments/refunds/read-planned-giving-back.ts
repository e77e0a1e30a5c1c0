import { and, eq, inArray, ne } from 'drizzle-orm';
import type { MoneyOfCancellation } from '#modules/orders/rules/cancel-refund.ts';
import { orderItems, orders } from '#modules/orders/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import { moneyOfOrders } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { refundOfCancellation, refusalDetails } from '../rules/refund-amount.ts';

/**
 * Refunds that canceling these orders would open; canceled orders are left out.
 * @throws Problem as `openCancellationRefund`, before anything is canceled
 */
export async function plannedCancellationRefunds(
  reader: Reader,
  orderIds: readonly number[],
  decided: MoneyOfCancellation,
): Promise<Cents> {
  const rows = await reader
    .select({
      id: orders.id,
      totalPrice: orders.totalPrice,
      status: orders.status,
      fee: sumOfCents(orderItems.priceTotal),
    })
    .from(orders)
    .leftJoin(orderItems, and(eq(orderItems.orderId, orders.id), eq(orderItems.kind, 'of')))
    .where(and(inArray(orders.id, [...orderIds]), ne(orders.status, 'canceled')))
    .groupBy(orders.id);
  const money = await moneyOfOrders(reader, rows);
  return sumCents(
    rows.map(({ id, fee }) => {
      const { received: paid, kept } = money.get(id) ?? { received: zeroCents, kept: zeroCents };
      const sum = refundOfCancellation(decided, { paid, kept, fee });
      return 'refusal' in sum ? refuse(sum.refusal, refusalDetails(id, kept, sum)) : sum.amount;
    }),
  );
}

import { noteRefunds } from '#modules/orders/index.ts';
import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { fromList, ready, selectRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import { type Money, moneyOf, refundedOf, refundStatusOf } from './rules/refund-sum.ts';
import { refunds } from './schema.ts';

export type RefundRow = typeof refunds.$inferSelect;

export const refundsOf = (reader: Reader | Tx, orderId: number): Promise<RefundRow[]> =>
  selectRows(reader, refunds, 'where order_id = ? order by id', [orderId]);

const receivedOf = `select order_id id, sum(amount_cents) sum from ledger_entries
  where order_id in ${fromList} and kind = 'payment' group by order_id`;

type Owing = { id: number; totalPrice: Cents; status: OrderStatus };

/** Money state of orders by id; always computed, never stored. */
export async function moneyOfOrders(
  reader: Reader | Tx,
  orders: readonly Owing[],
): Promise<ReadonlyMap<number, Money>> {
  const ids = [JSON.stringify(orders.map(({ id }) => id))];
  const entries = await reader.all<{ id: number; sum: Cents }>(ready(receivedOf, ids));
  const received = new Map(entries.map(({ id, sum }) => [id, sum]));
  const rows = await selectRows(reader, refunds, `where order_id in ${fromList}`, ids);
  const refunded = Map.groupBy(rows, ({ orderId: id }) => id);
  return new Map(
    orders.map(({ id, totalPrice, status }) => [
      id,
      moneyOf({ totalPrice, isPaid: isPaidStatus(status) }, received.get(id) ?? zeroCents, refunded.get(id) ?? []),
    ]),
  );
}

export const moneyOfOrder = async (reader: Reader | Tx, order: Owing): Promise<Money> =>
  present((await moneyOfOrders(reader, [order])).get(order.id), 'the money of the order that was asked for');

/** Updates the refund status of the order; call after every change of a refund. */
export async function showRefunds(work: Work, orderId: number): Promise<void> {
  const rows = await refundsOf(work.tx, orderId);
  await noteRefunds(work, {
    orderId,
    refundStatus: refundStatusOf(rows),
    refundedPrice: refundedOf(rows),
  });
}

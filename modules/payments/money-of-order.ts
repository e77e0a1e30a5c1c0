import { sql } from 'drizzle-orm';
import { noteRefunds } from '#modules/orders/index.ts';
import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { isPaidStatus, type OrderStatus, paidList } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { fromList, ready, selectRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, centsFromZero, sumCents, zeroCents } from '#src/kernel/money.ts';
import { firstDueOf } from './additions/read-due.ts';
import { failureWord } from './rules/failure.ts';
import { makeReference } from './rules/payment-reference.ts';
import { type Money, moneyOf, refundedOf, refundStatusOf } from './rules/refund-amount.ts';
import { ledgerEntries, paymentAttempts, refunds } from './schema.ts';

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

/** SQL for the open amount of order `o`; equal to `moneyOf` for one order, as each step of a season test checks. */
export const openOfOrder = sql.raw(`max(0, o.total_cents
  - (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'payment')
  + (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id
      and r.status <> 'withdrawn' and (r.reason <> 'granted' or o.status not in ${paidList})))`);

export async function orderMoneyOf(
  reader: Reader,
  order: { id: number; totalPrice: Cents; status: OrderStatus },
  referencePrefix: string,
): Promise<OrderMoney> {
  const ofOrder = [order.id];
  const payments = await selectRows(
    reader,
    ledgerEntries,
    `where order_id = ? and kind = 'payment' order by id`,
    ofOrder,
  );
  const tried = await selectRows(reader, paymentAttempts, 'where order_id = ? order by id', ofOrder);
  const attempts = tried.filter(({ secret, status }) => secret !== null && status !== 'completed');
  const refunds = await refundsOf(reader, order.id);
  const { received, refunded, open, kept } = moneyOf(
    { totalPrice: order.totalPrice, isPaid: isPaidStatus(order.status) },
    sumCents(payments.map(({ amount }) => amount)),
    refunds,
  );
  return {
    received,
    refunded,
    open,
    restDue: isPaidStatus(order.status) && open > 0 ? await firstDueOf(reader, order.id) : null,
    refundable: centsFromZero(kept),
    reference: makeReference(referencePrefix, order.id),
    payments: payments.map(({ createdAt, method, amount, note, reference }) => ({
      at: createdAt,
      method,
      amount,
      note,
      means: tried.find(({ transactionId }) => transactionId !== null && transactionId === reference)?.means ?? null,
    })),
    refunds: refunds.map(({ id, createdAt, amount, reason, status, way, method, ...row }) => ({
      id,
      at: createdAt,
      settledAt: row.settledAt,
      amount,
      reason,
      status,
      way,
      method,
      iban: row.iban,
      accountHolder: row.accountHolder,
      isInFile: row.fileId !== null,
      message: row.message,
    })),
    attempts: attempts.map(({ createdAt, method, status, problem, errorName, failureHandling }) => ({
      at: createdAt,
      method,
      status,
      problem,
      errorName,
      failure: status === 'failed' ? failureWord({ errorName, failureHandling }) : null,
    })),
  };
}

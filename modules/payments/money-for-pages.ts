import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import type { Reader } from '#src/data/database.ts';
import { selectRows } from '#src/data/hot-statements.ts';
import { type Cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import { firstDueOf } from './additions/read-due.ts';
import { refundsOf } from './money-of-order.ts';
import { failureWord } from './rules/failure.ts';
import { makeReference } from './rules/payment-reference.ts';
import { moneyOf } from './rules/refund-sum.ts';
import { ledgerEntries, paymentAttempts } from './schema.ts';

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

import type { OrderMoney } from './order-money.ts';
import type { OrderStatus } from './order-state.ts';

export type NextStep = 'markPaid' | 'restPaid' | 'ship' | 'refund' | 'refundStatus';
type Line = { kind: string; amount: number };

/** What is sent or handed out: an article, or a line of shipping. */
export const hasGoods = (lines: readonly Line[]): boolean =>
  lines.some(({ kind, amount }) => (kind === 'article' || kind === 'sc') && amount > 0);

/** What is done next with an order by those who manage it, the one main action of its page; null: nothing waits. */
export function nextStep(
  order: { status: OrderStatus; orderItems: readonly Line[] },
  money: Pick<OrderMoney, 'open' | 'refundable'> & { refunds: readonly { status: string }[] },
): NextStep | null {
  if (order.status === 'pending') return 'markPaid';
  if (order.status === 'canceled') {
    if (money.refundable > 0) return 'refund';
    return money.refunds.some(({ status }) => status === 'failed') ? 'refundStatus' : null;
  }
  if (money.open > 0) return 'restPaid';
  return order.status === 'complete' && hasGoods(order.orderItems) ? 'ship' : null;
}

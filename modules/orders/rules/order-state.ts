import { accountMethod } from '#src/kernel/payment-methods.ts';
import type { OrderMoney } from './order-money.ts';

export const orderStatuses = ['pending', 'complete', 'shipped', 'canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
export type CancelReason = 'byUser' | 'byAdmin' | 'expired';

/** Allowed changes; the last one reactivates a paid order. */
const allowed: readonly (readonly [OrderStatus, OrderStatus])[] = [
  ['pending', 'complete'],
  ['complete', 'shipped'],
  ['pending', 'canceled'],
  ['complete', 'canceled'],
  ['shipped', 'canceled'],
  ['canceled', 'pending'],
  ['canceled', 'complete'],
];

export const mayChangeStatus = (from: OrderStatus, to: OrderStatus): boolean =>
  allowed.some(([a, b]) => a === from && b === to);

/** Paid statuses for statements; `isPaidStatus` checks one. */
export const paidStatuses = ['complete', 'shipped'] as const satisfies OrderStatus[];
/** For handwritten SQL: `status in ${paidList}`. */
export const paidList = `('${paidStatuses.join("', '")}')`;

export const isPaidStatus = (status: OrderStatus): boolean => (paidStatuses as readonly OrderStatus[]).includes(status);

type Invoiced = {
  status: OrderStatus;
  totalPrice: number;
  invoiceAddress: unknown;
  event: { generateInvoice: boolean };
};
/** Whether all data for an invoice exists. */
export const isToBeInvoiced = ({ status, totalPrice, invoiceAddress, event }: Invoiced): boolean =>
  event.generateInvoice && isPaidStatus(status) && totalPrice > 0 && invoiceAddress !== null;

type Unproven = { status: OrderStatus; awaitsProof: boolean; totalPrice: number };
/** A complete free order of an unproven buyer: participants get no mail yet. Paid orders need no proof. */
export const waitsForProof = ({ status, awaitsProof, totalPrice }: Unproven): boolean =>
  awaitsProof && totalPrice === 0 && isPaidStatus(status);

type VisibleOrder = {
  status: OrderStatus;
  paymentStatus: string | null;
  totalPrice: number;
  paymentMethod?: string | null;
};

/** The status for people: free, with an open rest, or billed to a company account. */
export function visibleStatus(order: VisibleOrder): OrderStatus | 'free' | 'restOpen' | 'onAccount' {
  const { status, paymentStatus, totalPrice } = order;
  if (isPaidStatus(status) && totalPrice > 0 && paymentStatus === 'pending')
    return order.paymentMethod === accountMethod ? 'onAccount' : 'restOpen';
  return status === 'complete' && totalPrice === 0 ? 'free' : status;
}

export type NextStep = 'markPaid' | 'restPaid' | 'ship' | 'refund' | 'refundStatus';
type Line = { kind: string; amount: number };

/** Goods that are shipped or handed out. */
export const hasGoods = (lines: readonly Line[]): boolean =>
  lines.some(({ kind, amount }) => (kind === 'article' || kind === 'sc') && amount > 0);

/** The primary action of the order's page; null: none. */
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

/** The visit of an order that an organizer entered for its buyer. No browser has it, so it gives no access to the order. */
export const visitOfList = (importId: number): string => `import-${importId}`;

export const isEnteredByOrganizer = ({ visitId }: { visitId: string }): boolean => visitId.startsWith('import-');

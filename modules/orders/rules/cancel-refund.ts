import { type Cents, sumCents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { OrderStatus } from './order-state.ts';

/** Refund choices of a cancellation. */
export const cancelRefundModes = ['none', 'full', 'withoutProcessingFee', 'custom'] as const;
export type CancelRefundMode = (typeof cancelRefundModes)[number];

/** `amount`: cents, only with `custom`. */
export type CancelRefund = { mode: CancelRefundMode; amount?: number | null | undefined };

/** An amount is required with `custom` and refused with other modes. */
export const amountErrorOf = ({
  mode,
  amount,
}: Pick<CancelRefund, 'mode' | 'amount'>): 'required' | 'onlyCustom' | null => {
  const isNamed = typeof amount === 'number';
  if (isNamed === (mode === 'custom')) return null;
  return isNamed ? 'onlyCustom' : 'required';
};

/** `shown`: refundable cents that were displayed; the action is refused if they changed. */
type Decided = CancelRefund & {
  shown?: number | null;
  /** In bulk cancellations, orders without money are skipped. */
  isEach?: boolean;
};

export const noRefund: CancelRefund = { mode: 'none' };

/** Refund of a cancellation: the editor's choice, or all except what the buyer's terms retain. */
export type MoneyOfCancellation = Decided | { mode: 'allBut'; keep: Cents };

/**
 * Retained by a refund without fee: the processing fee and retained parts of transferred places, which share the kind
 * `of` (`isFee` selects the fee only). `plannedGivingBack` of payments has the same rule in SQL.
 */
export const feeOf = ({ orderItems }: { orderItems: readonly { kind: string; priceTotal: Cents }[] }): Cents =>
  sumCents(orderItems.filter(({ kind }) => kind === 'of').map(({ priceTotal }) => priceTotal));

type Cancelable = {
  status: OrderStatus;
  orderItems: readonly { kind: string; priceTotal: Cents }[];
  cancellationProtections: readonly unknown[];
};

/** Whether the buyer may cancel and the cents retained: none while pending, later fee and protection. */
export function ownCancellation(
  order: Cancelable,
  eventStart: Instant,
  now: Instant,
): { may: boolean; retained: Cents } {
  if (order.status === 'pending') return { may: true, retained: zeroCents };
  const may = order.status === 'complete' && order.cancellationProtections.length > 0 && now < eventStart;
  const protections = order.orderItems.filter(({ kind }) => kind === 'cp');
  return { may, retained: sumCents([feeOf(order), ...protections.map(({ priceTotal }) => priceTotal)]) };
}

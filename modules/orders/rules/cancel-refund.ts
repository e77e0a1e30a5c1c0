import { type Cents, sumCents } from '#src/kernel/money.ts';

/** What an organizer decides about the money together with a cancellation. */
export const cancelRefundModes = ['none', 'full', 'withoutProcessingFee', 'custom'] as const;
export type CancelRefundMode = (typeof cancelRefundModes)[number];

/** `amount`: cents as they were asked for, of `custom` alone. */
export type CancelRefund = { mode: CancelRefundMode; amount?: number | null | undefined };

/** `shown`: what the one who decides saw to be left, cents; when it is something else by now, nothing is done. */
type Decided = CancelRefund & {
  shown?: number | null;
  /** Of many by one decision: whichever of them has no money gives none back. */
  isEach?: boolean;
};

/** Nobody granted anything. */
export const noRefund: CancelRefund = { mode: 'none' };

/** What becomes of the money with a cancellation: what is decided, or all but what the buyer's own terms keep. */
export type MoneyOfCancellation = Decided | { mode: 'allBut'; keep: Cents };

/** The processing fee of an order. */
export const feeOf = ({ orderItems }: { orderItems: readonly { kind: string; priceTotal: Cents }[] }): Cents =>
  sumCents(orderItems.filter(({ kind }) => kind === 'of').map(({ priceTotal }) => priceTotal));

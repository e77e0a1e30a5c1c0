import { type Cents, sumCents } from '#src/kernel/money.ts';

/** What an organizer decides about the money together with a cancellation. */
export const cancelRefundModes = ['none', 'full', 'withoutProcessingFee', 'custom'] as const;
export type CancelRefundMode = (typeof cancelRefundModes)[number];

/** `amount`: cents as they were asked for, of `custom` alone. */
export type CancelRefund = { mode: CancelRefundMode; amount?: number | null | undefined };

/** `custom` names a sum, and no other mode does: an amount that would be passed over is refused. */
export const amountErrorOf = ({
  mode,
  amount,
}: Pick<CancelRefund, 'mode' | 'amount'>): 'required' | 'onlyCustom' | null => {
  const isNamed = typeof amount === 'number';
  if (isNamed === (mode === 'custom')) return null;
  return isNamed ? 'onlyCustom' : 'required';
};

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

/**
 * What an order keeps where all but the fee goes back: its processing fee, and what was agreed to stay of places that were
 * passed on, whose lines are of the same kind (`isFee` of `move-price.ts` is the first alone). `plannedGivingBack` of
 * payments adds up the same lines of many orders in its statement.
 */
export const feeOf = ({ orderItems }: { orderItems: readonly { kind: string; priceTotal: Cents }[] }): Cents =>
  sumCents(orderItems.filter(({ kind }) => kind === 'of').map(({ priceTotal }) => priceTotal));

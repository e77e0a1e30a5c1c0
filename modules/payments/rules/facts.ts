import { factKind } from '#src/kernel/facts.ts';
import type { Cents } from '#src/kernel/money.ts';

/** `amount`: cents. */
export const refundOpened = factKind<{ orderId: number; refundId: number; amount: Cents }>('refund.opened');

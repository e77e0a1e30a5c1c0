import { factKind } from '#src/kernel/facts.ts';

/** `amount`: cents. */
export const refundOpened = factKind<{ orderId: number; refundId: number; amount: number }>('refund.opened');

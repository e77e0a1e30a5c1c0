import { factKind } from '#src/kernel/facts.ts';
import type { Cents } from '#src/kernel/money.ts';

export const refundOpened = factKind<{ orderId: number; refundId: number; amount: Cents }>('refund.opened');

/** `amount`: cents, negative for debits. `reference`: all texts of the line. */
export const transferSeen = factKind<{ reference: string; amount: Cents; bankReference: string }>('bank.transferSeen');

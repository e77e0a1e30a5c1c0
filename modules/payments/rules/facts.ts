import { factKind } from '#src/kernel/facts.ts';
import type { Cents } from '#src/kernel/money.ts';

/** `amount`: cents. */
export const refundOpened = factKind<{ orderId: number; refundId: number; amount: Cents }>('refund.opened');

/**
 * A bank line names a transfer from this platform that is not a refund. `amount`: cents, negative for debits.
 * `reference`: all texts of the line.
 */
export const transferSeen = factKind<{ reference: string; amount: Cents; bankReference: string }>('bank.transferSeen');

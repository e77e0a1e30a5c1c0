import { factKind } from '#src/kernel/facts.ts';
import type { Cents } from '#src/kernel/money.ts';

/** `amount`: cents. */
export const refundOpened = factKind<{ orderId: number; refundId: number; amount: Cents }>('refund.opened');

/**
 * A line of the bank names a transfer of ours that is no refund. `amount`: cents, below 0 what left the account, above 0
 * what came back. `reference`: all that the line says of it.
 */
export const transferSeen = factKind<{ reference: string; amount: Cents; bankReference: string }>('bank.transferSeen');

import { eventCopied } from '#modules/events/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import { copyVoucherTypes } from './copy-voucher-types.ts';

/** A fact is handed over once: its receipt is written together with what was done. */
export const voucherHandlers: readonly FactHandler[] = [onFact(eventCopied, 'vouchers.copy-types', copyVoucherTypes)];

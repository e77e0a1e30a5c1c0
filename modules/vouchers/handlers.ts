import type { EventCopied } from '#modules/events/index.ts';
import type { FactHandler } from '#src/platform/facts.ts';
import { copyVoucherTypes } from './copy-voucher-types.ts';

/** A fact is handed over once: its receipt is written together with what was done. */
export const voucherHandlers: readonly FactHandler[] = [
  {
    name: 'vouchers.copy-types',
    on: 'event.copied',
    run: (work, { payload }) => copyVoucherTypes(work, payload as EventCopied),
  },
];

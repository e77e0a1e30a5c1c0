import * as z from 'zod';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Instant } from '#src/kernel/time.ts';
import { amountErrorOf, type CancelRefund, cancelRefundModes, noRefund } from '../rules/cancel-refund.ts';

/** What a call says about the money of what it cancels; left out: nothing goes back. */
export const cancelRefundSchema = z
  .object({
    mode: z.enum(cancelRefundModes),
    amount: z.int().nullable().optional().describe('Cents; of custom alone, which needs it'),
  })
  .superRefine((refund, context) => {
    const message = amountErrorOf(refund);
    if (message) context.addIssue({ code: 'custom', path: ['amount'], message });
  })
  .nullable()
  .optional();

/**
 * The decision of somebody who cancels. To cancel is to manage an order, to give money back a step of its own.
 * @throws Problem INVALID_TOKEN after an old login, NO_PERMISSION
 */
export function grantedBy(viewer: Viewer, refund: CancelRefund | null | undefined, now: Instant): CancelRefund {
  if (!refund || refund.mode === 'none') return noRefund;
  requirePermission('order.refund', viewer, now);
  return refund;
}

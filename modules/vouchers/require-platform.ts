import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { voucherTypeOf } from './read-management.ts';

/**
 * What costs the platform money is the platform's: that it pays a kind of voucher, what such a kind gives, and how many
 * codes of it there are. Others may look at it and switch its codes off.
 * @throws Problem NO_PERMISSION
 */
export async function requirePlatform(
  work: Work,
  viewer: Viewer,
  of: { voucherTypeId?: number; wanted?: { paidByPlatform?: boolean | undefined } },
): Promise<void> {
  const stored = of.voucherTypeId === undefined ? null : await voucherTypeOf(work.tx, of.voucherTypeId);
  if (stored?.paidByPlatform || of.wanted?.paidByPlatform) requirePermission('event.platform', viewer, work.now);
}

import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { positive } from '#src/web/list/listing.ts';
import { cancelPortion } from '../order/cancel-order.ts';
import type { Events } from '../order-search.ts';
import { amountErrorOf, type CancelRefund, cancelRefundModes, noRefund } from '../rules/cancel-refund.ts';
import { refuse } from '../rules/problems.ts';

/** Maximum of orders in one call or form. */
export const maxCanceled = 1000;
/** Orders per transaction; a booking waits for one batch at most. */
const portion = 25;

type CancelMany = { orderIds: readonly number[]; editorId: number; refund?: CancelRefund | undefined };

/**
 * Cancels orders in batches, each all or nothing, and returns the stock. Orders already canceled are skipped. The
 * refund decision applies to each order in the transaction that cancels it. Returns how many were canceled.
 * @throws Problem as `deps.givingBack`, before anything is canceled unless money changed meanwhile
 */
export async function cancelOrders(
  {
    write,
    openCancellationRefund,
    plannedCancellationRefunds,
  }: Pick<Deps, 'write' | 'openCancellationRefund' | 'plannedCancellationRefunds'>,
  { orderIds, editorId, refund = noRefund }: CancelMany,
): Promise<number> {
  const ids = [...new Set(orderIds)].sort((a, b) => a - b);
  const decided = { ...refund, isEach: true };
  // Refuses an impossible sum before the first batch.
  if (refund.mode === 'custom') await plannedCancellationRefunds(ids, decided);
  const giveBack = openCancellationRefund(decided);
  let count = 0;
  for (let from = 0; from < ids.length; from += portion) {
    count += await write((work) =>
      cancelPortion(work, ids.slice(from, from + portion), { editorId, reason: 'byAdmin', giveBack }),
    );
    // Yields to other requests between batches.
    await new Promise<void>((resume) => setImmediate(resume));
  }
  return count;
}

export const cancelRefundSchema = z
  .object({
    mode: z.enum(cancelRefundModes),
    amount: z.int().nullable().optional().describe('Cents; required for custom, otherwise not allowed'),
  })
  .superRefine((refund, context) => {
    const message = amountErrorOf(refund);
    if (message) context.addIssue({ code: 'custom', path: ['amount'], message });
  })
  .nullable()
  .optional();

/** Checks the permission and a recent login for refunds. @throws Problem INVALID_TOKEN, NO_PERMISSION */
export function grantedBy(viewer: Viewer, refund: CancelRefund | null | undefined, now: Instant): CancelRefund {
  if (!refund || refund.mode === 'none') return noRefund;
  requirePermission('order.refund', viewer, now);
  return refund;
}

export const parseTickedIds = (values: readonly unknown[], max: number): number[] =>
  [...new Set(values.flatMap((value) => positive(String(value)) ?? []))].slice(0, max);

/** @throws Problem NOT_FOUND unless all orders exist and belong to events in `seen` */
export async function requireOrdersRole(reader: Reader, seen: Events, orderIds: readonly number[]): Promise<void> {
  const list = JSON.stringify([...new Set(orderIds)]);
  const [found] = await reader.all<{ missing: number; events: string }>(
    sql`select count(*) - count(o.id) missing, json_group_array(distinct o.event_id) events
      from json_each(${list}) e left join orders o on o.id = e.value`,
  );
  const events = JSON.parse(found?.events ?? '[]') as number[];
  if (found?.missing !== 0 || (seen !== 'all' && events.some((id) => !seen.includes(id)))) refuse('NOT_FOUND');
}

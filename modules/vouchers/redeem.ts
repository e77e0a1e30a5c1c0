import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { redeemedBy, statusOfCode } from './read-vouchers.ts';
import { refuse } from './rules/problems.ts';
import { voucherRedemptions, vouchers } from './schema.ts';

type Redemption = { voucherId: number; code: string; single: boolean; discount: Cents };

/**
 * Takes all codes or none. A conditional UPDATE takes a single-use code, so only one order gets it; a unique index
 * backs it up.
 * @throws Problem INVALID_VOUCHER_STATUS when one is used or deactivated
 */
export async function redeemVouchers(work: Work, orderId: number, redemptions: readonly Redemption[]): Promise<void> {
  // A fixed order prevents deadlocks.
  const ordered = [...redemptions].sort((a, b) => a.voucherId - b.voucherId);
  for (const { voucherId, code, single } of ordered) await take(work, { voucherId, code, single });
  if (ordered.length === 0) return;
  await work.tx.insert(voucherRedemptions).values(
    ordered.map(({ voucherId, single, discount }) => ({
      voucherId,
      orderId,
      single,
      discount,
      paidByPlatform: sql`(select t.paid_by_platform from vouchers v join voucher_types t on t.id = v.type_id where v.id = ${voucherId})`,
      createdAt: work.now,
    })),
  );
}

async function take(
  { tx }: Work,
  { voucherId, code, single }: Pick<Redemption, 'voucherId' | 'code' | 'single'>,
): Promise<void> {
  const isFree = and(eq(vouchers.id, voucherId), eq(vouchers.used, false), eq(vouchers.deactivated, false));
  const taken = single
    ? await tx.update(vouchers).set({ used: true }).where(isFree).returning({ id: vouchers.id })
    : await tx.select({ id: vouchers.id }).from(vouchers).where(isFree);
  if (taken.length > 0) return;
  const [now] = await tx.select({ reason: statusOfCode }).from(vouchers).where(eq(vouchers.id, voucherId));
  refuse('INVALID_VOUCHER_STATUS', { code, ...now });
}

/** Releases the codes of a canceled order. */
export async function releaseVouchers({ tx }: Work, orderId: number): Promise<void> {
  const released = await tx
    .update(voucherRedemptions)
    .set({ live: false })
    .where(and(eq(voucherRedemptions.orderId, orderId), eq(voucherRedemptions.live, true)))
    .returning({ voucherId: voucherRedemptions.voucherId, single: voucherRedemptions.single });
  const single = released.filter((redemption) => redemption.single).map(({ voucherId }) => voucherId);
  if (single.length > 0) await tx.update(vouchers).set({ used: false }).where(inArray(vouchers.id, single));
}

/** Lowers the discount, when the redeemed line got cheaper. */
export async function lowerRedemption(tx: Tx, orderId: number, code: string, by: Cents): Promise<void> {
  const ofCode = tx.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.code, code));
  const lowered = await tx
    .update(voucherRedemptions)
    .set({ discount: sql`${voucherRedemptions.discount} - ${by}` })
    .where(and(eq(voucherRedemptions.orderId, orderId), inArray(voucherRedemptions.voucherId, ofCode)))
    .returning({ id: voucherRedemptions.id });
  assert(lowered.length === 1, 'a line of a code has its redemption');
}

/**
 * Takes the codes of a reactivated order, even expired ones. The use type may have changed meanwhile.
 * @throws Problem INVALID_VOUCHER_STATUS when one is used or deactivated
 */
export async function redeemAgain(work: Work, orderId: number): Promise<void> {
  for (const { voucherId, code, useType } of await redeemedBy(work.tx, orderId)) {
    const single = useType === 'single';
    await take(work, { voucherId, code, single });
    await work.tx
      .update(voucherRedemptions)
      .set({ live: true, single })
      .where(and(eq(voucherRedemptions.orderId, orderId), eq(voucherRedemptions.voucherId, voucherId)));
  }
}

import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { brokenConstraint } from '#src/data/database.ts';
import { cents } from '#src/kernel/money.ts';
import { Problem } from '#src/kernel/problem.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { redeemAgain, redeemVouchers, releaseVouchers } from './redeem.ts';
import type { VoucherUseType } from './rules/voucher.ts';
import { voucherRedemptions, vouchers, voucherTypes } from './schema.ts';
import { makeVoucher } from './testing.ts';

/** An event with a code of a single use and one of many; redemptions as a booking hands them over. */
async function codes() {
  const shop = await testShop({ demo: false });
  const { eventId } = await shop.deps.write((work) => makeRace(work));
  const one = await shop.deps.write((work) => makeVoucher(work, eventId, 'ONE', { useType: 'single' }));
  const all = await shop.deps.write((work) => makeVoucher(work, eventId, 'ALL', { useType: 'multi' }));
  const ofOne = { voucherId: one.voucherId, code: 'ONE', single: true, discount: cents(500) };
  const ofAll = { voucherId: all.voucherId, code: 'ALL', single: false, discount: cents(100) };
  return { shop, one, all, ofOne, ofAll };
}
const refusedWith = async (doing: Promise<unknown>): Promise<unknown> => {
  const error = await doing.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof Problem ? [error.code, error.details.code] : error;
};
const state = async ({ deps }: TestShop) => ({
  used: (await deps.read.select().from(vouchers).orderBy(asc(vouchers.id)))
    .filter(({ used }) => used)
    .map((v) => v.code),
  live: (await deps.read.select().from(voucherRedemptions).orderBy(asc(voucherRedemptions.id)))
    .filter(({ live }) => live)
    .map(({ orderId, discount }) => [orderId, discount]),
});

test('a single-use code is taken once, given back once, and taken again', async () => {
  const { shop, ofOne } = await codes();
  const { write } = shop.deps;
  await write((work) => redeemVouchers(work, 1, [ofOne]));
  expect(await state(shop)).toEqual({ used: ['ONE'], live: [[1, 500]] });
  expect(await refusedWith(write((work) => redeemVouchers(work, 2, [ofOne])))).toEqual([
    'INVALID_VOUCHER_STATUS',
    'ONE',
  ]);
  await write((work) => releaseVouchers(work, 1));
  expect(await state(shop)).toEqual({ used: [], live: [] });
  await write((work) => redeemVouchers(work, 2, [ofOne]));
  // What was given back already is not given back by another cancellation: it is another order's now.
  await write((work) => releaseVouchers(work, 1));
  expect(await state(shop)).toEqual({ used: ['ONE'], live: [[2, 500]] });
  expect(await refusedWith(write((work) => redeemAgain(work, 1)))).toEqual(['INVALID_VOUCHER_STATUS', 'ONE']);
  await write((work) => releaseVouchers(work, 2));
  await write((work) => redeemAgain(work, 1));
  expect(await state(shop)).toEqual({ used: ['ONE'], live: [[1, 500]] });
});

test('all codes of an order are taken or none', async () => {
  const { shop, ofOne, ofAll } = await codes();
  await shop.deps.write((work) => redeemVouchers(work, 1, [ofOne]));
  await refusedWith(shop.deps.write((work) => redeemVouchers(work, 2, [ofAll, ofOne])));
  expect(await state(shop)).toEqual({ used: ['ONE'], live: [[1, 500]] });
});

test('a code of many uses is taken by any number of orders, and by none once it is deactivated', async () => {
  const { shop, ofAll } = await codes();
  const { write } = shop.deps;
  for (const orderId of [1, 2, 3]) await write((work) => redeemVouchers(work, orderId, [ofAll]));
  expect((await state(shop)).live).toEqual([
    [1, 100],
    [2, 100],
    [3, 100],
  ]);
  await write((work) => releaseVouchers(work, 2));
  await write(({ tx }) => tx.update(vouchers).set({ deactivated: true }));
  for (const again of [write((work) => redeemVouchers(work, 4, [ofAll])), write((work) => redeemAgain(work, 2))])
    expect(await refusedWith(again)).toEqual(['INVALID_VOUCHER_STATUS', 'ALL']);
  expect(await state(shop)).toEqual({
    used: [],
    live: [
      [1, 100],
      [3, 100],
    ],
  });
});

test('a code that was deactivated while an order has it comes back deactivated', async () => {
  const { shop, one, ofOne } = await codes();
  await shop.deps.write((work) => redeemVouchers(work, 1, [ofOne]));
  await shop.deps.write(({ tx }) =>
    tx.update(vouchers).set({ deactivated: true }).where(eq(vouchers.id, one.voucherId)),
  );
  expect((await state(shop)).used).toEqual(['ONE']);
  await shop.deps.write((work) => releaseVouchers(work, 1));
  expect((await state(shop)).used).toEqual([]);
  expect(await refusedWith(shop.deps.write((work) => redeemVouchers(work, 2, [ofOne])))).toEqual([
    'INVALID_VOUCHER_STATUS',
    'ONE',
  ]);
});

test('a reactivated order takes its codes with their current use type', async () => {
  const { shop, one, all, ofOne, ofAll } = await codes();
  const { write } = shop.deps;
  await write((work) => redeemVouchers(work, 1, [ofOne, ofAll]));
  await write((work) => releaseVouchers(work, 1));
  // No live order has them, so their use may be changed.
  const turn = (id: number, useType: VoucherUseType) =>
    write(({ tx }) => tx.update(voucherTypes).set({ useType }).where(eq(voucherTypes.id, id)));
  await turn(one.voucherTypeId, 'multi');
  await turn(all.voucherTypeId, 'single');
  await write((work) => redeemAgain(work, 1));
  expect((await state(shop)).used).toEqual(['ALL']);
  await write((work) => redeemVouchers(work, 2, [{ ...ofOne, single: false }]));
  expect(await refusedWith(write((work) => redeemVouchers(work, 2, [{ ...ofAll, single: true }])))).toEqual([
    'INVALID_VOUCHER_STATUS',
    'ALL',
  ]);
  await write((work) => releaseVouchers(work, 1));
  expect(await state(shop)).toEqual({ used: [], live: [[2, 500]] });
});

test('the database refuses a second live redemption', async () => {
  const { shop, ofOne } = await codes();
  const insert = (orderId: number) =>
    shop.deps.write(({ tx, now }) =>
      tx
        .insert(voucherRedemptions)
        .values({ voucherId: ofOne.voucherId, orderId, single: true, discount: cents(1), createdAt: now }),
    );
  await insert(1);
  expect(await insert(2).then(() => null, brokenConstraint)).toBe('unique');
});

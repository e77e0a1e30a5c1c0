import { and, asc, count, countDistinct, eq, inArray, sql } from 'drizzle-orm';
import { paidStatuses } from '#modules/orders/rules/order-state.ts';
import { orders } from '#modules/orders/schema.ts';
import { voucherRedemptions, vouchers, voucherTypes } from '#modules/vouchers/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import { byName } from '#src/web/list/name-order.ts';

export type VoucherUse = {
  voucherTypeId: number;
  name: string;
  codes: number;
  codesUsed: number;
  orders: number;
  discount: Cents;
};

/** Voucher use in complete and shipped orders of an event, by voucher type. */
export async function readVoucherUse(reader: Reader, eventId: number): Promise<VoucherUse[]> {
  const types = await reader
    .select({ voucherTypeId: voucherTypes.id, name: voucherTypes.name, codes: count(vouchers.id) })
    .from(voucherTypes)
    .leftJoin(vouchers, eq(vouchers.typeId, voucherTypes.id))
    .where(eq(voucherTypes.eventId, eventId))
    .groupBy(voucherTypes.id)
    .orderBy(...byName(voucherTypes.name), asc(voucherTypes.id));
  const used = await reader
    .select({
      typeId: vouchers.typeId,
      codesUsed: countDistinct(vouchers.id),
      orders: countDistinct(voucherRedemptions.orderId),
      discount: sumOfCents(voucherRedemptions.discount),
    })
    .from(voucherTypes)
    .innerJoin(vouchers, eq(vouchers.typeId, voucherTypes.id))
    .innerJoin(voucherRedemptions, eq(voucherRedemptions.voucherId, vouchers.id))
    .innerJoin(orders, eq(orders.id, voucherRedemptions.orderId))
    .where(
      and(eq(voucherTypes.eventId, eventId), eq(voucherRedemptions.live, true), inArray(orders.status, paidStatuses)),
    )
    .groupBy(sql`1`);
  const useOf = new Map(used.map(({ typeId, ...use }) => [typeId, use]));
  const none = { codesUsed: 0, orders: 0, discount: 0 as Cents };
  return types.map((type) => ({ ...type, ...(useOf.get(type.voucherTypeId) ?? none) }));
}

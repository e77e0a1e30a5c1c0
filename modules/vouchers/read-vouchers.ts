import { eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { foldCode, type Voucher, type VoucherStatus } from './rules/voucher.ts';
import { voucherRedemptions, vouchers, voucherTypes } from './schema.ts';

/** Used while a live order has it. */
export const statusOfCode = sql<VoucherStatus>`case when ${vouchers.used} then 'used' when ${vouchers.deactivated} then 'deactivated' else 'ready' end`;

const { prefix: _, createdAt: __, paidByPlatform: ___, ...termsColumns } = getTableColumns(voucherTypes);
export const voucherColumns = {
  ...termsColumns,
  id: vouchers.id,
  code: vouchers.code,
  status: statusOfCode,
  eventId: vouchers.eventId,
};

const vouchersWhere = (reader: Reader | Tx, where: SQL | undefined): Promise<Voucher[]> =>
  reader
    .select(voucherColumns)
    .from(vouchers)
    .innerJoin(voucherTypes, eq(voucherTypes.id, vouchers.typeId))
    .where(where);

/** Known codes, in no order. One of another event is included when this event has no equal, for the refusal. */
export async function vouchersOfCodes(
  reader: Reader | Tx,
  eventId: number,
  codes: readonly string[],
): Promise<Voucher[]> {
  const folded = [...new Set(codes.map(foldCode))];
  if (folded.length === 0) return [];
  const found = await vouchersWhere(reader, inArray(vouchers.folded, folded));
  const own = found.filter((voucher) => voucher.eventId === eventId);
  const known = new Set(own.map(({ code }) => foldCode(code)));
  const foreign = new Map(found.filter(({ code }) => !known.has(foldCode(code))).map((v) => [foldCode(v.code), v]));
  return [...own, ...foreign.values()];
}

/** With the current use type. */
export const redeemedBy = (reader: Reader | Tx, orderId: number) =>
  reader
    .select({ voucherId: voucherRedemptions.voucherId, code: vouchers.code, useType: voucherTypes.useType })
    .from(voucherRedemptions)
    .innerJoin(vouchers, eq(vouchers.id, voucherRedemptions.voucherId))
    .innerJoin(voucherTypes, eq(voucherTypes.id, vouchers.typeId))
    .where(eq(voucherRedemptions.orderId, orderId))
    .orderBy(voucherRedemptions.voucherId);

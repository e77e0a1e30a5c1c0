import { and, asc, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { VoucherKind } from '#modules/events/rules/voucher-kinds.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type ListSource, listRows } from '#src/web/list/find.ts';
import { contains, type ListQuery } from '#src/web/list/query.ts';
import { statusOfCode, voucherColumns } from './read-vouchers.ts';
import { foldCode, type Voucher } from './rules/voucher.ts';
import { voucherRedemptions, vouchers, voucherTypes } from './schema.ts';

export type TypeRow = typeof voucherTypes.$inferSelect;

export async function voucherTypeOf(reader: Reader | Tx, voucherTypeId: number): Promise<TypeRow | null> {
  const [found] = await reader.select().from(voucherTypes).where(eq(voucherTypes.id, voucherTypeId));
  return found ?? null;
}

/** Newest first. */
const voucherTypesOf = (reader: Reader | Tx, eventId: number): Promise<TypeRow[]> =>
  reader.select().from(voucherTypes).where(eq(voucherTypes.eventId, eventId)).orderBy(sql`${voucherTypes.id} desc`);

/** Searches name and prefix. */
export const typeSource = (eventId: number): ListSource => ({
  id: voucherTypes.id,
  fields: {
    id: { column: voucherTypes.id, kind: 'number' },
    name: { column: voucherTypes.name, kind: 'text' },
    prefix: { column: voucherTypes.prefix, kind: 'text' },
    /** In percent or cents. */
    amount: {
      column: sql`case when ${voucherTypes.unit} = 'percentage' then ${voucherTypes.amount} / 100.0 else ${voucherTypes.amount} end`,
      kind: 'number',
    },
    unit: { column: voucherTypes.unit, kind: 'text' },
    target: { column: voucherTypes.target, kind: 'text' },
    useType: { column: voucherTypes.useType, kind: 'text' },
    validFrom: { column: voucherTypes.validFrom, kind: 'instant' },
    validTo: { column: voucherTypes.validTo, kind: 'instant' },
    competitionId: { column: voucherTypes.competitionId, kind: 'number' },
    competitionPriceId: { column: voucherTypes.competitionPriceId, kind: 'number' },
    articleId: { column: voucherTypes.articleId, kind: 'number' },
    createdAt: { column: voucherTypes.createdAt, kind: 'instant' },
  },
  scope: eq(voucherTypes.eventId, eventId),
  search: (q) => or(contains(voucherTypes.name, q), contains(voucherTypes.prefix, q)),
  order: [asc(voucherTypes.id)],
});

export const listVoucherTypes = (reader: Reader | Tx, eventId: number, query: ListQuery) =>
  listRows<TypeRow>(reader, typeSource(eventId), query, (isOnPage) =>
    reader.select().from(voucherTypes).where(isOnPage),
  );

export type CodeRow = Voucher & {
  voucherTypeId: number;
  createdAt: Instant;
  /** Live orders with this code, and their discount. */
  orderIds: number[];
  discountAmount: Cents;
};

/** Codes of a type by its id, or of an event. Searches folded codes. */
export const codeSource = (
  of: number | { eventId: number },
  order: readonly SQL[] = [asc(vouchers.id)],
): ListSource => ({
  id: vouchers.id,
  fields: {
    id: { column: vouchers.id, kind: 'number' },
    code: { column: vouchers.code, kind: 'text' },
    status: { column: statusOfCode, kind: 'text' },
    createdAt: { column: vouchers.createdAt, kind: 'instant' },
  },
  scope: typeof of === 'number' ? eq(vouchers.typeId, of) : eq(vouchers.eventId, of.eventId),
  search: (q) => contains(vouchers.folded, foldCode(q)),
  order,
});

export async function readCodes(reader: Reader | Tx, where: SQL): Promise<CodeRow[]> {
  const rows = await reader
    .select({ ...voucherColumns, voucherTypeId: vouchers.typeId, createdAt: vouchers.createdAt })
    .from(vouchers)
    .innerJoin(voucherTypes, eq(voucherTypes.id, vouchers.typeId))
    .where(where);
  const uses = await usesOf(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...(uses.get(row.id) ?? { orderIds: [], discountAmount: zeroCents }) }));
}

export const listCodes = (reader: Reader | Tx, of: number | { eventId: number }, query: ListQuery) =>
  listRows(reader, codeSource(of), query, (isOnPage) => readCodes(reader, isOnPage));

async function usesOf(reader: Reader | Tx, voucherIds: readonly number[]) {
  const uses = new Map<number, { orderIds: number[]; discountAmount: Cents }>();
  const redeemed = await reader
    .select()
    .from(voucherRedemptions)
    .where(and(inArray(voucherRedemptions.voucherId, [...voucherIds]), eq(voucherRedemptions.live, true)))
    .orderBy(asc(voucherRedemptions.orderId));
  for (const { voucherId, orderId, discount } of redeemed) {
    const known = uses.get(voucherId) ?? { orderIds: [], discountAmount: zeroCents };
    uses.set(voucherId, {
      orderIds: [...known.orderIds, orderId],
      discountAmount: cents(known.discountAmount + discount),
    });
  }
  return uses;
}

export async function countReady(reader: Reader | Tx, voucherTypeId: number): Promise<number> {
  const [counted] = await reader
    .select({ count: count() })
    .from(vouchers)
    .where(and(eq(vouchers.typeId, voucherTypeId), eq(statusOfCode, 'ready')));
  return counted?.count ?? 0;
}

export async function isRedeemed(reader: Reader | Tx, voucherTypeId: number): Promise<boolean> {
  const found = await reader
    .select({ id: voucherRedemptions.id })
    .from(vouchers)
    .innerJoin(voucherRedemptions, eq(voucherRedemptions.voucherId, vouchers.id))
    .where(and(eq(vouchers.typeId, voucherTypeId), eq(voucherRedemptions.live, true)))
    .limit(1);
  return found.length > 0;
}

export type TypeStatistics = {
  type: TypeRow;
  codes: number;
  ready: number;
  used: number;
  deactivated: number;
  /** Live orders, and their discount. */
  orders: number;
  discountAmount: Cents;
};

/** Newest first. */
export async function voucherStatistics(reader: Reader | Tx, eventId: number): Promise<TypeStatistics[]> {
  const types = await voucherTypesOf(reader, eventId);
  const ofTypes = inArray(
    vouchers.typeId,
    types.map(({ id }) => id),
  );
  const codes = await reader
    .select({ typeId: vouchers.typeId, status: statusOfCode, count: count() })
    .from(vouchers)
    .where(ofTypes)
    .groupBy(vouchers.typeId, statusOfCode);
  const uses = await reader
    .select({
      typeId: vouchers.typeId,
      orders: sql<number>`count(distinct ${voucherRedemptions.orderId})`,
      discountAmount: sumOfCents(voucherRedemptions.discount),
    })
    .from(voucherRedemptions)
    .innerJoin(vouchers, eq(vouchers.id, voucherRedemptions.voucherId))
    .where(and(ofTypes, eq(voucherRedemptions.live, true)))
    .groupBy(vouchers.typeId);
  const usesBy = new Map(uses.map((use) => [use.typeId, use]));
  return types.map((type) => {
    const own = codes.filter(({ typeId }) => typeId === type.id);
    const inStatus = (status: string) => own.find((each) => each.status === status)?.count ?? 0;
    return {
      type,
      codes: own.reduce((sum, each) => sum + each.count, 0),
      ready: inStatus('ready'),
      used: inStatus('used'),
      deactivated: inStatus('deactivated'),
      orders: usesBy.get(type.id)?.orders ?? 0,
      discountAmount: usesBy.get(type.id)?.discountAmount ?? zeroCents,
    };
  });
}

/** For lower modules. */
export async function voucherKindsOf(reader: Reader, eventId: number): Promise<VoucherKind[]> {
  const kinds = await voucherStatistics(reader, eventId);
  return kinds.map(({ type, codes, ready }) => {
    const { name, target, competitionId, competitionPriceId, articleId, validTo } = type;
    return { name, target, competitionId, competitionPriceId, articleId, validTo, codes, ready };
  });
}

import { and, asc, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { VoucherKind } from '#modules/events/rules/voucher-kind.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { contains, type ListFields, type ListQuery, listSql } from '#src/platform/list-query.ts';
import { statusOfCode, voucherColumns } from './read-vouchers.ts';
import { foldCode, type Voucher } from './rules/voucher.ts';
import { voucherRedemptions, vouchers, voucherTypes } from './schema.ts';

/** Kinds of vouchers and their codes as those who give them out see them. */
export type TypeRow = typeof voucherTypes.$inferSelect;

/** Null when there is none of that number. */
export async function voucherTypeOf(reader: Reader | Tx, voucherTypeId: number): Promise<TypeRow | null> {
  const [found] = await reader.select().from(voucherTypes).where(eq(voucherTypes.id, voucherTypeId));
  return found ?? null;
}

/** All kinds of an event, the newest first. */
export const voucherTypesOf = (reader: Reader | Tx, eventId: number): Promise<TypeRow[]> =>
  reader.select().from(voucherTypes).where(eq(voucherTypes.eventId, eventId)).orderBy(sql`${voucherTypes.id} desc`);

const typeFields: ListFields = {
  id: { column: voucherTypes.id, kind: 'number' },
  name: { column: voucherTypes.name, kind: 'text' },
  prefix: { column: voucherTypes.prefix, kind: 'text' },
  /** As it is said: percent, or cents. */
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
};

/** `q` looks into name and prefix. */
export async function listVoucherTypes(
  reader: Reader | Tx,
  eventId: number,
  query: ListQuery,
): Promise<{ count: number; rows: TypeRow[] }> {
  const { where, orderBy } = listSql(query, typeFields);
  const text = query.q?.trim();
  const named = text ? or(contains(voucherTypes.name, text), contains(voucherTypes.prefix, text)) : undefined;
  const all = and(eq(voucherTypes.eventId, eventId), where, named);
  const [counted] = await reader.select({ count: count() }).from(voucherTypes).where(all);
  const rows = await reader
    .select()
    .from(voucherTypes)
    .where(all)
    .orderBy(...orderBy, asc(voucherTypes.id))
    .limit(query.limit)
    .offset(query.offset);
  return { count: counted?.count ?? 0, rows };
}

export type CodeRow = Voucher & {
  voucherTypeId: number;
  createdAt: Instant;
  /** The live orders that have it, and what they got for it in cents. */
  orderIds: number[];
  discountAmount: number;
};

const codeFields: ListFields = {
  id: { column: vouchers.id, kind: 'number' },
  code: { column: vouchers.code, kind: 'text' },
  status: { column: statusOfCode, kind: 'text' },
  createdAt: { column: vouchers.createdAt, kind: 'instant' },
};

/** One kind by its id, or all kinds of an event. */
type CodesOf = number | { eventId: number };

/** `q` is looked for in the codes as they compare: without case and spaces. */
const codesOf = (of: CodesOf, query: Pick<ListQuery, 'q'>, where: SQL | undefined): SQL | undefined => {
  const text = foldCode(query.q ?? '');
  const owner = typeof of === 'number' ? eq(vouchers.typeId, of) : eq(vouchers.eventId, of.eventId);
  return and(owner, where, text ? contains(vouchers.folded, text) : undefined);
};

/** Codes with where they were used. */
export async function listCodes(
  reader: Reader | Tx,
  of: CodesOf,
  query: ListQuery,
): Promise<{ count: number; rows: CodeRow[] }> {
  const { where, orderBy } = listSql(query, codeFields);
  const all = codesOf(of, query, where);
  const [counted] = await reader.select({ count: count() }).from(vouchers).where(all);
  const rows = await reader
    .select({ ...voucherColumns, voucherTypeId: vouchers.typeId, createdAt: vouchers.createdAt })
    .from(vouchers)
    .innerJoin(voucherTypes, eq(voucherTypes.id, vouchers.typeId))
    .where(all)
    .orderBy(...orderBy, asc(vouchers.id))
    .limit(query.limit)
    .offset(query.offset);
  const uses = await usesOf(
    reader,
    rows.map(({ id }) => id),
  );
  return {
    count: counted?.count ?? 0,
    rows: rows.map((row) => ({ ...row, ...(uses.get(row.id) ?? { orderIds: [], discountAmount: 0 }) })),
  };
}

async function usesOf(reader: Reader | Tx, voucherIds: readonly number[]) {
  const uses = new Map<number, { orderIds: number[]; discountAmount: number }>();
  const redeemed = await reader
    .select()
    .from(voucherRedemptions)
    .where(and(inArray(voucherRedemptions.voucherId, [...voucherIds]), eq(voucherRedemptions.live, true)))
    .orderBy(asc(voucherRedemptions.orderId));
  for (const { voucherId, orderId, discount } of redeemed) {
    const known = uses.get(voucherId) ?? { orderIds: [], discountAmount: 0 };
    uses.set(voucherId, {
      orderIds: [...known.orderIds, orderId],
      discountAmount: known.discountAmount + discount,
    });
  }
  return uses;
}

/** How many codes of a kind are ready: what "all" means where somebody deactivates them. */
export async function countReady(reader: Reader | Tx, voucherTypeId: number): Promise<number> {
  const [counted] = await reader
    .select({ count: count() })
    .from(vouchers)
    .where(and(eq(vouchers.typeId, voucherTypeId), eq(statusOfCode, 'ready')));
  return counted?.count ?? 0;
}

/** Whether a live order has a code of this kind. */
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
  /** Live orders, each once, and what they got in cents. */
  orders: number;
  discountAmount: number;
};

/** How far each kind of an event has been used, the newest first. */
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
      discountAmount: sql<number>`coalesce(sum(${voucherRedemptions.discount}), 0)`,
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
      discountAmount: usesBy.get(type.id)?.discountAmount ?? 0,
    };
  });
}

/** What the modules below must know of the kinds of an event. */
export async function voucherKindsOf(reader: Reader, eventId: number): Promise<VoucherKind[]> {
  const kinds = await voucherStatistics(reader, eventId);
  return kinds.map(({ type, codes, ready }) => {
    const { name, target, competitionId, competitionPriceId, articleId, validTo } = type;
    return { name, target, competitionId, competitionPriceId, articleId, validTo, codes, ready };
  });
}

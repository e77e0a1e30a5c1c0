import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { articles, competitionPrices, competitions, events } from '#modules/events/schema.ts';
import { centsColumn, flagColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { VoucherTarget, VoucherUnit, VoucherUseType } from './rules/voucher.ts';

/** Deleted with its target, unless codes were redeemed. */
export const voucherTypes = sqliteTable(
  'voucher_types',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Of generated codes. */
    prefix: text('prefix').notNull().default(''),
    /** Cents, or basis points of a percentage (1000 = 10 %). */
    amount: integer('amount').notNull().default(0),
    unit: text('unit').$type<VoucherUnit>().notNull().default('fixed'),
    target: text('target').$type<VoucherTarget>().notNull().default('event'),
    useType: text('use_type').$type<VoucherUseType>().notNull().default('multi'),
    /** Inclusive; null is open. */
    validFrom: instantColumn('valid_from'),
    validTo: instantColumn('valid_to'),
    /** The target; for participants and teams a restriction, null: none. */
    competitionId: integer('competition_id').references(() => competitions.id, { onDelete: 'cascade' }),
    competitionPriceId: integer('competition_price_id').references(() => competitionPrices.id, { onDelete: 'cascade' }),
    articleId: integer('article_id').references(() => articles.id, { onDelete: 'cascade' }),
    /** The platform pays the discount to the organizer. */
    paidByPlatform: flagOffColumn('paid_by_platform'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    index('voucher_types_event').on(t.eventId),
    check('voucher_types_unit', sql`${t.unit} in ('fixed', 'percentage')`),
    check('voucher_types_use', sql`${t.useType} in ('single', 'multi')`),
    check('voucher_types_amount', sql`${t.amount} >= 0 and (${t.unit} = 'fixed' or ${t.amount} <= 10000)`),
  ],
);

export const vouchers = sqliteTable(
  'vouchers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    typeId: integer('type_id')
      .notNull()
      .references(() => voucherTypes.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    /** Without case and spaces; unique per event. */
    folded: text('folded').notNull(),
    /** Single-use code of a live order. */
    used: flagOffColumn('used'),
    deactivated: flagOffColumn('deactivated'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [uniqueIndex('vouchers_code').on(t.folded, t.eventId), index('vouchers_type').on(t.typeId, t.id)],
);

/** Orders belong to a higher module, so there is no foreign key. */
export const voucherRedemptions = sqliteTable(
  'voucher_redemptions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    voucherId: integer('voucher_id')
      .notNull()
      .references(() => vouchers.id),
    orderId: integer('order_id').notNull(),
    discount: centsColumn('discount_cents').notNull(),
    /** False once the order is canceled. */
    live: flagColumn('live').notNull().default(true),
    /** At most one live order may have the code. */
    single: flagOffColumn('single'),
    /** Copied from the type when the order was made. */
    paidByPlatform: flagOffColumn('paid_by_platform'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('voucher_redemptions_order').on(t.orderId, t.voucherId),
    index('voucher_redemptions_voucher').on(t.voucherId),
    uniqueIndex('voucher_redemptions_once').on(t.voucherId).where(sql`live = 1 and single = 1`),
    index('voucher_redemptions_platform').on(t.orderId).where(sql`paid_by_platform = 1`),
    check('voucher_redemptions_discount', sql`${t.discount} >= 0`),
  ],
);

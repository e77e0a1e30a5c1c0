import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { giftCards } from '#modules/gift-cards/schema.ts';
import type { LineRight } from '#modules/orders/rules/order-item.ts';
import { orders } from '#modules/orders/schema.ts';
import { centsColumn, instantColumn } from '#src/data/columns.ts';
import { zeroCents } from '#src/kernel/money.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { LineAnswer } from './rules/answers.ts';

/** Statements of withdrawal as sent. They count even if the order is unknown. */
export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Idempotency key from the confirmation page. */
    key: text('key').notNull().unique(),
    /** The named order; null: none found. */
    orderId: integer('order_id').references(() => orders.id),
    giftCardId: integer('gift_card_id').references(() => giftCards.id),
    orderNumber: text('order_number').notNull(),
    name: text('name').notNull(),
    /** Where it is answered; null: of a deleted account. */
    email: text('email'),
    what: text('what').notNull().default(''),
    language: text('language').$type<Locale>().notNull(),
    declaredAt: instantColumn('declared_at').notNull(),
    answeredAt: instantColumn('answered_at'),
    answeredBy: integer('answered_by').references(() => users.id),
    note: text('note').notNull().default(''),
    goesBack: centsColumn('goes_back_cents').notNull().default(zeroCents),
  },
  (t) => [
    index('withdrawals_order').on(t.orderId).where(sql`order_id is not null`),
    index('withdrawals_gift_card').on(t.giftCardId).where(sql`gift_card_id is not null`),
    index('withdrawals_email').on(t.email).where(sql`email is not null`),
    index('withdrawals_open').on(t.declaredAt).where(sql`answered_at is null`),
    index('withdrawals_answered_at').on(t.answeredAt).where(sql`answered_at is not null`),
    check('withdrawals_answered', sql`(${t.answeredAt} is null) = (${t.answeredBy} is null)`),
  ],
);
export type Withdrawal = typeof withdrawals.$inferSelect;

export const withdrawalLines = sqliteTable(
  'withdrawal_lines',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    withdrawalId: integer('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    /** `participant_articles` row, which is deleted by a withdrawal; null: the gift card. */
    participantArticleId: integer('participant_article_id'),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    amount: centsColumn('amount_cents').notNull(),
    withdrawalRight: text('withdrawal_right').$type<LineRight>().notNull(),
    answer: text('answer').$type<LineAnswer>().notNull(),
  },
  (t) => [index('withdrawal_lines_of').on(t.withdrawalId)],
);
export type WithdrawalLine = typeof withdrawalLines.$inferSelect;

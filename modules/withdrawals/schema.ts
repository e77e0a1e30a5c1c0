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

/** Somebody's statement that they go back on a contract, as they gave it. It counts whatever is known of the order. */
export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Of the page that confirmed it: pressed twice it is one. */
    key: text('key').notNull().unique(),
    /** The order that its number names; null: there is none. */
    orderId: integer('order_id').references(() => orders.id),
    /** The gift card that its number names. */
    giftCardId: integer('gift_card_id').references(() => giftCards.id),
    orderNumber: text('order_number').notNull(),
    name: text('name').notNull(),
    /** Where it is answered; null: of an account that is gone. */
    email: text('email'),
    /** What of the order; empty: all of it. */
    what: text('what').notNull().default(''),
    language: text('language').$type<Locale>().notNull(),
    declaredAt: instantColumn('declared_at').notNull(),
    answeredAt: instantColumn('answered_at'),
    answeredBy: integer('answered_by').references(() => users.id),
    /** What whoever answered says besides. */
    note: text('note').notNull().default(''),
    /** What goes back by it. */
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

/** What was answered of each line that the order had then. */
export const withdrawalLines = sqliteTable(
  'withdrawal_lines',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    withdrawalId: integer('withdrawal_id')
      .notNull()
      .references(() => withdrawals.id),
    /** Of `participant_articles`, where one that went back is not any more; null: the gift card. */
    participantArticleId: integer('participant_article_id'),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    /** What was charged for it. */
    amount: centsColumn('amount_cents').notNull(),
    withdrawalRight: text('withdrawal_right').$type<LineRight>().notNull(),
    answer: text('answer').$type<LineAnswer>().notNull(),
  },
  (t) => [index('withdrawal_lines_of').on(t.withdrawalId)],
);
export type WithdrawalLine = typeof withdrawalLines.$inferSelect;

import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { orders } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { centsColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { Locale } from '#src/texts/locale.ts';

const organizerColumn = () =>
  integer('organizer_id')
    .notNull()
    .references(() => organizers.id);

/** An organizer without a row sells no cards. */
export const giftCardSettings = sqliteTable(
  'gift_card_settings',
  {
    organizerId: integer('organizer_id')
      .primaryKey()
      .references(() => organizers.id),
    /** Sold cards keep paying when this is off. */
    isOn: flagOffColumn('is_on'),
    least: centsColumn('least_cents').notNull(),
    most: centsColumn('most_cents').notNull(),
    years: integer('years').notNull(),
    changedBy: integer('changed_by').references(() => users.id),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (t) => [
    check('gift_card_settings_amounts', sql`${t.least} > 0 and ${t.least} <= ${t.most}`),
    check('gift_card_settings_years', sql`${t.years} >= 3`),
  ],
);

export const giftCards = sqliteTable(
  'gift_cards',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    organizerId: organizerColumn(),
    code: text('code').notNull().unique(),
    amount: centsColumn('amount_cents').notNull(),
    rest: centsColumn('rest_cents').notNull(),
    years: integer('years').notNull(),
    language: text('language').$type<Locale>().notNull(),
    buyerName: text('buyer_name').notNull(),
    /** null: no address, or the account was erased. */
    buyerEmail: text('buyer_email'),
    recipientName: text('recipient_name').notNull().default(''),
    /** null: the card goes to the buyer. */
    recipientEmail: text('recipient_email'),
    message: text('message').notNull().default(''),
    /** The recipient's mail goes out on this day; null: at once. */
    sendAt: instantColumn('send_at'),
    sentAt: instantColumn('sent_at'),
    createdAt: instantColumn('created_at').notNull(),
    /** null: ordered on the page. */
    createdBy: integer('created_by').references(() => users.id),
    issuedAt: instantColumn('issued_at'),
    validUntil: instantColumn('valid_until'),
    blockedAt: instantColumn('blocked_at'),
    droppedAt: instantColumn('dropped_at'),
  },
  (t) => [
    index('gift_cards_organizer').on(t.organizerId, t.id),
    index('gift_cards_buyer').on(t.buyerEmail).where(sql`buyer_email is not null`),
    index('gift_cards_recipient').on(t.recipientEmail).where(sql`recipient_email is not null`),
    index('gift_cards_unpaid').on(t.createdAt).where(sql`issued_at is null and dropped_at is null`),
    index('gift_cards_to_send').on(t.sendAt).where(sql`send_at is not null and sent_at is null`),
    check('gift_cards_rest', sql`${t.rest} >= 0 and ${t.rest} <= ${t.amount}`),
    check('gift_cards_amount', sql`${t.amount} > 0`),
    check('gift_cards_issued', sql`(${t.issuedAt} is null) = (${t.validUntil} is null)`),
    check('gift_cards_rest_unpaid', sql`${t.issuedAt} is not null or ${t.rest} = 0`),
    check('gift_cards_dropped', sql`${t.droppedAt} is null or ${t.issuedAt} is null`),
  ],
);
export type GiftCard = typeof giftCards.$inferSelect;

/** `issued` and `returned` add money, `redeemed` takes it; the others leave the balance alone. */
export const moveKinds = [
  'issued',
  'redeemed',
  'returned',
  'ordered',
  'blocked',
  'unblocked',
  'sent',
  'dropped',
] as const;
export type MoveKind = (typeof moveKinds)[number];

/** History of a card, append-only; the balance is its sum. */
export const giftCardMoves = sqliteTable(
  'gift_card_moves',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    cardId: integer('card_id')
      .notNull()
      .references(() => giftCards.id),
    kind: text('kind').$type<MoveKind>().notNull(),
    /** Above 0 for kinds that move money, else 0. */
    amount: centsColumn('amount_cents').notNull(),
    orderId: integer('order_id').references(() => orders.id),
    /** null: buyer, recipient or system. */
    editorId: integer('editor_id').references(() => users.id),
    note: text('note').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    index('gift_card_moves_card').on(t.cardId, t.id),
    index('gift_card_moves_order').on(t.orderId).where(sql`order_id is not null`),
    check(
      'gift_card_moves_amount',
      sql`case when ${t.kind} in ('issued', 'redeemed', 'returned') then ${t.amount} > 0 else ${t.amount} = 0 end`,
    ),
    check('gift_card_moves_order_known', sql`(${t.orderId} is not null) = (${t.kind} in ('redeemed', 'returned'))`),
  ],
);
export type GiftCardMove = typeof giftCardMoves.$inferSelect;

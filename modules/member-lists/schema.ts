import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { discounts } from '#modules/events/schema-discounts.ts';
import { flagColumn, instantColumn } from '#src/data/columns.ts';

export const discountMembers = sqliteTable(
  'discount_members',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id, { onDelete: 'cascade' }),
    /** An e-mail address or a number, in canonical form. */
    member: text('member').notNull(),
  },
  (t) => [
    uniqueIndex('discount_members_once').on(t.discountId, t.member),
    index('discount_members_member').on(t.member),
  ],
);

/**
 * Which participant used which member. Stays when the member is removed and added again. Participants belong to a
 * higher module, so there is no foreign key.
 */
export const discountUses = sqliteTable(
  'discount_uses',
  {
    participantId: integer('participant_id').primaryKey(),
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id, { onDelete: 'cascade' }),
    member: text('member').notNull(),
    /** The buyer had not verified the address, so its owner was asked by mail, once per discount. */
    isAsked: flagColumn('is_asked').notNull().default(false),
    provenAt: instantColumn('proven_at'),
    /** Follows the participant by a trigger. Ends earlier when the owner of the address uses it before agreeing. */
    live: flagColumn('live').notNull().default(true),
  },
  (t) => [
    uniqueIndex('discount_uses_once').on(t.discountId, t.member).where(sql`live = 1`),
    index('discount_uses_discount').on(t.discountId),
    index('discount_uses_member').on(t.member),
  ],
);

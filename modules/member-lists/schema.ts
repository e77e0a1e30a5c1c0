import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { discounts } from '#modules/events/schema-discounts.ts';
import { flagColumn, instantColumn } from '#src/data/columns.ts';

/** Who is on the list of a discount. */
export const discountMembers = sqliteTable(
  'discount_members',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id, { onDelete: 'cascade' }),
    /** An e-mail address or a number, in the one form in which they compare. */
    member: text('member').notNull(),
  },
  (t) => [
    uniqueIndex('discount_members_once').on(t.discountId, t.member),
    index('discount_members_member').on(t.member),
  ],
);

/**
 * Which participant got the discount of which member. Whoever is taken off the list and put on it again has had it all the
 * same. The participant's rank is higher, so this knows only their number.
 */
export const discountUses = sqliteTable(
  'discount_uses',
  {
    participantId: integer('participant_id').primaryKey(),
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id, { onDelete: 'cascade' }),
    member: text('member').notNull(),
    /** The address is one that its buyer had not proven: its owner was asked by mail, once for each discount. */
    isAsked: flagColumn('is_asked').notNull().default(false),
    /** When the owner of the address agreed. */
    provenAt: instantColumn('proven_at'),
    /** As the participant is: a trigger follows. Ended earlier where the owner of the address used it before agreeing. */
    live: flagColumn('live').notNull().default(true),
  },
  (t) => [
    uniqueIndex('discount_uses_once').on(t.discountId, t.member).where(sql`live = 1`),
    index('discount_uses_discount').on(t.discountId),
    index('discount_uses_member').on(t.member),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { centsColumn, instantColumn } from '#src/data/columns.ts';
import type { DiscountKind } from './rules/discount.ts';
import { competitions, events, formFields } from './schema.ts';

/** Automatic discounts, without a code. */
export const discounts = sqliteTable(
  'discounts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    discountKind: text('kind').$type<DiscountKind>().notNull(),
    title: text('title').notNull(),
    /** Exactly one is set: whole percent, rounded up to the cent, or cents, off each ticket. */
    percentOff: integer('percent_off'),
    amountOff: centsColumn('amount_off_cents'),
    /** `family`: the first child with discount; `club`: the least number of members. */
    fromCount: integer('from_count').notNull(),
    /** `family`: the highest age on the event's day. */
    childAge: integer('child_age').notNull(),
    /** `list`: the field matched with the list; null: the e-mail address. */
    memberFieldId: integer('member_field_id').references(() => formFields.id),
    /** Inclusive; null: no end. */
    availableTo: instantColumn('available_to'),
  },
  (t) => [
    index('discounts_event').on(t.eventId),
    index('discounts_member_field').on(t.memberFieldId).where(sql`member_field_id is not null`),
    check('discounts_one_of_two', sql`(${t.percentOff} is null) <> (${t.amountOff} is null)`),
    check('discounts_percent', sql`${t.percentOff} is null or ${t.percentOff} between 1 and 100`),
    check('discounts_amount', sql`${t.amountOff} is null or ${t.amountOff} > 0`),
    check('discounts_count', sql`${t.fromCount} between 1 and 500`),
  ],
);

/** No rows: all competitions. */
export const discountCompetitions = sqliteTable(
  'discount_competitions',
  {
    discountId: integer('discount_id')
      .notNull()
      .references(() => discounts.id, { onDelete: 'cascade' }),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.discountId, t.competitionId] }),
    index('discount_competitions_competition').on(t.competitionId),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { events } from '#modules/events/schema.ts';
import { orders, participants } from '#modules/orders/schema.ts';
import { waitlistEntries } from '#modules/waitlist/schema.ts';
import { centsColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { PriceRule, RefundRule, TransferMode, TransferState } from './rules/terms.ts';

export const transferSettings = sqliteTable(
  'transfer_settings',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    mode: text('mode').$type<TransferMode>().notNull(),
    until: instantColumn('until'),
    feePrice: centsColumn('fee_cents').notNull(),
    priceRule: text('price_rule').$type<PriceRule>().notNull(),
    refundRule: text('refund_rule').$type<RefundRule>().notNull(),
    lineFirst: flagOffColumn('line_first'),
    otherCompetitions: flagOffColumn('other_competitions'),
  },
  (t) => [check('transfer_settings_fee', sql`${t.feePrice} >= 0`)],
);

/** Offers of places; at most one open offer per place. */
export const transfers = sqliteTable(
  'transfers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    fromOrderId: integer('from_order_id')
      .notNull()
      .references(() => orders.id),
    newOrderId: integer('new_order_id').references(() => orders.id),
    state: text('state').$type<TransferState>().notNull(),
    /** Name of the holder; the participant becomes another person later. */
    heldBy: text('held_by').notNull(),
    /** Addressee; null: any link holder. */
    email: text('email'),
    /** The participant asked by their own page, and the buyer had to agree. */
    askedByPerson: flagOffColumn('asked_by_person'),
    /** Address of the participant who asked, while the offer is open. */
    personEmail: text('person_email'),
    createdAt: instantColumn('created_at').notNull(),
    /** Incremented when the link goes to another recipient; older links become invalid. */
    linkVersion: integer('link_version').notNull().default(0),
    /** Waiting-list entry with the current turn; null: the holder has the link. */
    lineEntryId: integer('line_entry_id').references(() => waitlistEntries.id, { onDelete: 'set null' }),
    /** End of the turn; kept when the entry is deleted, so that the next one gets a turn. */
    lineUntil: instantColumn('line_until'),
    until: instantColumn('until').notNull(),
    endedAt: instantColumn('ended_at'),
  },
  (t) => [
    uniqueIndex('transfers_open_once')
      .on(t.participantId)
      .where(sql`state in ('asked', 'waiting', 'offered', 'ordered')`),
    index('transfers_event').on(t.eventId, t.id),
    index('transfers_from').on(t.fromOrderId),
    index('transfers_new').on(t.newOrderId).where(sql`new_order_id is not null`),
    index('transfers_line').on(t.lineUntil).where(sql`state = 'offered' and line_until is not null`),
    index('transfers_line_entry').on(t.lineEntryId).where(sql`line_entry_id is not null`),
    index('transfers_due').on(t.until).where(sql`state in ('asked', 'waiting', 'offered')`),
  ],
);

/** Waiting-list entries that were asked; each is asked once per place. */
export const transferTurns = sqliteTable(
  'transfer_turns',
  {
    transferId: integer('transfer_id')
      .notNull()
      .references(() => transfers.id),
    entryId: integer('entry_id')
      .notNull()
      .references(() => waitlistEntries.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.transferId, t.entryId] }), index('transfer_turns_entry').on(t.entryId)],
);

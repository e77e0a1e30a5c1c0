import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { competitions, events } from '#modules/events/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { EntryState } from './rules/entry-state.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });

/** For places, one per address. For a sold-out size, one per person in the buyer's order. */
export const waitlistEntries = sqliteTable(
  'waitlist_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    /** Only this price; null: any. */
    priceId: integer('price_id'),
    /** A size, its person and order; null: places. */
    variantId: integer('variant_id'),
    participantId: integer('participant_id'),
    orderId: integer('order_id'),
    /** Null: the address was proven by a link. */
    userId: integer('user_id').references(() => users.id),
    email: text('email').notNull(),
    language: text('language').$type<Locale>().notNull(),
    /** Places or pieces, offered only together. */
    places: integer('places').notNull(),
    state: text('state').$type<EntryState>().notNull(),
    askedAt: instantColumn('asked_at').notNull(),
    /** When the address was proven; orders the list. */
    waitingSince: instantColumn('waiting_since'),
    offeredAt: instantColumn('offered_at'),
    /** Of the latest offer; the hold itself decides. */
    offerUntil: instantColumn('offer_until'),
    /** Price of the latest offer. */
    offerPriceId: integer('offer_price_id'),
    /** Number of offers; each has a mail of its own. */
    offers: integer('offers').notNull().default(0),
    endedAt: instantColumn('ended_at'),
    /** Rank in the draw, if any. */
    drawnRank: integer('drawn_rank'),
  },
  (t) => [
    uniqueIndex('waitlist_entries_once')
      .on(t.competitionId, t.email)
      .where(sql`price_id is null and variant_id is null and state in ('asked', 'waiting', 'offered')`),
    uniqueIndex('waitlist_entries_once_at_price')
      .on(t.priceId, t.email)
      .where(sql`price_id is not null and state in ('asked', 'waiting', 'offered')`),
    uniqueIndex('waitlist_entries_once_of_variant')
      .on(t.variantId, t.participantId)
      .where(sql`variant_id is not null and state in ('asked', 'waiting', 'offered')`),
    index('waitlist_entries_event').on(t.eventId, t.state),
    index('waitlist_entries_line').on(t.competitionId, t.waitingSince, t.id).where(sql`state = 'waiting'`),
    index('waitlist_entries_of_order').on(t.orderId).where(sql`order_id is not null`),
    index('waitlist_entries_live').on(t.state, t.eventId).where(sql`state in ('waiting', 'offered')`),
    index('waitlist_entries_email').on(t.email),
    index('waitlist_entries_user').on(t.userId),
    index('waitlist_entries_unproven').on(t.askedAt).where(sql`state = 'asked'`),
    index('waitlist_entries_ended').on(t.endedAt).where(sql`ended_at is not null`),
    check('waitlist_entries_places', sql`${t.places} between 1 and 100`),
    check('waitlist_entries_end', sql`(${t.endedAt} is null) = (${t.state} in ('asked', 'waiting', 'offered'))`),
    check('waitlist_entries_proof', sql`${t.state} not in ('waiting', 'offered') or ${t.waitingSince} is not null`),
    check('waitlist_entries_offer', sql`${t.state} <> 'offered' or ${t.offerUntil} is not null`),
  ],
);

export type Entry = typeof waitlistEntries.$inferSelect;
export type SizeEntry = Entry & { variantId: number; participantId: number; orderId: number };
export const isForSize = (entry: Entry): entry is SizeEntry =>
  entry.variantId !== null && entry.participantId !== null && entry.orderId !== null;

/** Competitions whose list accepts no new entries. */
export const closedWaitlists = sqliteTable(
  'closed_waitlists',
  {
    competitionId: integer('competition_id')
      .primaryKey()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    eventId: eventColumn(),
  },
  (t) => [index('closed_waitlists_event').on(t.eventId)],
);

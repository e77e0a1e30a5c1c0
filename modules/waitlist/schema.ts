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

/**
 * Somebody who waits for places of a competition, or at one of its prices, with what became of it: an address waits once for
 * each. Or the buyer of an order who waits for a sold-out size of an article for somebody in it, once for each of them.
 */
export const waitlistEntries = sqliteTable(
  'waitlist_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    /** The only price that will do; null: any. */
    priceId: integer('price_id'),
    /** A size of an article, for whom, and of which order they are; null: places. */
    variantId: integer('variant_id'),
    participantId: integer('participant_id'),
    orderId: integer('order_id'),
    /** Of whoever was logged in; null: an address that was proven by a link. */
    userId: integer('user_id').references(() => users.id),
    /** Normalized. */
    email: text('email').notNull(),
    language: text('language').$type<Locale>().notNull(),
    /** How many places, or pieces, offered only together. */
    places: integer('places').notNull(),
    state: text('state').$type<EntryState>().notNull(),
    askedAt: instantColumn('asked_at').notNull(),
    /** Since the address is proven; the order of the list. */
    waitingSince: instantColumn('waiting_since'),
    offeredAt: instantColumn('offered_at'),
    /** Of the last offer; what holds is the row of the places themselves. */
    offerUntil: instantColumn('offer_until'),
    /** At which price the last offer was. */
    offerPriceId: integer('offer_price_id'),
    /** How many offers there were: each has a mail of its own. */
    offers: integer('offers').notNull().default(0),
    endedAt: instantColumn('ended_at'),
    /** Of whoever got their place in line by a draw. */
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
    // What is forgotten is found by these.
    index('waitlist_entries_unproven').on(t.askedAt).where(sql`state = 'asked'`),
    index('waitlist_entries_ended').on(t.endedAt).where(sql`ended_at is not null`),
    check('waitlist_entries_places', sql`${t.places} between 1 and 100`),
    check('waitlist_entries_end', sql`(${t.endedAt} is null) = (${t.state} in ('asked', 'waiting', 'offered'))`),
    check('waitlist_entries_proof', sql`${t.state} not in ('waiting', 'offered') or ${t.waitingSince} is not null`),
    check('waitlist_entries_offer', sql`${t.state} <> 'offered' or ${t.offerUntil} is not null`),
  ],
);

export type Entry = typeof waitlistEntries.$inferSelect;
/** Of whoever waits for a size. */
export type SizeEntry = Entry & { variantId: number; participantId: number; orderId: number };
export const isForSize = (entry: Entry): entry is SizeEntry =>
  entry.variantId !== null && entry.participantId !== null && entry.orderId !== null;

/** Competitions whose list takes nobody in any more. */
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

import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { flagOffColumn, instantColumn } from '#src/data/columns.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });

/**
 * The waiting room of an event. It is on while `waiting_room` of the event is: then nobody books there without a turn. A
 * room that has ended stays as it was until the organizer sets up another one.
 */
export const waitingRooms = sqliteTable(
  'waiting_rooms',
  {
    eventId: eventColumn().primaryKey(),
    /** When the sale begins; null: with the first price that opens. */
    beginsAt: instantColumn('begins_at'),
    leadMinutes: integer('lead_minutes').notNull(),
    mostAtOnce: integer('most_at_once').notNull(),
    /** null: as soon as somebody else is done. */
    perMinute: integer('per_minute'),
    windowMinutes: integer('window_minutes').notNull(),
    /** It stays on until then, also when nobody waits. */
    keepUntil: instantColumn('keep_until'),
    isPaused: flagOffColumn('is_paused'),
    /** Who set it up: in their name it ends by itself. */
    editorId: integer('editor_id')
      .notNull()
      .references(() => users.id),
    /** Decides the draw. Told when the draw is done; before that only its hash is. */
    seed: text('seed').notNull(),
    seedHash: text('seed_hash').notNull(),
    /** When those who were there got their ranks; whoever comes later gets the next one. */
    drawnAt: instantColumn('drawn_at'),
    endedAt: instantColumn('ended_at'),
    /** When anybody was heard of last, and when that was for the first time after a silence in which people waited. */
    heardAt: instantColumn('heard_at'),
    resumedAt: instantColumn('resumed_at'),
    /** The number of whoever came last, and the last rank that was given. */
    lastNumber: integer('last_number').notNull().default(0),
    lastRank: integer('last_rank').notNull().default(0),
    /** The highest rank whose turn has begun: who is behind it knows how many are before them without counting. */
    admittedTo: integer('admitted_to').notNull().default(0),
    admitted: integer('admitted').notNull().default(0),
    booked: integer('booked').notNull().default(0),
  },
  (t) => [
    index('waiting_rooms_running').on(t.eventId).where(sql`ended_at is null`),
    check('waiting_rooms_pace', sql`${t.mostAtOnce} > 0 and (${t.perMinute} is null or ${t.perMinute} > 0)`),
    check('waiting_rooms_window', sql`${t.windowMinutes} > 0 and ${t.leadMinutes} > 0`),
    check('waiting_rooms_ranks', sql`${t.admittedTo} <= ${t.lastRank} and ${t.booked} <= ${t.admitted}`),
  ],
);

/** A place in a waiting room: of a visit, or of an account whose mailbox is proven. It names nobody else. */
export const waitingPlaces = sqliteTable(
  'waiting_places',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    visitId: text('visit_id').notNull(),
    userId: integer('user_id').references(() => users.id),
    /** In the sequence in which people came; by it the draw puts them in order. */
    number: integer('number').notNull(),
    joinedAt: instantColumn('joined_at').notNull(),
    /** Written every half minute at the most. */
    seenAt: instantColumn('seen_at').notNull(),
    rank: integer('rank'),
    /** When the turn began, and until when it lasts. */
    admittedAt: instantColumn('admitted_at'),
    until: instantColumn('until'),
    /** The turn was used for an order. */
    bookedAt: instantColumn('booked_at'),
  },
  (t) => [
    uniqueIndex('waiting_places_visit').on(t.visitId, t.eventId),
    uniqueIndex('waiting_places_user').on(t.userId, t.eventId).where(sql`user_id is not null`),
    // The seen ones stand in it too, so that whose turn it is next is found in the index itself.
    index('waiting_places_next').on(t.eventId, t.rank, t.seenAt).where(sql`admitted_at is null`),
    uniqueIndex('waiting_places_rank').on(t.eventId, t.rank),
    index('waiting_places_turns').on(t.eventId, t.admittedAt, t.until, t.bookedAt).where(sql`admitted_at is not null`),
    check('waiting_places_turn', sql`(${t.admittedAt} is null) = (${t.until} is null)`),
    check('waiting_places_order', sql`${t.admittedAt} is null or ${t.rank} is not null`),
    check('waiting_places_booked', sql`${t.bookedAt} is null or ${t.admittedAt} is not null`),
  ],
);

/** What a draw gave, for everybody to check: the numbers in their order, and nobody behind them. */
export const waitingDraws = sqliteTable(
  'waiting_draws',
  {
    eventId: eventColumn(),
    drawnAt: instantColumn('drawn_at').notNull(),
    seed: text('seed').notNull(),
    seedHash: text('seed_hash').notNull(),
    numbers: text('numbers', { mode: 'json' }).$type<number[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.drawnAt] })],
);

export type WaitingRoom = typeof waitingRooms.$inferSelect;
export type WaitingPlace = typeof waitingPlaces.$inferSelect;

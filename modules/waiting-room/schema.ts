import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { flagOffColumn, instantColumn } from '#src/data/columns.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });

/** Booking requires a turn while `waiting_room` of the event is set. An ended room stays until the next set-up. */
export const waitingRooms = sqliteTable(
  'waiting_rooms',
  {
    eventId: eventColumn().primaryKey(),
    /** Null: when the first price opens. */
    beginsAt: instantColumn('begins_at'),
    leadMinutes: integer('lead_minutes').notNull(),
    mostAtOnce: integer('most_at_once').notNull(),
    /** Null: no limit per minute. */
    perMinute: integer('per_minute'),
    windowMinutes: integer('window_minutes').notNull(),
    /** The room stays on until then even without waiting visitors. */
    keepUntil: instantColumn('keep_until'),
    isPaused: flagOffColumn('is_paused'),
    /** The history names this user when the room ends by itself. */
    editorId: integer('editor_id')
      .notNull()
      .references(() => users.id),
    /** Published after the draw; only its hash is public before. */
    seed: text('seed').notNull(),
    seedHash: text('seed_hash').notNull(),
    /** Visitors who arrive later get the next rank. */
    drawnAt: instantColumn('drawn_at'),
    endedAt: instantColumn('ended_at'),
    /** Time of the last contact, and of the first contact after a silence in which visitors waited. */
    heardAt: instantColumn('heard_at'),
    resumedAt: instantColumn('resumed_at'),
    lastNumber: integer('last_number').notNull().default(0),
    lastRank: integer('last_rank').notNull().default(0),
    /** The highest rank whose turn has begun. It gives the position in the queue without counting. */
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

/** One place per visit, or per account with a proven mailbox. */
export const waitingPlaces = sqliteTable(
  'waiting_places',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    visitId: text('visit_id').notNull(),
    userId: integer('user_id').references(() => users.id),
    /** In order of arrival; input of the draw. */
    number: integer('number').notNull(),
    joinedAt: instantColumn('joined_at').notNull(),
    /** Stored at most every half minute. */
    seenAt: instantColumn('seen_at').notNull(),
    rank: integer('rank'),
    admittedAt: instantColumn('admitted_at'),
    until: instantColumn('until'),
    bookedAt: instantColumn('booked_at'),
  },
  (t) => [
    uniqueIndex('waiting_places_visit').on(t.visitId, t.eventId),
    uniqueIndex('waiting_places_user').on(t.userId, t.eventId).where(sql`user_id is not null`),
    // Covering index for the next turn, so it includes `seen_at`.
    index('waiting_places_next').on(t.eventId, t.rank, t.seenAt).where(sql`admitted_at is null`),
    uniqueIndex('waiting_places_rank').on(t.eventId, t.rank),
    index('waiting_places_turns').on(t.eventId, t.admittedAt, t.until, t.bookedAt).where(sql`admitted_at is not null`),
    check('waiting_places_turn', sql`(${t.admittedAt} is null) = (${t.until} is null)`),
    check('waiting_places_order', sql`${t.admittedAt} is null or ${t.rank} is not null`),
    check('waiting_places_booked', sql`${t.bookedAt} is null or ${t.admittedAt} is not null`),
  ],
);

/** Published result of a draw: the numbers in their order. */
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

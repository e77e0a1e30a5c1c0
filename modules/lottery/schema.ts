import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { competitions, events } from '#modules/events/schema.ts';
import { waitlistEntries } from '#modules/waitlist/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { DrawCancellation, LotState } from './rules/lottery.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });

export const lotteries = sqliteTable(
  'lotteries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    entersFrom: instantColumn('enters_from').notNull(),
    drawsAt: instantColumn('draws_at').notNull(),
    mostPlaces: integer('most_places').notNull(),
    /** The organizer user who planned it; the history names them for the draw. */
    editorId: integer('editor_id')
      .notNull()
      .references(() => users.id),
    /** Secret until the draw; `seedHash` is public from the beginning. */
    seed: text('seed').notNull(),
    seedHash: text('seed_hash').notNull(),
    lastNumber: integer('last_number').notNull().default(0),
    drawnAt: instantColumn('drawn_at'),
    /** [number, places] by rank, without personal data. */
    ranking: text('ranking', { mode: 'json' }).$type<[number, number][]>(),
    calledOffAt: instantColumn('called_off_at'),
    calledOff: text('called_off').$type<DrawCancellation>(),
  },
  (t) => [
    uniqueIndex('lotteries_once').on(t.competitionId).where(sql`drawn_at is null and called_off_at is null`),
    index('lotteries_event').on(t.eventId),
    index('lotteries_competition').on(t.competitionId),
    index('lotteries_live').on(t.eventId).where(sql`drawn_at is null and called_off_at is null`),
    check('lotteries_times', sql`${t.entersFrom} < ${t.drawsAt}`),
    check('lotteries_places', sql`${t.mostPlaces} between 1 and 100`),
    check('lotteries_end', sql`${t.drawnAt} is null or ${t.calledOffAt} is null`),
    check('lotteries_ranking', sql`(${t.drawnAt} is null) = (${t.ranking} is null)`),
    check('lotteries_reason', sql`(${t.calledOffAt} is null) = (${t.calledOff} is null)`),
  ],
);

/** One entry in a draw, for one or several places. One per mailbox and draw. */
export const lots = sqliteTable(
  'lots',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    lotteryId: integer('lottery_id')
      .notNull()
      .references(() => lotteries.id, { onDelete: 'cascade' }),
    eventId: eventColumn(),
    /** Null: the address was proven by a link. */
    userId: integer('user_id').references(() => users.id),
    email: text('email').notNull(),
    language: text('language').$type<Locale>().notNull(),
    places: integer('places').notNull(),
    state: text('state').$type<LotState>().notNull(),
    /** In the order in which mailboxes were proven. */
    number: integer('number'),
    rank: integer('rank'),
    /** On the waiting list, by rank. */
    entryId: integer('entry_id').references(() => waitlistEntries.id, { onDelete: 'set null' }),
    askedAt: instantColumn('asked_at').notNull(),
    enteredAt: instantColumn('entered_at'),
    endedAt: instantColumn('ended_at'),
    /** `toldDrawsAt`: time of the draw in the latest mail. `toldAt`: when the result was mailed. */
    toldDrawsAt: instantColumn('told_draws_at').notNull(),
    toldAt: instantColumn('told_at'),
  },
  (t) => [
    uniqueIndex('lots_once').on(t.lotteryId, t.email).where(sql`state in ('asked', 'in')`),
    uniqueIndex('lots_number').on(t.lotteryId, t.number),
    uniqueIndex('lots_rank').on(t.lotteryId, t.rank),
    index('lots_event').on(t.eventId, t.state),
    index('lots_email').on(t.email),
    index('lots_user').on(t.userId),
    index('lots_entry').on(t.entryId),
    index('lots_moved').on(t.lotteryId, t.toldDrawsAt).where(sql`state = 'in'`),
    index('lots_untold').on(t.id).where(sql`told_at is null and state in ('drawn', 'closed')`),
    index('lots_unproven').on(t.askedAt).where(sql`state = 'asked'`),
    index('lots_ended').on(t.endedAt).where(sql`ended_at is not null`),
    check('lots_places', sql`${t.places} between 1 and 100`),
    check('lots_proof', sql`(${t.state} = 'asked') = (${t.number} is null)`),
    check('lots_rank_drawn', sql`(${t.state} = 'drawn') = (${t.rank} is not null)`),
    check('lots_end', sql`(${t.endedAt} is null) = (${t.state} in ('asked', 'in'))`),
  ],
);

export type Lottery = typeof lotteries.$inferSelect;
export type Lot = typeof lots.$inferSelect;

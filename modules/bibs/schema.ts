import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { competitions, events } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { ItemOutcome, RunKind, RunOptions } from './rules/run.ts';
import type { StartListLayout } from './rules/start-list.ts';

/** An event without a row has the defaults. */
export const bibSettings = sqliteTable('bib_settings', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => events.id),
  assignOnCompletion: flagOffColumn('assign_on_completion'),
  layout: text('layout', { mode: 'json' }).$type<StartListLayout>(),
});

/** Triggers refuse overlapping ranges of one event. */
export const bibRanges = sqliteTable(
  'bib_ranges',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    first: integer('first').notNull(),
    last: integer('last').notNull(),
    /** After `block` numbers, `gap` numbers stay free; 0: no gaps. */
    block: integer('block').notNull().default(0),
    gap: integer('gap').notNull().default(0),
    /** Numbers at the end that stay free. */
    reserve: integer('reserve').notNull().default(0),
  },
  (t) => [
    index('bib_ranges_event').on(t.eventId, t.first),
    index('bib_ranges_competition').on(t.competitionId),
    check('bib_ranges_ends', sql`${t.first} between 1 and ${t.last} and ${t.last} <= 999999`),
    check('bib_ranges_free', sql`${t.block} >= 0 and ${t.gap} >= 0 and ${t.reserve} >= 0`),
    check('bib_ranges_gap', sql`(${t.block} = 0) = (${t.gap} = 0)`),
  ],
);

/** Start waves of a competition. A wave takes up to `size` people. */
export const startWaves = sqliteTable(
  'start_waves',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    startsAt: instantColumn('starts_at').notNull(),
    size: integer('size').notNull(),
    /** From this moment the people of the wave stay; null: not locked. */
    locksAt: instantColumn('locks_at'),
    /** People of the wave may change to another wave that allows it too. */
    allowsChoice: flagOffColumn('allows_choice'),
  },
  (t) => [
    index('start_waves_event').on(t.eventId),
    index('start_waves_competition').on(t.competitionId, t.startsAt),
    check('start_waves_size', sql`${t.size} > 0`),
  ],
);

export const participantWaves = sqliteTable(
  'participant_waves',
  {
    participantId: integer('participant_id')
      .primaryKey()
      .references(() => participants.id),
    waveId: integer('wave_id')
      .notNull()
      .references(() => startWaves.id, { onDelete: 'cascade' }),
    /** Chosen for this person by hand; an assignment of many leaves it. */
    isByHand: flagOffColumn('is_by_hand'),
  },
  (t) => [index('participant_waves_wave').on(t.waveId)],
);

/** Timing chips. The runners of a relay may share one. */
export const participantChips = sqliteTable(
  'participant_chips',
  {
    participantId: integer('participant_id')
      .primaryKey()
      .references(() => participants.id),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    chip: text('chip').notNull(),
  },
  (t) => [index('participant_chips_event').on(t.eventId)],
);

/** Assignment of many numbers: a preview first, then a record of what was done. */
export const bibRuns = sqliteTable(
  'bib_runs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    kind: text('kind').$type<RunKind>().notNull(),
    status: text('status').$type<'preview' | 'applying' | 'done'>().notNull(),
    editorId: integer('editor_id')
      .notNull()
      .references(() => users.id),
    options: text('options', { mode: 'json' }).$type<RunOptions>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    startedAt: instantColumn('started_at'),
    finishedAt: instantColumn('finished_at'),
    endsAt: instantColumn('ends_at').notNull(),
  },
  (t) => [
    index('bib_runs_event').on(t.eventId, t.id),
    index('bib_runs_end').on(t.endsAt).where(sql`status = 'preview'`),
    // One run at a time, so that another one cannot invalidate its preview.
    uniqueIndex('bib_runs_applying').on(t.eventId).where(sql`status = 'applying'`),
    check('bib_runs_status', sql`${t.status} in ('preview', 'applying', 'done')`),
  ],
);

export const bibRunItems = sqliteTable(
  'bib_run_items',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    runId: integer('run_id')
      .notNull()
      .references(() => bibRuns.id),
    position: integer('position').notNull(),
    /** null: the line matches no person, or several. */
    participantId: integer('participant_id').references(() => participants.id),
    before: text('before'),
    after: text('after'),
    outcome: text('outcome').$type<ItemOutcome>().notNull(),
    /** `parked`: the old number was taken away until the item is applied, because another person gets it. */
    state: text('state').$type<'told' | 'waiting' | 'parked' | 'done' | 'changed' | 'taken'>().notNull(),
    /** Line of the file; `said`: its beginning, or a refused number. */
    line: integer('line'),
    said: text('said'),
    /** The chip that the line assigns; null: the chip stays. */
    chip: text('chip'),
  },
  (t) => [
    uniqueIndex('bib_run_items_position').on(t.runId, t.position),
    index('bib_run_items_participant').on(t.participantId),
    index('bib_run_items_open').on(t.runId, t.position).where(sql`state in ('waiting', 'parked')`),
  ],
);

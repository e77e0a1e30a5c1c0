import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Gender } from '#modules/accounts/rules/address.ts';
import { competitions, events } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { flagColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { ClassPreset } from './rules/ranks.ts';
import type { ResultContent, ResultSource, ResultStatus, Split, TeamsBy } from './rules/result.ts';

/** Without a row nothing is public. */
export const resultSettings = sqliteTable('result_settings', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  showsStartList: flagOffColumn('shows_start_list'),
  /** Incremented with every change of the result lists. */
  version: integer('version').notNull().default(0),
});

/** Ranking and publication of a competition's results. */
export const resultCompetitions = sqliteTable(
  'result_competitions',
  {
    competitionId: integer('competition_id')
      .primaryKey()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Null: not published. */
    publishedAt: instantColumn('published_at'),
    classPreset: text('class_preset').$type<ClassPreset>().notNull(),
    /** For the preset `own`, one per line. */
    ownClasses: text('own_classes').notNull().default(''),
    teamsBy: text('teams_by').$type<TeamsBy>().notNull(),
    /** Best times that are added. */
    teamSize: integer('team_size').notNull(),
  },
  (t) => [index('result_competitions_event').on(t.eventId)],
);

/** Choice about the public name. Without a row, age decides. */
export const publicNames = sqliteTable('public_names', {
  participantId: integer('participant_id')
    .primaryKey()
    .references(() => participants.id),
  isShown: integer('is_shown', { mode: 'boolean' }).notNull(),
  saidBy: text('said_by').$type<'self' | 'buyer' | 'organizer'>().notNull(),
  saidAt: instantColumn('said_at').notNull(),
});

export const results = sqliteTable(
  'results',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id),
    /** Null: not registered. */
    participantId: integer('participant_id').references(() => participants.id),
    /** Identifies the person in the next file: `p12`, `b101`, `nmustermax|1990`. */
    key: text('key').notNull(),
    bib: text('bib'),
    /** For unregistered people. */
    name: text('name'),
    birthYear: integer('birth_year'),
    gender: text('gender').$type<Gender>(),
    club: text('club'),
    nation: text('nation'),
    /** Choice of an unregistered person; null: none. Not part of the file. */
    isNameShown: flagColumn('is_name_shown'),
    timeMs: integer('time_ms'),
    status: text('status').$type<ResultStatus>().notNull(),
    splits: text('splits', { mode: 'json' }).$type<Split[]>().notNull(),
  },
  (t) => [
    uniqueIndex('results_key').on(t.competitionId, t.key),
    uniqueIndex('results_participant').on(t.participantId).where(sql`participant_id is not null`),
    index('results_event').on(t.eventId),
    check('results_status', sql`${t.status} in ('finished', 'dnf', 'dns', 'dsq')`),
    check('results_time', sql`${t.timeMs} > 0`),
    check('results_finished', sql`${t.status} <> 'finished' or ${t.timeMs} is not null`),
  ],
);

/** A file, or one update of a timing system. */
export const resultImports = sqliteTable(
  'result_imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    source: text('source').$type<ResultSource>().notNull(),
    fileName: text('file_name').notNull().default(''),
    /** Null: automatic. */
    editorId: integer('editor_id'),
    createdAt: instantColumn('created_at').notNull(),
    made: integer('made').notNull(),
    changed: integer('changed').notNull(),
    undoneAt: instantColumn('undone_at'),
    undoneBy: integer('undone_by'),
    /** Progress of an undo: the latest result id. */
    undoneUpTo: integer('undone_up_to'),
  },
  (t) => [
    index('result_imports_event').on(t.eventId, t.id),
    index('result_imports_being_undone').on(t.undoneUpTo).where(sql`undone_up_to is not null`),
  ],
);

export const resultChanges = sqliteTable(
  'result_changes',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => resultImports.id),
    resultId: integer('result_id').notNull(),
    /** Null: new result. */
    before: text('before', { mode: 'json' }).$type<ResultContent>(),
    after: text('after', { mode: 'json' }).$type<ResultContent>().notNull(),
    /** The choice at the time of the undo, to restore it with the same person. */
    isNameShown: flagColumn('is_name_shown'),
  },
  (t) => [primaryKey({ columns: [t.importId, t.resultId] }), index('result_changes_result').on(t.resultId)],
);

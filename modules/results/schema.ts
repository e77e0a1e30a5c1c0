import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Gender } from '#modules/accounts/rules/address.ts';
import { competitions, events } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { flagColumn, flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { ClassPreset } from './rules/classes.ts';
import type { ResultContent, ResultSource, ResultStatus, Split, TeamsBy } from './rules/result.ts';

/** What an event shows to everybody. Without a row it shows nothing. */
export const resultSettings = sqliteTable('result_settings', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  showsStartList: flagOffColumn('shows_start_list'),
  /** Another one after everything that changes what the lists of results say. */
  version: integer('version').notNull().default(0),
});

/** How the results of a competition are counted, and since when everybody sees them. */
export const resultCompetitions = sqliteTable(
  'result_competitions',
  {
    competitionId: integer('competition_id')
      .primaryKey()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** null: not published. */
    publishedAt: instantColumn('published_at'),
    classPreset: text('class_preset').$type<ClassPreset>().notNull(),
    /** Of the preset `own`, one a line. */
    ownClasses: text('own_classes').notNull().default(''),
    teamsBy: text('teams_by').$type<TeamsBy>().notNull(),
    /** So many of the best of a team are added. */
    teamSize: integer('team_size').notNull(),
  },
  (t) => [index('result_competitions_event').on(t.eventId)],
);

/** What somebody said about their name in public lists. Without a row their age decides. */
export const publicNames = sqliteTable('public_names', {
  participantId: integer('participant_id')
    .primaryKey()
    .references(() => participants.id),
  isShown: integer('is_shown', { mode: 'boolean' }).notNull(),
  saidBy: text('said_by').$type<'self' | 'buyer' | 'organizer'>().notNull(),
  saidAt: instantColumn('said_at').notNull(),
});

/** One line of a list of results: a participant's, or one of the file alone. */
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
    /** null: whoever is not registered, under the name of the file. */
    participantId: integer('participant_id').references(() => participants.id),
    /** Who it is, so that the next file finds them: `p12`, `b101`, `nmustermax|1990`. */
    key: text('key').notNull(),
    bib: text('bib'),
    /** These five of whoever is not registered. */
    name: text('name'),
    birthYear: integer('birth_year'),
    gender: text('gender').$type<Gender>(),
    club: text('club'),
    nation: text('nation'),
    /** What was said for whoever is not registered about their name; null: nothing. No part of what a file says. */
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

/** A file, or what a timing system said at once. */
export const resultImports = sqliteTable(
  'result_imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    source: text('source').$type<ResultSource>().notNull(),
    fileName: text('file_name').notNull().default(''),
    /** null: nobody pressed a button. */
    editorId: integer('editor_id'),
    createdAt: instantColumn('created_at').notNull(),
    made: integer('made').notNull(),
    changed: integer('changed').notNull(),
    undoneAt: instantColumn('undone_at'),
    undoneBy: integer('undone_by'),
    /** While it is being taken back: how far that came, by the number of the result. */
    undoneUpTo: integer('undone_up_to'),
  },
  (t) => [
    index('result_imports_event').on(t.eventId, t.id),
    index('result_imports_being_undone').on(t.undoneUpTo).where(sql`undone_up_to is not null`),
  ],
);

/** What an import made of a result, so that it can be told and taken back. */
export const resultChanges = sqliteTable(
  'result_changes',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => resultImports.id),
    resultId: integer('result_id').notNull(),
    /** null: there was none. */
    before: text('before', { mode: 'json' }).$type<ResultContent>(),
    after: text('after', { mode: 'json' }).$type<ResultContent>().notNull(),
    /** What was said about the name when the result was taken back, so that the same person comes back as they left. */
    isNameShown: flagColumn('is_name_shown'),
  },
  (t) => [primaryKey({ columns: [t.importId, t.resultId] }), index('result_changes_result').on(t.resultId)],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { competitions, events } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { DifferenceState, RunState, Winner } from './rules/differences.ts';
import type { NationFormat } from './rules/nations.ts';
import type { PushState } from './rules/push.ts';

/** How an event is known to RACE RESULT. Each address is a password there: it is shown and written down masked alone. */
export const raceResultSettings = sqliteTable(
  'race_result_settings',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => events.id),
    rrId: text('rr_id'),
    newBibUrl: text('new_bib_url'),
    saveFieldsUrl: text('save_fields_url'),
    saveValueUrl: text('save_value_url'),
    reassignAgeGroupsUrl: text('reassign_age_groups_url'),
    changeLinkUrl: text('change_link_url'),
    /** Reads: whom RACE RESULT knows. */
    listUrl: text('list_url'),
    saveValueField: text('save_value_field').notNull().default('PaidEntryFee'),
    /** null: what the person paid. */
    saveValueText: text('save_value_text'),
    /** A field of their own for the name of a team; null: it is not sent. */
    teamField: text('team_field'),
    nationFormat: text('nation_format').$type<NationFormat>().notNull().default('ioc'),
    useParticipantIdAsBib: flagOffColumn('use_participant_id_as_bib'),
    syncStopDate: instantColumn('sync_stop_date'),
    webhookIdentifier: text('webhook_identifier'),
    /** Of what a web hook brings: the participant's fields that it may change besides bib and change link. */
    webhookFields: text('webhook_fields', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Their field with the time of the race; null: results do not come from there. */
    resultTimeField: text('result_time_field'),
    /** `5 km=Split1; 10 km=Split2`, as typed. */
    resultSplits: text('result_splits'),
    /** While the race runs, without a button. */
    fetchesResults: flagOffColumn('fetches_results'),
    /** Who works off the queue, and until when the others leave it alone. */
    leaseToken: text('lease_token'),
    leasedUntil: instantColumn('leased_until'),
  },
  (t) => [uniqueIndex('race_result_settings_webhook').on(t.webhookIdentifier)],
);

export const raceResultContests = sqliteTable('race_result_contests', {
  competitionId: integer('competition_id')
    .primaryKey()
    .references(() => competitions.id),
  rrContestId: integer('rr_contest_id').notNull(),
});

/** The queue: a row a participant, with what is due and what RACE RESULT knows. It stays, so that it can be due again. */
export const raceResultPushes = sqliteTable(
  'race_result_pushes',
  {
    participantId: integer('participant_id')
      .primaryKey()
      .references(() => participants.id),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    state: text('state').$type<PushState>().notNull(),
    /** The steps that are due, as bits (`rules/push.ts`). */
    due: integer('due').notNull(),
    /** Grows whenever something becomes due: what was done answers the version that it began with. */
    version: integer('version').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instantColumn('next_attempt_at').notNull(),
    /** A code of `rules/push.ts`, with RACE RESULT's own sentence behind it where there is one. */
    lastError: text('last_error'),
    lastErrorAt: instantColumn('last_error_at'),
    /** Their number of the participant, which never changes. */
    pid: integer('pid'),
    /** The start number that they know. */
    bibThere: text('bib_there'),
    /** A number was asked for and no answer is known: the highest of their numbers that we knew then. */
    askedAfterPid: integer('asked_after_pid'),
    askedAt: instantColumn('asked_at'),
    /** What was sent last, as a fingerprint; and by what they chose the age group. */
    sentDigest: text('sent_digest'),
    agedBy: text('aged_by'),
    hasSaveValue: flagOffColumn('has_save_value'),
    isCanceledThere: flagOffColumn('is_canceled_there'),
    lastSynchroAt: instantColumn('last_synchro_at'),
    /** TimeStamp of the newest web hook; older ones are late. */
    hookedAt: instantColumn('hooked_at'),
    /** A number that a web hook brought while somebody else still has it. */
    wantedBib: text('wanted_bib'),
  },
  (t) => [
    index('race_result_pushes_event').on(t.eventId, t.state),
    index('race_result_pushes_due').on(t.eventId, t.nextAttemptAt).where(sql`state in ('waiting', 'failed')`),
    index('race_result_pushes_any_due').on(t.nextAttemptAt, t.eventId).where(sql`state in ('waiting', 'failed')`),
    uniqueIndex('race_result_pushes_pid').on(t.eventId, t.pid).where(sql`pid is not null`),
    check('race_result_pushes_state', sql`${t.state} in ('waiting', 'sent', 'failed', 'dead', 'skipped')`),
  ],
);

/** Turns at an address, by a fingerprint of it: not before `nextCallAt`. */
export const raceResultTurns = sqliteTable('race_result_turns', {
  address: text('address').primaryKey(),
  nextCallAt: instantColumn('next_call_at').notNull(),
  /** Calls in a row that were too fast, or that nobody answered. */
  failures: integer('failures').notNull().default(0),
});

/** When results were fetched, what came of it, and when it is done again by itself. */
export const raceResultFetches = sqliteTable(
  'race_result_fetches',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => events.id),
    /** null: not by itself. */
    nextAt: instantColumn('next_at'),
    /** Looks in a row that brought nothing. */
    quiet: integer('quiet').notNull().default(0),
    fetchedAt: instantColumn('fetched_at'),
    made: integer('made').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    /** Whose time is known there, and nobody here. */
    unknown: integer('unknown').notNull().default(0),
    /** As of a push: the code, and their own sentence. */
    lastError: text('last_error'),
  },
  (t) => [index('race_result_fetches_due').on(t.nextAt).where(sql`next_at is not null`)],
);

/** A look at what differs. */
export const raceResultRuns = sqliteTable(
  'race_result_runs',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instantColumn('created_at').notNull(),
    /** `applying` and `undoing` end by a job, since some of it goes over the network. */
    state: text('state').$type<RunState>().notNull(),
    /** Whom only one of both knows. */
    missingThere: integer('missing_there').notNull(),
    missingHere: integer('missing_here').notNull(),
    compared: integer('compared').notNull(),
  },
  (t) => [
    index('race_result_runs_event').on(t.eventId, t.id),
    index('race_result_runs_at_work').on(t.state).where(sql`state in ('applying', 'undoing')`),
  ],
);

export const raceResultDifferences = sqliteTable(
  'race_result_differences',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    runId: integer('run_id')
      .notNull()
      .references(() => raceResultRuns.id),
    participantId: integer('participant_id')
      .notNull()
      .references(() => participants.id),
    /** As RACE RESULT calls it. */
    field: text('field').notNull(),
    ours: text('ours').notNull(),
    theirs: text('theirs').notNull(),
    /** null: stays as it is. */
    winner: text('winner').$type<Winner>(),
    state: text('state').$type<DifferenceState>().notNull().default('open'),
    error: text('error'),
  },
  (t) => [
    uniqueIndex('race_result_differences_once').on(t.runId, t.participantId, t.field),
    index('race_result_differences_participant').on(t.participantId),
  ],
);

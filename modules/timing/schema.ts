import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { competitions, events } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import { flagOffColumn, instantColumn } from '#src/data/columns.ts';
import type { DifferenceState, RunState, Winner } from './rules/differences.ts';
import type { NationFormat } from './rules/nations.ts';
import type { PushState } from './rules/push.ts';

/** Connection of an event to RACE RESULT. Each address is a credential and is shown and logged only masked. */
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
    listUrl: text('list_url'),
    saveValueField: text('save_value_field').notNull().default('PaidEntryFee'),
    /** Null: the amount paid. */
    saveValueText: text('save_value_text'),
    /** Custom field for the team name; null: not sent. */
    teamField: text('team_field'),
    /** Custom field for the title of the start wave; null: not sent. */
    waveField: text('wave_field'),
    nationFormat: text('nation_format').$type<NationFormat>().notNull().default('ioc'),
    useParticipantIdAsBib: flagOffColumn('use_participant_id_as_bib'),
    syncStopDate: instantColumn('sync_stop_date'),
    webhookIdentifier: text('webhook_identifier'),
    /** Participant fields that a web hook may change besides bib and change link. */
    webhookFields: text('webhook_fields', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Field with the finish time; null: no results from there. */
    resultTimeField: text('result_time_field'),
    /** `5 km=Split1; 10 km=Split2`. */
    resultSplits: text('result_splits'),
    /** Automatically while the race runs. */
    fetchesResults: flagOffColumn('fetches_results'),
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

/** One row per participant: due steps and the state known at RACE RESULT. Rows stay, so they can become due again. */
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
    /** Due steps as bits (`rules/push.ts`). */
    due: integer('due').notNull(),
    /** Incremented when something becomes due; an outcome applies to the version that it started with. */
    version: integer('version').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instantColumn('next_attempt_at').notNull(),
    /** A code of `rules/push.ts`, followed by the error text of RACE RESULT. */
    lastError: text('last_error'),
    lastErrorAt: instantColumn('last_error_at'),
    /** ID of the participant at RACE RESULT; never changes. */
    pid: integer('pid'),
    bibThere: text('bib_there'),
    /** Set while a number was requested without an answer: the highest PID known at that time. */
    askedAfterPid: integer('asked_after_pid'),
    askedAt: instantColumn('asked_at'),
    /** Fingerprint of the last sent fields, and the inputs of the age group. */
    sentDigest: text('sent_digest'),
    agedBy: text('aged_by'),
    hasSaveValue: flagOffColumn('has_save_value'),
    isCanceledThere: flagOffColumn('is_canceled_there'),
    lastSynchroAt: instantColumn('last_synchro_at'),
    /** TimeStamp of the latest web hook; older ones are ignored. */
    hookedAt: instantColumn('hooked_at'),
    /** Number from a web hook that another participant still holds. */
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

/** Rate limit per address (by fingerprint). */
export const raceResultTurns = sqliteTable('race_result_turns', {
  address: text('address').primaryKey(),
  nextCallAt: instantColumn('next_call_at').notNull(),
  /** Consecutive failures. */
  failures: integer('failures').notNull().default(0),
});

/** Time and outcome of the last fetch, and when the next one is due. */
export const raceResultFetches = sqliteTable(
  'race_result_fetches',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => events.id),
    /** Null: no automatic fetch. */
    nextAt: instantColumn('next_at'),
    /** Consecutive fetches without news. */
    quiet: integer('quiet').notNull().default(0),
    fetchedAt: instantColumn('fetched_at'),
    made: integer('made').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    /** Rows of participants who are unknown here. */
    unknown: integer('unknown').notNull().default(0),
    /** As in `race_result_pushes`. */
    lastError: text('last_error'),
  },
  (t) => [index('race_result_fetches_due').on(t.nextAt).where(sql`next_at is not null`)],
);

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
    /** A job works on `applying` and `undoing`. */
    state: text('state').$type<RunState>().notNull(),
    /** Participants known on one side only. */
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
    /** Named as at RACE RESULT. */
    field: text('field').notNull(),
    ours: text('ours').notNull(),
    theirs: text('theirs').notNull(),
    winner: text('winner').$type<Winner>(),
    state: text('state').$type<DifferenceState>().notNull().default('open'),
    error: text('error'),
  },
  (t) => [
    uniqueIndex('race_result_differences_once').on(t.runId, t.participantId, t.field),
    index('race_result_differences_participant').on(t.participantId),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { competitions, events } from '#modules/events/schema.ts';
import { instantColumn } from '#src/data/columns.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { ShortRule, TeamKind, TeamState } from './rules/team-state.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });
const competitionColumn = () =>
  integer('competition_id')
    .notNull()
    .references(() => competitions.id, { onDelete: 'cascade' });

/** A team that a captain opened. Its members are stored with the orders (`teams.shared_team_id`). */
export const sharedTeams = sqliteTable(
  'shared_teams',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    competitionId: competitionColumn(),
    /** The captain; null: account deleted. */
    userId: integer('user_id').references(() => users.id),
    email: text('email').notNull(),
    language: text('language').$type<Locale>().notNull(),
    captain: text('captain').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<TeamKind>().notNull(),
    state: text('state').$type<TeamState>().notNull(),
    /** Price at which its places are held. */
    priceId: integer('price_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    payBy: instantColumn('pay_by').notNull(),
    until: instantColumn('until').notNull(),
    remindedAt: instantColumn('reminded_at'),
    dueAt: instantColumn('due_at'),
    /** Incremented to invalidate the team link. */
    linkVersion: integer('link_version').notNull().default(0),
    endedAt: instantColumn('ended_at'),
  },
  (t) => [
    index('shared_teams_event').on(t.eventId, t.state),
    index('shared_teams_competition').on(t.competitionId),
    index('shared_teams_user').on(t.userId),
    index('shared_teams_due').on(t.dueAt).where(sql`due_at is not null`),
    index('shared_teams_ended').on(t.endedAt).where(sql`ended_at is not null`),
    check('shared_teams_times', sql`${t.payBy} <= ${t.until}`),
    check('shared_teams_end', sql`(${t.endedAt} is null) = (${t.state} in ('open', 'grace'))`),
  ],
);
export type SharedTeam = typeof sharedTeams.$inferSelect;

export const sharedTeamPlaces = sqliteTable(
  'shared_team_places',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    teamId: integer('team_id')
      .notNull()
      .references(() => sharedTeams.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Reserved for this address; the team link does not open it. */
    email: text('email'),
    /** Latest mail to `email`; at most one a day. */
    toldAt: instantColumn('told_at'),
    /** The visit that is ordering it, exclusively until `claimedUntil`. */
    claimedBy: text('claimed_by'),
    claimedUntil: instantColumn('claimed_until'),
    /** No foreign key: a place outlives a participant who returned it. */
    participantId: integer('participant_id'),
  },
  (t) => [
    index('shared_team_places_team').on(t.teamId, t.position),
    index('shared_team_places_participant').on(t.participantId).where(sql`participant_id is not null`),
    index('shared_team_places_claimed').on(t.claimedBy).where(sql`claimed_by is not null`),
    index('shared_team_places_email').on(t.email).where(sql`email is not null`),
  ],
);
export type TeamPlace = typeof sharedTeamPlaces.$inferSelect;

/** Without a row `usualSettings` apply. */
export const sharedTeamSettings = sqliteTable(
  'shared_team_settings',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    mostOpen: integer('most_open').notNull(),
    shortRule: text('short_rule').$type<ShortRule>().notNull(),
  },
  (t) => [check('shared_team_settings_most', sql`${t.mostOpen} between 1 and 20`)],
);

export const competitionLegs = sqliteTable(
  'competition_legs',
  {
    competitionId: integer('competition_id')
      .primaryKey()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    eventId: eventColumn(),
    names: text('names', { mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [index('competition_legs_event').on(t.eventId)],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { competitions, events } from './schema.ts';

/** A number of places for several competitions together. */
export const sharedQuotas = sqliteTable(
  'shared_quotas',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    quotaTotal: integer('total').notNull(),
  },
  (t) => [index('shared_quotas_event').on(t.eventId), check('shared_quotas_total', sql`${t.quotaTotal} >= 0`)],
);

/** A competition has at most one quota. Sales are counted at the competitions. */
export const sharedQuotaCompetitions = sqliteTable(
  'shared_quota_competitions',
  {
    competitionId: integer('competition_id')
      .primaryKey()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    quotaId: integer('quota_id')
      .notNull()
      .references(() => sharedQuotas.id, { onDelete: 'cascade' }),
  },
  (t) => [index('shared_quota_competitions_quota').on(t.quotaId, t.competitionId)],
);

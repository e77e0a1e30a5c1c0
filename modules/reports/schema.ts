import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { centsColumn, instantColumn } from '#src/data/columns.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { ExportKind } from './rules/export-kinds.ts';

/**
 * Sums of complete and shipped orders, maintained by triggers, so that figures are read within milliseconds. `quarter`:
 * order date in quarters of an hour since 1970, because days of every time zone begin at one. Empty text: unknown.
 */
export const soldOrders = sqliteTable(
  'sold_orders',
  {
    eventId: integer('event_id').notNull(),
    quarter: integer('quarter').notNull(),
    paymentMethod: text('payment_method').notNull(),
    orders: integer('orders').notNull(),
    revenue: centsColumn('revenue_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.quarter, t.paymentMethod] })],
);

export const soldTickets = sqliteTable(
  'sold_tickets',
  {
    eventId: integer('event_id').notNull(),
    quarter: integer('quarter').notNull(),
    competitionId: integer('competition_id').notNull(),
    paymentMethod: text('payment_method').notNull(),
    tickets: integer('tickets').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.quarter, t.competitionId, t.paymentMethod] })],
);

export const soldPeople = sqliteTable(
  'sold_people',
  {
    eventId: integer('event_id').notNull(),
    competitionId: integer('competition_id').notNull(),
    gender: text('gender').notNull(),
    birthYear: text('birth_year').notNull(),
    nation: text('nation').notNull(),
    people: integer('people').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.competitionId, t.gender, t.birthYear, t.nation] })],
);

export const soldClubs = sqliteTable(
  'sold_clubs',
  {
    eventId: integer('event_id').notNull(),
    club: text('club').notNull(),
    people: integer('people').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.club] })],
);

/** By the contact address of the participant's order. */
export const soldAreas = sqliteTable(
  'sold_areas',
  {
    eventId: integer('event_id').notNull(),
    countryCode: text('country_code').notNull(),
    zipCode: text('zip_code').notNull(),
    people: integer('people').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.countryCode, t.zipCode] })],
);

export const soldArticles = sqliteTable(
  'sold_articles',
  {
    eventId: integer('event_id').notNull(),
    variantId: integer('variant_id').notNull(),
    quantity: integer('quantity').notNull(),
    revenue: centsColumn('revenue_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.variantId] })],
);

/** An export made in the background. Its file is deleted with the row. */
export const exports = sqliteTable(
  'exports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').$type<ExportKind>().notNull(),
    eventId: integer('event_id').references(() => events.id),
    fromDate: text('from_date').$type<CalendarDate>(),
    toDate: text('to_date').$type<CalendarDate>(),
    format: text('format').$type<'csv' | 'xlsx'>().notNull(),
    language: text('language').$type<'de' | 'en-us'>().notNull(),
    creatorId: integer('creator_id')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<'waiting' | 'running' | 'done' | 'failed'>().notNull(),
    progress: integer('progress').notNull().default(0),
    /** Process that makes it, and until when others must not. */
    leaseOwner: text('lease_owner'),
    leasedUntil: instantColumn('leased_until'),
    tries: integer('tries').notNull().default(0),
    /** Set once the file is complete. */
    fileName: text('file_name'),
    /** Problem code of a failed export. */
    problem: text('problem'),
    mailTo: text('mail_to'),
    /** When its mail is due; null: sent. */
    mailAt: instantColumn('mail_at'),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
    endsAt: instantColumn('ends_at').notNull(),
  },
  (t) => [
    index('exports_event').on(t.eventId, t.id),
    index('exports_open').on(t.id).where(sql`status in ('waiting', 'running')`),
    index('exports_mail').on(t.mailAt).where(sql`mail_at is not null`),
    index('exports_end').on(t.endsAt),
    check('exports_status', sql`${t.status} in ('waiting', 'running', 'done', 'failed')`),
    check('exports_progress', sql`${t.progress} between 0 and 100`),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { centsColumn, instantColumn } from '#src/data/columns.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { ExportKind } from './rules/export-kinds.ts';

/**
 * What complete and shipped orders add up to, kept by triggers in the transaction of whatever changes an order or its
 * people, so that figures of any event are read within milliseconds. `quarter` is the order's date in quarters of an
 * hour since 1970: every zone's day begins at one. An empty text stands for what nobody said.
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

/** One ticket is one participant. */
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

/** Where people come from: the contact address of the order that they are part of. */
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

/** A file that somebody asked for and that is made in the background. It goes with its row. */
export const exports = sqliteTable(
  'exports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').$type<ExportKind>().notNull(),
    /** null: of all events. */
    eventId: integer('event_id').references(() => events.id),
    fromDate: text('from_date').$type<CalendarDate>(),
    toDate: text('to_date').$type<CalendarDate>(),
    format: text('format').$type<'csv' | 'xlsx'>().notNull(),
    language: text('language').$type<'de' | 'en-us'>().notNull(),
    creatorId: integer('creator_id')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<'waiting' | 'running' | 'done' | 'failed'>().notNull(),
    /** In hundredths. */
    progress: integer('progress').notNull().default(0),
    /** Whoever makes it now, and until when nobody else may. */
    leaseOwner: text('lease_owner'),
    leasedUntil: instantColumn('leased_until'),
    tries: integer('tries').notNull().default(0),
    /** In the folder of exports, once it is whole. */
    fileName: text('file_name'),
    /** Of the catalogue, why there is none. */
    problem: text('problem'),
    /** null: whoever asked for it. */
    mailTo: text('mail_to'),
    /** When its mail is due; null: it was sent. */
    mailAt: instantColumn('mail_at'),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
    /** When file and row are removed. */
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

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { centsColumn } from '#src/platform/columns.ts';

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

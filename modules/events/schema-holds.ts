import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flagOffColumn, instantColumn } from '#src/data/columns.ts';
import { articleVariants, competitionPrices, competitions, events } from './schema.ts';

/**
 * Competitions somebody waits for, or whose places are drawn: nothing of them is sold to anybody but those who hold it,
 * whatever comes free and however.
 */
export const heldCompetitions = sqliteTable(
  'kept_competitions',
  {
    competitionId: integer('competition_id')
      .primaryKey()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Until its draw, whether anybody waits or not. */
    forDraw: flagOffColumn('for_draw'),
  },
  (t) => [index('kept_competitions_event').on(t.eventId)],
);

/** Prices somebody waits for: nothing is sold at them but to those who hold it; the prices after them are everybody's. */
export const heldPrices = sqliteTable(
  'kept_prices',
  {
    priceId: integer('price_id')
      .primaryKey()
      .references(() => competitionPrices.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
  },
  (t) => [index('kept_prices_event').on(t.eventId)],
);

/** Sizes of articles somebody waits for or was offered: nothing of them goes to anybody but to whom it was offered. */
export const heldVariants = sqliteTable(
  'kept_variants',
  {
    variantId: integer('variant_id')
      .primaryKey()
      .references(() => articleVariants.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
  },
  (t) => [index('kept_variants_event').on(t.eventId)],
);

/**
 * Places that are kept for a visit while somebody fills in. They are nobody's yet: `sold` does not count them, and a row
 * whose `until` is over keeps nothing. 0 pieces: it keeps nothing either, and only tells that its time had begun. Rows of nobody's visit, `kept:` and a key, are kept for somebody who waits (`keep-places.ts`).
 */
export const placeHolds = sqliteTable(
  'place_holds',
  {
    visitId: text('visit_id').notNull(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    competitionId: integer('competition_id')
      .notNull()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    priceId: integer('price_id')
      .notNull()
      .references(() => competitionPrices.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
    until: instantColumn('until').notNull(),
    /** Of places that are kept for somebody who waits: the visit in which they are bought, once it is known. */
    openedBy: text('opened_by'),
    /** Of a place in a team whose members come by themselves: which one it is, and how that team is called. */
    teamId: integer('team_id'),
    teamName: text('team_name'),
  },
  (t) => [
    primaryKey({ columns: [t.visitId, t.eventId, t.competitionId] }),
    // All that a booking asks of the others', in the index itself.
    index('place_holds_event').on(t.eventId, t.until, t.competitionId, t.priceId, t.visitId, t.quantity),
    index('place_holds_until').on(t.until),
    index('place_holds_competition').on(t.competitionId),
    index('place_holds_price').on(t.priceId),
    index('place_holds_opened').on(t.openedBy).where(sql`opened_by is not null`),
    check('place_holds_quantity', sql`${t.quantity} >= 0`),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flagOffColumn, instantColumn } from '#src/data/columns.ts';
import { articleVariants, competitionPrices, competitions, events } from './schema.ts';

/** Competitions with a waiting list or a draw: only held places are sold. */
export const heldCompetitions = sqliteTable(
  'kept_competitions',
  {
    competitionId: integer('competition_id')
      .primaryKey()
      .references(() => competitions.id, { onDelete: 'cascade' }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Held until the draw. */
    forDraw: flagOffColumn('for_draw'),
  },
  (t) => [index('kept_competitions_event').on(t.eventId)],
);

/** Prices with waiting people: only held places are sold at them. Other prices are not affected. */
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

/** Variants with waiting people or open offers: only sold to those with an offer. */
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
 * Places held for a visit. `sold` does not count them; rows past `until` hold nothing. Quantity 0 only remembers when
 * the time began. A `visit_id` of `kept:` and a key belongs to a waiting person (`held-places.ts`).
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
    /** The visit that may buy places held for a waiting person. */
    openedBy: text('opened_by'),
    /** The team whose members register by themselves. */
    teamId: integer('team_id'),
    teamName: text('team_name'),
  },
  (t) => [
    primaryKey({ columns: [t.visitId, t.eventId, t.competitionId] }),
    // A covering index for the holds of others.
    index('place_holds_event').on(t.eventId, t.until, t.competitionId, t.priceId, t.visitId, t.quantity),
    index('place_holds_until').on(t.until),
    index('place_holds_competition').on(t.competitionId),
    index('place_holds_price').on(t.priceId),
    index('place_holds_opened').on(t.openedBy).where(sql`opened_by is not null`),
    check('place_holds_quantity', sql`${t.quantity} >= 0`),
  ],
);

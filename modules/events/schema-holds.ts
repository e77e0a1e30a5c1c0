import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instantColumn } from '#src/platform/columns.ts';
import { competitionPrices, competitions, events } from './schema.ts';

/**
 * Places that are kept for a visit while somebody fills in. They are nobody's yet: `sold` does not count them, and a row
 * whose `until` is over keeps nothing. 0 pieces: it keeps nothing either, and only tells that its time had begun.
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
  },
  (t) => [
    primaryKey({ columns: [t.visitId, t.eventId, t.competitionId] }),
    // All that a booking asks of the others', in the index itself.
    index('place_holds_event').on(t.eventId, t.until, t.competitionId, t.priceId, t.visitId, t.quantity),
    index('place_holds_until').on(t.until),
    index('place_holds_competition').on(t.competitionId),
    index('place_holds_price').on(t.priceId),
    check('place_holds_quantity', sql`${t.quantity} >= 0`),
  ],
);

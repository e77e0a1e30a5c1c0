import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import { orders, participantArticles } from '#modules/orders/schema.ts';
import { instantColumn } from '#src/platform/columns.ts';

/** Articles that were added to a paid order and are taken off it again when they are not paid by then. */
export const unpaidAdditions = sqliteTable(
  'unpaid_additions',
  {
    participantArticleId: integer('participant_article_id')
      .primaryKey()
      .references(() => participantArticles.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    dueAt: instantColumn('due_at').notNull(),
  },
  (t) => [index('unpaid_additions_order').on(t.orderId), index('unpaid_additions_due').on(t.dueAt)],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { orders } from '#modules/orders/schema.ts';
import type { Instant } from '#src/kernel/time.ts';

const at = (name: string) => integer(name).$type<Instant>();

/** One try to pay an order. An order has at most one open attempt a method. */
export const paymentAttempts = sqliteTable(
  'payment_attempts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    method: text('method').notNull(),
    /** What the payer writes on the transfer, or the provider's own reference. */
    reference: text('reference').notNull(),
    amount: integer('amount_cents').notNull(),
    status: text('status').$type<'pending' | 'authorized' | 'completed' | 'failed'>().notNull(),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
  },
  (t) => [
    uniqueIndex('payment_attempts_reference').on(t.method, t.reference),
    index('payment_attempts_order').on(t.orderId),
    check('payment_attempts_status', sql`${t.status} in ('pending', 'authorized', 'completed', 'failed')`),
  ],
);

/** The money ledger, append only: payments in, refunds out. An order's paid sum is their difference. */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind').$type<'payment' | 'refund'>().notNull(),
    method: text('method').notNull(),
    amount: integer('amount_cents').notNull(),
    /** The same money is entered once: the bank's or the provider's own identification. */
    reference: text('reference').notNull(),
    note: text('note').notNull().default(''),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_entries_once').on(t.kind, t.method, t.reference),
    index('ledger_entries_order').on(t.orderId),
    check('ledger_entries_amount', sql`${t.amount} > 0`),
  ],
);

import { count, sql } from 'drizzle-orm';
import type { Deps } from '#src/runtime/deps.ts';
import type { Counter, Gauge } from '#src/runtime/metrics.ts';
import { orders } from './schema.ts';

export const orderCounters: readonly Counter[] = [
  { name: 'startblock_orders_booked_total', help: 'Orders that were booked.' },
  {
    name: 'startblock_orders_paid_total',
    help: 'Orders that became complete: paid, free, or on the account of a company.',
  },
];

/** Both count the entries of a partial index, whose condition must stand here literally. */
export const orderGauges = ({ read }: Deps): readonly Gauge[] => [
  {
    name: 'startblock_orders_pending',
    help: 'Orders that hold places and are not paid yet.',
    read: async () => {
      const [row] = await read.select({ n: count() }).from(orders).where(sql`status = 'pending'`);
      return row?.n ?? 0;
    },
  },
  {
    name: 'startblock_orders_pending_transfer',
    help: 'Pending orders whose buyers chose a bank transfer.',
    read: async () => {
      const [row] = await read
        .select({ n: count() })
        .from(orders)
        .where(sql`status = 'pending' and payment_method = 'bank'`);
      return row?.n ?? 0;
    },
  },
];

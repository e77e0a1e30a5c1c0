import { sql } from 'drizzle-orm';
import { paidList } from '#modules/orders/rules/order-state.ts';

/** SQL for the open amount of order `o`; equal to `moneyOf` for one order, as each step of a season test checks. */
export const openOfOrder = sql.raw(`max(0, o.total_cents
  - (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'payment')
  + (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id
      and r.status <> 'withdrawn' and (r.reason <> 'granted' or o.status not in ${paidList})))`);

import type { Invariant } from './invariants.ts';

/** Cents of the order `o`: what came in, what is going back or went, and of that what nobody ever owed. */
const received = `(select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'payment')`;
const returned = `(select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'withdrawn')`;
const excess = `(select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'withdrawn' and r.reason <> 'granted')`;

/** Every cent that came in is in one place: the order has it, or it is on its way back, or it went back. */
export const moneyInvariants: readonly Invariant[] = [
  {
    sentence:
      'a paid order got its total, or says that a rest is open since it became dearer, and keeps no more than that',
    breaches: `select * from (select o.id, o.status, o.total_cents, o.payment_status, ${received} received,
        ${returned} returned, ${excess} excess from orders o where o.status in ('complete', 'shipped'))
      where (received - excess < total_cents) <> (payment_status = 'pending') or received - returned > total_cents`,
  },
  {
    sentence: 'an order that waits has less than its total',
    breaches: `select * from (select o.id, o.total_cents, ${received} - ${returned} kept from orders o where o.status = 'pending')
      where kept >= total_cents and total_cents > 0`,
  },
  {
    sentence: 'a canceled order keeps no more than its total',
    breaches: `select * from (select o.id, o.total_cents, ${received} - ${returned} kept from orders o where o.status = 'canceled')
      where kept > total_cents`,
  },
  {
    sentence: 'never more goes back than came in',
    breaches: `select * from (select o.id, ${received} received, ${returned} returned from orders o) where returned > received`,
  },
  {
    sentence: 'the ledger has what refunds say that they gave back, order by order',
    breaches: `select * from (select o.id,
        (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'refund') entered,
        (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status = 'completed') gone,
        o.refunded_cents shown from orders o)
      where entered <> gone or shown <> gone`,
  },
  {
    sentence: 'a completed payment at the provider is in the ledger once, with its own transaction',
    breaches: `select a.id, a.order_id from payment_attempts a where a.secret is not null and a.status = 'completed'
      and (a.transaction_id is null or 1 <> (select count(*) from ledger_entries l where l.kind = 'payment'
        and l.order_id = a.order_id and l.method = a.method and l.reference = a.transaction_id))`,
  },
  {
    sentence: 'no transaction of the provider is entered for a try that was not completed',
    breaches: `select l.id from ledger_entries l join payment_attempts a
        on a.transaction_id = l.reference and a.method = l.method and a.secret is not null
      where l.kind = 'payment' and a.status <> 'completed'`,
  },
  {
    sentence: 'what is settled is asked for no more',
    breaches: `select id from payment_attempts where status in ('completed', 'failed') and next_ask_at is not null
      union all select id from refunds where status in ('completed', 'withdrawn') and next_try_at is not null`,
  },
];

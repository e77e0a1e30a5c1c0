import type { Invariant } from './invariants.ts';

/** What is kept beside the orders says what one counts there. */
export const overviewInvariants: readonly Invariant[] = [
  {
    sentence: 'the figures of an event know everybody who holds a place, by when and whether it is paid',
    breaches: `with counted as (select p.event_id, o.order_date / 900000 quarter,
          sum(o.status in ('complete', 'shipped')) paid, sum(o.status = 'pending') unpaid
        from participants p join orders o on o.id = p.order_id where p.live = 1 group by 1, 2),
        kept as (select event_id, quarter, paid_people paid, unpaid_people unpaid from event_registrations
          where paid_people <> 0 or unpaid_people <> 0)
      select * from (select * from counted except select * from kept)
      union all select * from (select * from kept except select * from counted)`,
  },
  {
    sentence: 'in all they are as many as at all times together',
    breaches: `select c.event_id, c.paid_people, c.unpaid_people, sum(r.paid_people) paid, sum(r.unpaid_people) unpaid
      from event_order_counts c left join event_registrations r on r.event_id = c.event_id group by c.event_id
      having c.paid_people <> coalesce(paid, 0) or c.unpaid_people <> coalesce(unpaid, 0)`,
  },
  {
    sentence: 'the money of an event is its ledger',
    breaches: `select * from (select e.id,
          coalesce(s.payments, 0) payments, coalesce(s.received_cents, 0) received, coalesce(s.refunds, 0) refunds,
          coalesce(s.refunded_cents, 0) refunded,
          (select coalesce(sum(l.kind = 'payment'), 0) from ledger_entries l join orders o on o.id = l.order_id where o.event_id = e.id) came_often,
          (select coalesce(sum(l.amount_cents), 0) from ledger_entries l join orders o on o.id = l.order_id
            where o.event_id = e.id and l.kind = 'payment') came,
          (select coalesce(sum(l.kind = 'refund'), 0) from ledger_entries l join orders o on o.id = l.order_id where o.event_id = e.id) went_often,
          (select coalesce(sum(l.amount_cents), 0) from ledger_entries l join orders o on o.id = l.order_id
            where o.event_id = e.id and l.kind = 'refund') went
        from events e left join event_money_sums s on s.event_id = e.id)
      where payments <> came_often or received <> came or refunds <> went_often or refunded <> went`,
  },
];

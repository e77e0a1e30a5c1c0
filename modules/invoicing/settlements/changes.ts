import { type SQL, sql } from 'drizzle-orm';
import { paidList } from '#modules/orders/rules/order-state.ts';
import { accountMethod } from '#src/kernel/payment-methods.ts';
import { entryPlace } from './entry-place.ts';

/** Orders whose places are sold. */
const isSold = sql.raw(`o.status in ${paidList}`);

/**
 * Whether all money of the order `o` is money that nothing proves, or still to come since it was ordered on account: a
 * settlement that has none of it counts nothing of it.
 */
const isHeld = sql`(
  ((o.payment_method = ${sql.raw(`'${accountMethod}'`)} and o.total_cents > 0)
    or exists (select 1 from ledger_entries l where l.order_id = o.id and l.kind = 'payment'))
  and not exists (select 1 from ledger_entries l where l.order_id = o.id and l.kind = 'payment'
    and (exists (select 1 from settlement_entries s where s.ledger_entry_id = l.id) or ${entryPlace} = 'settled')))`;

/** Whether the order `o` is charged for its tickets and counted with what the platform pays and sells. */
export const isCharged = sql`(${isSold} and not ${isHeld})`;

/**
 * What of each order's tickets is still to be charged, or to be given back: `order_id`, `tickets`, `fee`. It is charged with
 * the settlement that has money of the order; what was charged stays so as long as the order does.
 */
export const ticketChanges = (eventId: number): SQL => sql`
  with was as (select order_id, sum(tickets) tickets, sum(fee_cents) fee from settlement_tickets
      where event_id = ${eventId} group by order_id),
    live as (select p.order_id, count(*) tickets from participants p cross join orders o on o.id = p.order_id
      where p.event_id = ${eventId} and p.live = 1 and ${isSold} group by p.order_id),
    sold as (select live.order_id, live.tickets from live cross join orders o on o.id = live.order_id
      left join was on was.order_id = live.order_id where coalesce(was.tickets, 0) > 0 or not ${isHeld}),
    both as (select order_id from was union select order_id from sold)
  select both.order_id, coalesce(sold.tickets, 0) - coalesce(was.tickets, 0) tickets,
    case when coalesce(sold.tickets, 0) >= coalesce(was.tickets, 0)
      then (coalesce(sold.tickets, 0) - coalesce(was.tickets, 0)) * (select organizer_processing_fee_cents from events where id = ${eventId})
      else -(was.fee * (was.tickets - coalesce(sold.tickets, 0)) / was.tickets) end fee
  from both left join was on was.order_id = both.order_id left join sold on sold.order_id = both.order_id
  where coalesce(sold.tickets, 0) <> coalesce(was.tickets, 0)`;

/** Whether all that came for the order `o` went back, though it stayed. */
const isGivenBack = sql.raw(`(exists (select 1 from ledger_entries l where l.order_id = o.id and l.kind = 'payment')
  and (select sum(case l.kind when 'payment' then l.amount_cents else -l.amount_cents end)
    from ledger_entries l where l.order_id = o.id) <= 0)`);

/** Lines of orders in `scope` (of the order `o`) that vouchers took off and the platform pays, or that it sold itself. */
const shareLines = (scope: SQL): SQL => sql`
  select i.order_id, 'voucher' kind, i.vat_basis_points rate, -i.price_total_cents amount
  from voucher_redemptions r indexed by voucher_redemptions_platform
    cross join orders o on o.id = r.order_id and ${scope} cross join vouchers v on v.id = r.voucher_id
    cross join order_items i on i.order_id = r.order_id and i.kind = 'voucher' and i.code = v.code
  where r.paid_by_platform = 1
  union all
  select i.order_id, 'article', i.vat_basis_points, i.price_total_cents
  from order_items i indexed by order_items_platform cross join orders o on o.id = i.order_id and ${scope}
  where i.sold_by_platform = 1`;

/**
 * What vouchers took off that the platform pays, and what it sold itself, at its price before vouchers, of orders in `scope`
 * that are charged by now: `event_id`, `kind`, `rate`, `amount`.
 */
export const chargedShares = (scope: SQL): SQL => sql`
  select o.event_id, lines.kind, lines.rate, sum(lines.amount) amount
  from (${shareLines(scope)}) lines cross join orders o on o.id = lines.order_id
  where ${isCharged} and not ${isGivenBack} group by 1, 2, 3`;

/**
 * What of each order is still to be counted of both, or to be taken back: `order_id`, `kind`, `rate`, `amount`. What was
 * counted stays so as long as the order does.
 */
export const shareChanges = (eventId: number): SQL => sql`
  with was as (select order_id, kind, vat_basis_points rate, sum(amount_cents) amount from settlement_shares
      where event_id = ${eventId} group by 1, 2, 3),
    due as (select lines.order_id, lines.kind, lines.rate, sum(lines.amount) amount
      from (${shareLines(sql`o.event_id = ${eventId}`)}) lines cross join orders o on o.id = lines.order_id
      where ${isSold} and not ${isGivenBack}
        and (exists (select 1 from was where was.order_id = o.id and was.amount <> 0) or not ${isHeld})
      group by 1, 2, 3),
    both as (select order_id, kind, rate from was union select order_id, kind, rate from due)
  select both.order_id, both.kind, both.rate, coalesce(due.amount, 0) - coalesce(was.amount, 0) amount
  from both left join was on was.order_id = both.order_id and was.kind = both.kind and was.rate = both.rate
    left join due on due.order_id = both.order_id and due.kind = both.kind and due.rate = both.rate
  where coalesce(due.amount, 0) <> coalesce(was.amount, 0)`;

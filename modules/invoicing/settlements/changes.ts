import { type SQL, sql } from 'drizzle-orm';
import { paidList } from '#modules/orders/rules/order-state.ts';
import { accountMethod, organizersMethods } from '#src/kernel/payment-methods.ts';

/** Payment `l` is proven by a bank line, a provider transaction, or a bank line assigned later to a manual entry. */
const isProven = sql.raw(`(
  exists (select 1 from payment_attempts a where a.order_id = l.order_id and a.transaction_id = l.reference
    and a.method = l.method and a.status = 'completed')
  or exists (select 1 from bank_lines b
    where b.fingerprint = substr(l.reference, 1, length(l.reference) - length('|' || l.order_id)))
  or exists (select 1 from payment_proofs p where p.ledger_entry_id = l.id))`);

/**
 * Place of an unsettled entry `l` of order `o`. Money of waiting orders is open, with its refunds, unless the order was
 * settled before. Refunds count at once. Unproven payments are held. Cash and gift cards are settled at once, because
 * the organizer has that money.
 */
export const entryPlace: SQL = sql`case
  when l.method in (${sql.raw(organizersMethods.map((method) => `'${method}'`).join(', '))}) then 'settled'
  when o.status = 'pending' and (l.kind = 'payment'
    or not exists (select 1 from settlement_entries had where had.order_id = o.id)) then 'open'
  when l.kind = 'refund' or ${isProven} then 'settled' else 'held' end`;

export const isUnsettled: SQL = sql.raw(
  'not exists (select 1 from settlement_entries s where s.ledger_entry_id = l.id)',
);

/** Entry `l` is settled, or will be with the next closing. */
export const isPayable: SQL = sql`(not ${isUnsettled} or ${entryPlace} = 'settled')`;

const isSold = sql.raw(`o.status in ${paidList}`);

/** All payments of order `o` are unproven, or it is on account; a settlement without its money counts nothing of it. */
const isHeld = sql`(
  ((o.payment_method = ${sql.raw(`'${accountMethod}'`)} and o.total_cents > 0)
    or exists (select 1 from ledger_entries l where l.order_id = o.id and l.kind = 'payment'))
  and not exists (select 1 from ledger_entries l where l.order_id = o.id and l.kind = 'payment'
    and (exists (select 1 from settlement_entries s where s.ledger_entry_id = l.id) or ${entryPlace} = 'settled')))`;

/** Order `o` counts for ticket fees and shares. */
export const isCharged = sql`(${isSold} and not ${isHeld})`;

/**
 * Ticket fees still to charge or give back: `order_id`, `tickets`, `fee`. Charged with the first settlement that has
 * money of the order.
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

/** Order `o` was refunded in full but not canceled. */
const isGivenBack = sql.raw(`(exists (select 1 from ledger_entries l where l.order_id = o.id and l.kind = 'payment')
  and (select sum(case l.kind when 'payment' then l.amount_cents else -l.amount_cents end)
    from ledger_entries l where l.order_id = o.id) <= 0)`);

/** Voucher lines paid and article lines sold by the platform, for orders `o` in `scope`. */
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

/** Shares of charged orders in `scope`, at prices before vouchers: `event_id`, `kind`, `rate`, `amount`. */
export const chargedShares = (scope: SQL): SQL => sql`
  select o.event_id, lines.kind, lines.rate, sum(lines.amount) amount
  from (${shareLines(scope)}) lines cross join orders o on o.id = lines.order_id
  where ${isCharged} and not ${isGivenBack} group by 1, 2, 3`;

/** Shares still to count or reverse: `order_id`, `kind`, `rate`, `amount`. */
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

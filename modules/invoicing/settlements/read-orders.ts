import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { type Cents, withCents } from '#src/kernel/money.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import type { EntryPlace } from '../rules/settlement.ts';
import { entryPlace, isUnsettled, shareChanges, ticketChanges } from './changes.ts';

export type SettledOrder = {
  orderId: number;
  orderDate: Instant;
  status: string;
  /** Payment methods, `bank, visa`. */
  methods: string;
  place: EntryPlace;
  received: Cents;
  refunded: Cents;
  tickets: number;
  ticketFee: Cents;
  /** Platform vouchers and articles. */
  vouchers: Cents;
  articles: Cents;
};

const sumNames = ['received', 'refunded', 'ticketFee', 'vouchers', 'articles'] as const;
type SumName = (typeof sumNames)[number];
type Row = Omit<SettledOrder, SumName | 'orderDate'> & { orderDate: number } & Record<SumName, number>;
const made = (row: Row): SettledOrder => ({
  ...withCents(row, [...sumNames]),
  orderDate: instant(Number(row.orderDate)),
});

const sums = sql.raw(`group_concat(distinct l.method) methods,
  sum(case when l.kind = 'payment' then l.amount_cents else 0 end) received,
  sum(case when l.kind = 'refund' then l.amount_cents else 0 end) refunded`);
const orderColumns = sql.raw(`o.id orderId, o.order_date orderDate, o.status status, coalesce(m.methods, '') methods,
  coalesce(m.received, 0) received, coalesce(m.refunded, 0) refunded`);

const sharesByOrder = (shares: SQL): SQL => sql`select order_id,
  sum(case kind when 'voucher' then amount else 0 end) vouchers,
  sum(case kind when 'article' then amount else 0 end) articles from ${shares} group by order_id`;

/** Oldest first; sums equal the figures. */
export async function ordersOfSettlement(reader: Reader, settlementId: number): Promise<SettledOrder[]> {
  const rows = await reader.all<Row>(sql`
    with m as (select s.order_id, ${sums} from settlement_entries s cross join ledger_entries l on l.id = s.ledger_entry_id
        where s.settlement_id = ${settlementId} group by s.order_id),
      t as (select order_id, tickets, fee_cents fee from settlement_tickets where settlement_id = ${settlementId}),
      p as (${sharesByOrder(sql`(select order_id, kind, amount_cents amount from settlement_shares
        where settlement_id = ${settlementId})`)}),
      both as (select order_id from m union select order_id from t union select order_id from p)
    select ${orderColumns}, 'settled' place, coalesce(t.tickets, 0) tickets, coalesce(t.fee, 0) ticketFee,
      coalesce(p.vouchers, 0) vouchers, coalesce(p.articles, 0) articles
    from both cross join orders o on o.id = both.order_id
    left join m on m.order_id = o.id left join t on t.order_id = o.id left join p on p.order_id = o.id order by o.id`);
  return rows.map(made);
}

/** Includes orders with held or open money. */
export async function ordersOfDraft(reader: Reader, eventId: number): Promise<SettledOrder[]> {
  const rows = await reader.all<Row>(sql`
    with m as (select l.order_id, ${entryPlace} place, ${sums} from orders o cross join ledger_entries l on l.order_id = o.id
        where o.event_id = ${eventId} and ${isUnsettled} group by l.order_id, 2),
      t as (select * from (${ticketChanges(eventId)})),
      p as (${sharesByOrder(sql`(${shareChanges(eventId)})`)}),
      each as (select order_id, place from m union select order_id, 'settled' from t union select order_id, 'settled' from p)
    select ${orderColumns}, each.place place,
      case each.place when 'settled' then coalesce(t.tickets, 0) else 0 end tickets,
      case each.place when 'settled' then coalesce(t.fee, 0) else 0 end ticketFee,
      case each.place when 'settled' then coalesce(p.vouchers, 0) else 0 end vouchers,
      case each.place when 'settled' then coalesce(p.articles, 0) else 0 end articles
    from each cross join orders o on o.id = each.order_id
    left join m on m.order_id = o.id and m.place = each.place left join t on t.order_id = o.id
    left join p on p.order_id = o.id order by o.id, each.place desc`);
  return rows.map(made);
}

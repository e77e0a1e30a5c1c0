import { sql } from 'drizzle-orm';
import type { OrderOfEvent } from '#modules/orders/index.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';

export type EventMoneyFigures = {
  payments: number;
  received: Cents;
  refunded: Cents;
  openOrders: number;
  open: Cents;
  toPayBack: Cents;
  toPayBackOrders: number;
};
export const noMoney: EventMoneyFigures = {
  payments: 0,
  received: zeroCents,
  refunded: zeroCents,
  openOrders: 0,
  open: zeroCents,
  toPayBack: zeroCents,
  toPayBackOrders: 0,
};

type Events = readonly number[] | 'all';
const isOf = (column: string, events: Events) =>
  events === 'all' ? sql`1` : sql`${sql.raw(column)} in (select value from json_each(${JSON.stringify(events)}))`;

/** Money of these events as triggers maintain it; events without money are missing. */
export async function moneyFigures(reader: Reader, events: Events): Promise<ReadonlyMap<number, EventMoneyFigures>> {
  type Sums = { id: number; payments: number; received: number; refunded: number; openOrders: number; open: number };
  const sums = await reader.all<Sums>(sql`
    select event_id id, payments, received_cents received, refunded_cents refunded, open_orders openOrders, open_cents open
    from event_money_sums where ${isOf('event_id', events)}`);
  const back = await reader.all<{ id: number; orders: number; sum: number }>(sql`
    select o.event_id id, count(distinct r.order_id) orders, sum(r.amount_cents) sum
    from refunds r cross join orders o on o.id = r.order_id
    where r.status in ('pending', 'failed') and ${isOf('o.event_id', events)} group by o.event_id`);
  const figures = new Map(
    sums.map(({ id, received, refunded, open, ...counts }): [number, EventMoneyFigures] => [
      id,
      { ...noMoney, ...counts, received: cents(received), refunded: cents(refunded), open: cents(open) },
    ]),
  );
  for (const { id, orders, sum } of back)
    figures.set(id, { ...(figures.get(id) ?? noMoney), toPayBack: cents(sum), toPayBackOrders: orders });
  return figures;
}

type WaitsFor = 'decide' | 'account' | 'file' | 'cash';
export type WaitingRefund = OrderOfEvent & { refundId: number };

/** `decide`: failed or unanswered. `account`: unknown payee. `file`: needs a payment file. `cash`: by the organizer. */
export async function waitingRefunds(reader: Reader, events: Events): Promise<Record<WaitsFor, WaitingRefund[]>> {
  type Row = WaitingRefund & { what: WaitsFor };
  const rows = await reader.all<Row>(sql`
    select o.event_id eventId, r.order_id orderId, r.id refundId,
      case when r.way = 'cash' then 'cash' when r.status = 'failed' or r.way = 'provider' then 'decide' when r.iban is null then 'account' else 'file' end what
    from refunds r cross join orders o on o.id = r.order_id
    where r.status in ('pending', 'failed') and ${isOf('o.event_id', events)}
      and (r.status = 'failed' or (r.way = 'provider' and r.tries > 1) or r.way = 'cash' or (r.way = 'transfer' and r.file_id is null))
    order by r.id`);
  const of = (what: Row['what']) =>
    rows.filter((row) => row.what === what).map(({ eventId, orderId, refundId }) => ({ eventId, orderId, refundId }));
  return { decide: of('decide'), account: of('account'), file: of('file'), cash: of('cash') };
}

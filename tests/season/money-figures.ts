import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { isFee } from '#modules/orders/rules/move-price.ts';
import type { OrderItem } from '#modules/orders/rules/order-item.ts';
import { isPaidStatus, type OrderStatus, orderStatuses } from '#modules/orders/rules/order-state.ts';
import { eventMoney, pendingPayment } from '#modules/payments/event-payments/read-event-payments.ts';
import { moneyFigures, noMoney, openOfOrder } from '#modules/payments/index.ts';
import { moneyOfOrders } from '#modules/payments/money-of-order.ts';
import type { Money } from '#modules/payments/rules/refund-amount.ts';
import { orderPages } from '#modules/reports/exports/read-order-pages.ts';
import { takings } from '#modules/reports/exports/read-takings.ts';
import { readOrderPayments } from '#modules/reports/statistics/read-order-payments.ts';
import type { Reader } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** An order with its money by the plain rule, which every statement below is held against. */
type Plain = Money & { id: number; eventId: number; status: OrderStatus; totalPrice: Cents; fee: number };

async function plainOrders(read: Reader): Promise<Plain[]> {
  const orders = await read.all<Omit<Plain, keyof Money | 'fee'>>(
    sql`select o.id, o.event_id eventId, o.status, o.total_cents totalPrice from orders o`,
  );
  const lines = await read.all<Pick<OrderItem, 'kind' | 'code' | 'priceTotal'> & { orderId: number }>(
    sql`select order_id orderId, kind, code, price_total_cents priceTotal from order_items`,
  );
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const money = await moneyOfOrders(read, orders);
  return orders.map((order) => ({
    ...order,
    ...present(money.get(order.id), 'the money of every order'),
    fee: sumOf((linesOf.get(order.id) ?? []).filter(isFee), 'priceTotal'),
  }));
}

const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** Each order as statements see it that are about many, beside the rule. */
async function byOrder(read: Reader, orders: readonly Plain[]): Promise<[string, unknown, unknown][]> {
  const seen = await read.all<{ id: number; open: number; kept: number }>(
    sql`select o.id, ${openOfOrder} open, k.cents kept from orders o join order_kept k on k.order_id = o.id`,
  );
  const exported: unknown[] = [];
  const wanted = { answers: false, lines: false, addresses: false, legs: false };
  for (const eventId of new Set(orders.map((order) => order.eventId))) {
    const asked = { eventId, span: { from: null, to: null }, statuses: orderStatuses };
    for await (const page of orderPages(read, asked, wanted))
      exported.push(...page.map(({ id, paid, refunded }) => ({ id, paid, refunded })));
  }
  const byId = (rows: readonly unknown[]) => [...(rows as { id: number }[])].sort((a, b) => a.id - b.id);
  return [
    ['open and kept', byId(seen), byId(orders.map(({ id, open, kept }) => ({ id, open, kept })))],
    ['exports', byId(exported), byId(orders.map(({ id, received, refunded }) => ({ id, paid: received, refunded })))],
  ];
}

/** The figures of one event, beside what its orders say. */
async function byEvent(read: Reader, eventId: number, orders: readonly Plain[]): Promise<[string, unknown, unknown][]> {
  const waiting = orders.filter(({ status }) => status === 'pending');
  const fees = orders.filter(({ status }) => isPaidStatus(status)).map(({ kept, fee }) => Math.min(kept, fee));
  const back = orders.map(({ received, kept, refunded }) => received - kept - refunded);
  const canceled = orders.filter(({ status }) => status === 'canceled');
  const { fees: feesSeen, keptOfCanceled, refundsOpen } = await eventMoney(read, eventId);
  const { payments: _, ...kept } = (await moneyFigures(read, [eventId])).get(eventId) ?? noMoney;
  const plus = (sums: readonly number[]) => sums.reduce((sum, each) => sum + Math.max(0, each), 0);
  const open = sumOf(waiting, 'open');
  return [
    ['pending', await pendingPayment(read, eventId), { sum: open, count: waiting.length }],
    [
      'event payments',
      { fees: feesSeen, keptOfCanceled, refundsOpen: refundsOpen.sum },
      { fees: plus(fees), keptOfCanceled: plus(canceled.map((order) => order.kept)), refundsOpen: plus(back) },
    ],
    [
      'figures kept by triggers',
      kept,
      {
        received: sumOf(orders, 'received'),
        refunded: sumOf(orders, 'refunded'),
        openOrders: waiting.length,
        open,
        toPayBack: plus(back),
        toPayBackOrders: back.filter((sum) => sum > 0).length,
      },
    ],
  ];
}

/** What came in and went back in all, by the two ways in which reports read it. */
async function inAll({ read, clock }: About, orders: readonly Plain[]): Promise<[string, unknown, unknown][]> {
  const plain = { received: sumOf(orders, 'received'), refunded: sumOf(orders, 'refunded') };
  const taken = { payment: 0, refund: 0 };
  for await (const some of takings(read, { from: null, to: null }, clock()))
    for (const { kind, amount } of some) taken[kind] += amount;
  const years = await read.all<{ year: number }>(
    sql`select distinct cast(strftime('%Y', created_at / 1000, 'unixepoch', '+1 hour') as integer) year from ledger_entries`,
  );
  const months = (await Promise.all(years.map(({ year }) => readOrderPayments(read, year)))).flat();
  return [
    ['takings', { received: taken.payment, refunded: taken.refund }, plain],
    ['payments by months', { received: sumOf(months, 'paid'), refunded: sumOf(months, 'refunded') }, plain],
  ];
}

type About = Pick<Deps, 'read' | 'clock'>;
/** What statements that are written beside the money's rule find otherwise than the rule; nothing when all is well. */
export async function figuredOtherwise(about: About): Promise<string[]> {
  const orders = await plainOrders(about.read);
  const pairs = [...(await byOrder(about.read, orders)), ...(await inAll(about, orders))];
  for (const [eventId, own] of Map.groupBy(orders, (order) => order.eventId))
    pairs.push(...(await byEvent(about.read, eventId, own)));
  return pairs
    .filter(([, seen, plain]) => !isDeepStrictEqual(seen, plain))
    .map(([what, seen, plain]) => `${what}: ${JSON.stringify(seen)}, and by the rule ${JSON.stringify(plain)}`);
}

import { and, countDistinct, eq, gte, inArray, lt, min, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { eventOrganizers, events } from '#modules/events/schema.ts';
import { chargedShares, isCharged, isPayable } from '#modules/invoicing/index.ts';
import { spreadEntries } from '#modules/invoicing/rules/spread.ts';
import { orderItems, orders, participants } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { ledgerEntries } from '#modules/payments/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import type { BasisPoints, Cents } from '#src/kernel/money.ts';
import { days, type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { InstantSpan } from '../rules/days.ts';

/** Time span per query, so that others need not wait for a whole year. */
const windowMs = days(3);
const quarterMs = minutes(15);

/** The names that the conditions of settlements use. */
const l = alias(ledgerEntries, 'l');
const o = alias(orders, 'o');

const isPaidOut = sql<boolean>`${isPayable}`.mapWith(Boolean).as('paid_out');

type Window = { from: Instant; to: Instant };

async function* windows(reader: Reader, { from, to }: InstantSpan, now: Instant): AsyncGenerator<Window> {
  const [first] = await reader.select({ at: min(ledgerEntries.createdAt) }).from(ledgerEntries);
  const [placed] = await reader.select({ at: min(orders.orderDate) }).from(orders);
  const earliest = Math.min(Number(first?.at ?? now), Number(placed?.at ?? now));
  const begin = Math.max(from ?? earliest, earliest);
  const end = Math.min(to ?? now + 1, now + 1);
  for (let at = begin; at < end; at += windowMs) {
    yield { from: instant(at), to: instant(Math.min(at + windowMs, end)) };
    await new Promise<void>((resume) => setImmediate(resume));
  }
}

const within = ({ from, to }: Window) => and(gte(l.createdAt, from), lt(l.createdAt, to));

export type Taking = {
  at: Instant;
  eventId: number;
  method: string;
  kind: 'payment' | 'refund';
  amount: Cents;
  orders: number;
  /** Settled or payable: proven, and the order does not wait for money. */
  isPaidOut: boolean;
};

/** Payments and refunds in a span, summed by event, method and quarter of an hour. */
export async function* takings(reader: Reader, span: InstantSpan, now: Instant): AsyncGenerator<Taking[]> {
  for await (const window of windows(reader, span, now)) {
    const rows = await reader
      .select({
        createdAt: l.createdAt,
        eventId: o.eventId,
        method: l.method,
        kind: l.kind,
        amount: sumOfCents(l.amount),
        orders: countDistinct(l.orderId),
        isPaidOut,
      })
      .from(l)
      .innerJoin(o, eq(o.id, l.orderId))
      .where(within(window))
      .groupBy(o.eventId, l.method, l.kind, l.createdAt, sql`paid_out`);
    yield rows.map(({ createdAt, ...row }) => ({ ...row, at: instant(createdAt - (createdAt % quarterMs)) }));
  }
}

const isPaidAtOnce = sql`${l.kind} = 'payment' and ${l.amount} = ${o.totalPrice} and not exists (
  select 1 from ${ledgerEntries} other where other.order_id = ${l.orderId} and other.id <> ${l.id})`;
const portion = 500;

export type RateShare = Pick<Taking, 'eventId' | 'kind' | 'method' | 'isPaidOut'> & {
  rate: BasisPoints;
  total: number;
};
/** Payments and refunds in a span by tax rate, spread over the lines of each order by `spreadEntries`. */
export async function* rateShares(reader: Reader, span: InstantSpan, now: Instant): AsyncGenerator<RateShare[]> {
  for await (const window of windows(reader, span, now)) {
    const isWithin = within(window);
    yield await reader
      .select({
        ...{ eventId: o.eventId, kind: l.kind, method: l.method, isPaidOut },
        ...{ rate: orderItems.vat, total: sumOfCents(orderItems.priceTotal) },
      })
      .from(l)
      .innerJoin(o, eq(o.id, l.orderId))
      .innerJoin(orderItems, eq(orderItems.orderId, o.id))
      .where(and(isWithin, isPaidAtOnce))
      .groupBy(o.eventId, l.kind, l.method, sql`paid_out`, orderItems.vat);
    const others = await reader
      .selectDistinct({ orderId: l.orderId })
      .from(l)
      .innerJoin(o, eq(o.id, l.orderId))
      .where(and(isWithin, sql`not (${isPaidAtOnce})`));
    for (let from = 0; from < others.length; from += portion) {
      const ids = others.slice(from, from + portion).map(({ orderId }) => orderId);
      yield await sharesInParts(reader, ids, window);
    }
  }
}

async function sharesInParts(reader: Reader, ids: readonly number[], { from, to }: Window): Promise<RateShare[]> {
  const { orderId, kind, amount, createdAt, method } = l;
  const entries = await reader
    .select({ orderId, kind, amount, createdAt, method, isPaidOut, eventId: o.eventId })
    .from(l)
    .innerJoin(o, eq(o.id, l.orderId))
    .where(inArray(l.orderId, [...ids]))
    .orderBy(l.id);
  const lines = await reader
    .select({
      orderId: orderItems.orderId,
      kind: orderItems.kind,
      vat: orderItems.vat,
      priceTotal: orderItems.priceTotal,
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...ids]))
    .orderBy(orderItems.orderId, orderItems.position);
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  return [...Map.groupBy(entries, (entry) => entry.orderId)].flatMap(([id, own]) =>
    spreadEntries(linesOf.get(id) ?? [], own).flatMap((shares, at) => {
      const entry = own[at];
      if (!entry || entry.createdAt < from || entry.createdAt >= to) return [];
      const { eventId, kind, method, isPaidOut } = entry;
      return [...shares].map(([rate, total]) => ({ eventId, kind, method, isPaidOut, rate, total }));
    }),
  );
}

/** Charged tickets of orders placed within a span, counted as settlements do, by event. */
export async function* soldTickets(
  reader: Reader,
  span: InstantSpan,
  now: Instant,
): AsyncGenerator<{ eventId: number; tickets: number }[]> {
  for await (const { from, to } of windows(reader, span, now)) {
    yield await reader
      .select({ eventId: o.eventId, tickets: countDistinct(participants.id) })
      .from(o)
      .innerJoin(participants, eq(participants.orderId, o.id))
      // The pluses make SQLite use the index of the dates.
      .where(
        and(
          gte(o.orderDate, from),
          lt(o.orderDate, to),
          sql`+${o.status} in ('complete', 'shipped')`,
          sql`+${isCharged}`,
        ),
      )
      .groupBy(sql`+${o.eventId}`);
  }
}

export type PlatformShare = { eventId: number; kind: 'voucher' | 'article'; rate: number; amount: number };
/** Vouchers paid and articles sold by the platform, of orders placed within a span, by event and rate. */
export async function platformShares(reader: Reader, { from, to }: InstantSpan): Promise<PlatformShare[]> {
  const scope = sql`o.order_date >= ${from ?? 0} and o.order_date < ${to ?? Number.MAX_SAFE_INTEGER}`;
  const rows = await reader.all<PlatformShare & { event_id: number }>(chargedShares(scope));
  return rows.map(({ event_id, kind, rate, amount }) => ({
    eventId: Number(event_id),
    kind,
    rate: Number(rate),
    amount: Number(amount),
  }));
}

export type SellingEvent = {
  eventId: number;
  eventTitle: string;
  timeZone: string;
  organizerProcessingFee: Cents;
  organizerId: number | null;
  organizerName: string | null;
  disagio: BasisPoints | null;
};
export async function sellingEvents(reader: Reader, ids: readonly number[]): Promise<Map<number, SellingEvent>> {
  const rows = await reader
    .select({
      eventId: events.id,
      eventTitle: events.title,
      timeZone: events.timeZone,
      organizerProcessingFee: events.organizerProcessingFee,
      organizerId: organizers.id,
      organizerName: organizers.name,
      disagio: organizers.disagioBasisPoints,
    })
    .from(events)
    .leftJoin(eventOrganizers, and(eq(eventOrganizers.eventId, events.id), eq(eventOrganizers.isMain, true)))
    .leftJoin(organizers, eq(organizers.id, eventOrganizers.organizerId))
    .where(inArray(events.id, [...ids]));
  return new Map(rows.map((row) => [row.eventId, row]));
}

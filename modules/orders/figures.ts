import { sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { minutes } from '#src/kernel/time.ts';
import { type Events, ofEvents } from './order-search.ts';
import { eventOrderCounts, orders } from './schema.ts';

/** Who holds a place, by whether the order is paid. */
export type PeopleCount = { paid: number; unpaid: number };
const quarterMs = minutes(15);

/** How many people hold a place at each of these events; an event without orders is not there. */
export async function peopleInAll(reader: Reader, events: Events): Promise<ReadonlyMap<number, PeopleCount>> {
  const seen = ofEvents(eventOrderCounts.eventId, events);
  if (seen === null) return new Map();
  const { eventId, paidPeople: paid, unpaidPeople: unpaid } = eventOrderCounts;
  const rows = await reader.select({ eventId, paid, unpaid }).from(eventOrderCounts).where(seen);
  return new Map(rows.map(({ eventId: id, ...counted }) => [id, counted]));
}

/** A stretch of time at an event; the end is no part of it. Both are the beginning of a day in some zone. */
export type Span = { eventId: number; from: Instant; to: Instant };

/** How many of them registered in each stretch, in the sequence asked. One statement however many. */
export async function peopleRegistered(reader: Reader, spans: readonly Span[]): Promise<PeopleCount[]> {
  if (spans.length === 0) return [];
  const asked = spans.map(({ eventId, from, to }) => [
    eventId,
    Math.floor(from / quarterMs),
    Math.floor(to / quarterMs),
  ]);
  return await reader.all<PeopleCount>(sql`
    select (select coalesce(sum(paid_people), 0) from event_registrations
        where event_id = s.value ->> 0 and quarter >= s.value ->> 1 and quarter < s.value ->> 2) paid,
      (select coalesce(sum(unpaid_people), 0) from event_registrations
        where event_id = s.value ->> 0 and quarter >= s.value ->> 1 and quarter < s.value ->> 2) unpaid
    from json_each(${JSON.stringify(asked)}) s order by s.key`);
}

/** Transfers that nobody has seen yet, of an event: made before `long`, and between that and `some`. */
export type WaitingTransfers = { eventId: number; timeZone: string; some: number; long: number };

/**
 * Open transfers by age. A day is one of the event's zone: `zones` has, for each zone of these events, when the days begin
 * before which an order has waited for some time, and for a long time.
 */
export async function waitingTransfers(
  reader: Reader,
  events: Events,
  zones: ReadonlyMap<string, { some: Instant; long: Instant }>,
): Promise<WaitingTransfers[]> {
  const seen = ofEvents(orders.eventId, events);
  if (seen === null) return [];
  const begins = [...zones].map(([zone, { some, long }]) => [zone, some, long]);
  return await reader.all<WaitingTransfers>(sql`
    select orders.event_id eventId, z.value ->> 0 timeZone, sum(orders.order_date >= z.value ->> 2) some, sum(orders.order_date < z.value ->> 2) long
    from json_each(${JSON.stringify(begins)}) z cross join events e on e.time_zone = z.value ->> 0
      cross join orders indexed by orders_open_transfers on orders.event_id = e.id
    where orders.status = 'pending' and orders.payment_method = 'bank' and orders.order_date < z.value ->> 1
      and ${seen ?? sql`1`} group by orders.event_id order by orders.event_id`);
}

/** An order, and the event that it is for. */
export type OrderOfEvent = { eventId: number; orderId: number };

/**
 * Orders with somebody whom nothing reaches: the newest mail to an address that the order still has was refused. As the
 * page of the order says it (`management/order-mails.ts`).
 */
export async function ordersWithRefusedMail(reader: Reader, events: Events): Promise<OrderOfEvent[]> {
  const seen = ofEvents(orders.eventId, events);
  if (seen === null) return [];
  return await reader.all<OrderOfEvent>(sql`
    select distinct orders.event_id eventId, orders.id orderId
    from mails m indexed by mails_failed cross join orders on orders.id = m.order_id
    where m.status = 'failed' and m.order_id is not null and ${seen ?? sql`1`}
      and not exists (select 1 from mails n where n.order_id = m.order_id and n.recipient = m.recipient and n.id > m.id
        and n.status = 'sent')
      and (exists (select 1 from users u where u.id = orders.user_id and u.email = lower(m.recipient))
        or exists (select 1 from participants p where p.order_id = orders.id and lower(p.email) = lower(m.recipient)))
    order by orders.id`);
}

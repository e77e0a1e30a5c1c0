import { sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { minutes } from '#src/kernel/time.ts';
import { type Events, ofEvents } from './order-search.ts';
import { eventOrderCounts, orders } from './schema.ts';

export type PeopleCount = { paid: number; unpaid: number };
const quarterMs = minutes(15);

/** Participants with a place, by event; events without orders are missing. */
export async function peopleInAll(reader: Reader, events: Events): Promise<ReadonlyMap<number, PeopleCount>> {
  const seen = ofEvents(eventOrderCounts.eventId, events);
  if (seen === null) return new Map();
  const { eventId, paidPeople: paid, unpaidPeople: unpaid } = eventOrderCounts;
  const rows = await reader.select({ eventId, paid, unpaid }).from(eventOrderCounts).where(seen);
  return new Map(rows.map(({ eventId: id, ...counted }) => [id, counted]));
}

/** `to` is exclusive. Both are starts of a day in some time zone. */
export type Span = { eventId: number; from: Instant; to: Instant };

/** Registrations per span, in the order requested, by one statement. */
export async function peopleRegistered(reader: Reader, spans: readonly Span[]): Promise<PeopleCount[]> {
  if (spans.length === 0) return [];
  const bounds = spans.map(({ eventId, from, to }) => [
    eventId,
    Math.floor(from / quarterMs),
    Math.floor(to / quarterMs),
  ]);
  return await reader.all<PeopleCount>(sql`
    select (select coalesce(sum(paid_people), 0) from event_registrations
        where event_id = s.value ->> 0 and quarter >= s.value ->> 1 and quarter < s.value ->> 2) paid,
      (select coalesce(sum(unpaid_people), 0) from event_registrations
        where event_id = s.value ->> 0 and quarter >= s.value ->> 1 and quarter < s.value ->> 2) unpaid
    from json_each(${JSON.stringify(bounds)}) s order by s.key`);
}

/** Unreviewed transfers of an event: ordered before `long`, and between `long` and `some`. */
export type WaitingTransfers = { eventId: number; timeZone: string; some: number; long: number };

/** Open transfers by age. `zones` maps each time zone to the day starts that limit "some" and "long". */
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

export type OrderOfEvent = { eventId: number; orderId: number };

/** Orders whose current address was refused by the mail server, by the same rule as `management/order-mails.ts`. */
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

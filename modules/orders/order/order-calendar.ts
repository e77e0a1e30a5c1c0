import { eq, max } from 'drizzle-orm';
import { catalogOf, lastChangeOf } from '#modules/events/index.ts';
import type { Reader } from '#src/data/database.ts';
import { calendarFile } from '#src/documents/ics.ts';
import { present } from '#src/kernel/assert.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { nameOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import { orderAudits } from '../schema.ts';

export const orderCalendarPath = (orderId: number): string => `/orders/${orderId}/calendar.ics`;

/** SEQUENCE of calendar entries; grows with the histories of order and event, so newer files replace older ones. */
export async function calendarSequence(reader: Reader, order: Pick<OrderRecord, 'id' | 'event'>): Promise<number> {
  const [last] = await reader
    .select({ id: max(orderAudits.id) })
    .from(orderAudits)
    .where(eq(orderAudits.orderId, order.id));
  return (last?.id ?? 0) + (await lastChangeOf(reader, order.event.id));
}

/** Calendar file (RFC 5545): one entry per competition with an alarm a day before; canceled ones are removed. */
export async function orderCalendar(
  deps: Pick<Deps, 'read' | 'config' | 'clock'>,
  order: OrderRecord,
  i18n: Translator,
): Promise<string> {
  const { event } = order;
  const catalog = present(await catalogOf(deps.read, event.id), 'an order has an event');
  const { publicUrl } = deps.config;
  const sequence = await calendarSequence(deps.read, order);
  const isOff = order.status === 'canceled' || event.canceled;
  const endOf = (competitionId: number, start: number) => {
    const own = catalog.competitions.find(({ id }) => id === competitionId)?.endTimestamp;
    if (own) return own;
    return event.endTimestamp > start && event.endTimestamp - start <= hours(24) ? event.endTimestamp : null;
  };
  return calendarFile({
    productId: `-//Startblock//Registration//${i18n.locale === 'de' ? 'DE' : 'EN'}`,
    now: deps.clock(),
    entries: order.competitions.map((competition) => ({
      uid: `order-${order.id}-competition-${competition.id}@${new URL(publicUrl).hostname}`,
      sequence,
      status: isOff ? 'canceled' : 'confirmed',
      timeZone: event.timeZone,
      start: competition.timestamp,
      end: endOf(competition.id, competition.timestamp),
      summary: i18n.t('checkin.calendar.summary', { competition: competition.title, event: event.title }),
      location: event.location,
      description: competition.teams
        .flatMap(({ participants }) => participants)
        .map((person) => nameOf(person))
        .join('\n'),
      url: `${publicUrl}/orders/${order.id}`,
      reminder: i18n.t('checkin.calendar.reminder', { event: event.title }),
    })),
  });
}

import { and, asc, eq, gte, lte } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import { eventViews } from '#modules/events/schema-views.ts';
import type { Reader } from '#src/data/database.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { Span } from '../rules/days.ts';

export type ViewRow = { date: CalendarDate; eventId: number; eventTitle: string; views: number };

/** Page views of one or all events per day in the event's time zone. By date, then event. */
export async function readViews(reader: Reader, { from, to }: Span, eventId?: number): Promise<ViewRow[]> {
  return await reader
    .select({ date: eventViews.day, eventId: eventViews.eventId, eventTitle: events.title, views: eventViews.count })
    .from(eventViews)
    .innerJoin(events, eq(events.id, eventViews.eventId))
    .where(
      and(
        eventId === undefined ? undefined : eq(eventViews.eventId, eventId),
        gte(eventViews.day, from),
        lte(eventViews.day, to),
      ),
    )
    .orderBy(asc(eventViews.day), asc(eventViews.eventId));
}

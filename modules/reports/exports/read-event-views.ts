import { and, asc, eq, gte, lte } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import { eventViews } from '#modules/events/schema-views.ts';
import type { Reader } from '#src/data/database.ts';
import type { FileColumn } from '#src/files/tables/cells.ts';
import type { DaySpan } from '../rules/days.ts';

export type ViewsRow = { date: string; eventId: number; eventTitle: string; views: number };

/** Page views by day: one row per event and day. */
export const viewsRows = (reader: Reader, { from, to }: DaySpan, eventId: number | null): Promise<ViewsRow[]> =>
  reader
    .select({ date: eventViews.day, eventId: events.id, eventTitle: events.title, views: eventViews.count })
    .from(events)
    .innerJoin(eventViews, eq(eventViews.eventId, events.id))
    .where(
      and(
        eventId === null ? undefined : eq(events.id, eventId),
        from === null ? undefined : gte(eventViews.day, from),
        to === null ? undefined : lte(eventViews.day, to),
      ),
    )
    .orderBy(asc(events.id), asc(eventViews.day));

export const viewsColumns: readonly FileColumn<ViewsRow>[] = [
  { title: 'date', kind: 'date', of: (row) => row.date },
  { title: 'eventId', kind: 'number', of: (row) => row.eventId },
  { title: 'eventTitle', kind: 'text', of: (row) => row.eventTitle },
  { title: 'views', kind: 'number', of: (row) => row.views },
];

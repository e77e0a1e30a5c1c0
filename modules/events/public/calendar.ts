import { create as contentDisposition } from 'content-disposition';
import { count, eq, max } from 'drizzle-orm';
import { calendarFile, calendarType } from '#src/documents/ics.ts';
import { instant } from '#src/kernel/time.ts';
import { type PageCall, page } from '#src/web/http.ts';
import { publicCatalog } from '../read-catalog.ts';
import { eventAudits } from '../schema.ts';

/** A file fetched again after a change replaces the entry of the first one: its number rises with the event's history. */
async function showCalendar({ deps, params, now }: PageCall<'site.read', 'event'>): Promise<Response> {
  const { event } = await publicCatalog(deps.read, params.event);
  const [history] = await deps.read
    .select({ changes: count(), changedAt: max(eventAudits.createdAt) })
    .from(eventAudits)
    .where(eq(eventAudits.eventId, event.id));
  const file = calendarFile({
    productId: '-//Startblock//Events//EN',
    now,
    entries: [
      {
        uid: `event-${event.id}@${new URL(deps.config.publicUrl).hostname}`,
        sequence: history?.changes ?? 0,
        status: event.canceled ? 'canceled' : 'confirmed',
        timeZone: event.timeZone,
        start: event.startTimestamp,
        end: event.endTimestamp,
        summary: event.title,
        location: event.location,
        url: `${deps.config.publicUrl}/events/${event.id}`,
        ...(history?.changedAt ? { changedAt: instant(history.changedAt) } : {}),
      },
    ],
  });
  return new Response(file, {
    headers: {
      'content-type': calendarType,
      'content-disposition': contentDisposition(`event-${event.id}.ics`),
    },
  });
}

export const calendarPages = [
  page({ method: 'get', path: '/events/{event}/calendar.ics', may: 'site.read', shared: true }, showCalendar),
];

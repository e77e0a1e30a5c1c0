import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { compareNames } from '#src/kernel/fold.ts';
import { dateIn, type Instant } from '#src/kernel/time.ts';
import { salesOf } from '../read-catalog.ts';
import { eventOrganizers, events } from '../schema.ts';
import { eventKinds } from '../shapes.ts';
import type { HomeFilter, HomeView } from './home-page.tsx';

/** Visible and not over; events visible by link only are excluded. */
export const isListed = (now: Instant) => and(eq(events.visible, true), gte(events.endTimestamp, now));

const pageSize = 24;

/** The city only, so that `Wien, Rathausplatz` and `Wien, Prater` are one place. */
const placeOf = (location: string): string => location.split(',')[0]?.trim() ?? '';
const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** As main or other organizer. */
const isOfOrganizer = (reader: Reader, organizerId: number) =>
  inArray(
    events.id,
    reader
      .select({ id: eventOrganizers.eventId })
      .from(eventOrganizers)
      .where(eq(eventOrganizers.organizerId, organizerId)),
  );

/** Two statements: one for the filters, one for the cards of the page. */
export async function findEvents(
  reader: Reader,
  filter: HomeFilter,
  page: number,
  now: Instant,
  organizerId: number | null = null,
): Promise<HomeView> {
  const all = await reader
    .select({
      id: events.id,
      title: events.title,
      location: events.location,
      kind: events.kind,
      startTimestamp: events.startTimestamp,
      timeZone: events.timeZone,
    })
    .from(events)
    .where(and(isListed(now), organizerId === null ? undefined : isOfOrganizer(reader, organizerId)))
    .orderBy(asc(events.startTimestamp), asc(events.id));
  const rows = all.map((event) => ({
    ...event,
    month: dateIn(event.startTimestamp, event.timeZone).slice(0, 7),
    place: placeOf(event.location),
  }));
  const wanted = foldText(filter.q.trim()).split(/\s+/).filter(Boolean);
  const matching = rows.filter(
    (event) =>
      (filter.month === '' || event.month === filter.month) &&
      (filter.kind === '' || event.kind === filter.kind) &&
      (filter.place === '' || event.place === filter.place) &&
      wanted.every((word) => foldText(`${event.title} ${event.location}`).includes(word)),
  );
  const pages = Math.max(1, Math.ceil(matching.length / pageSize));
  const shownPage = Math.min(Math.max(1, page), pages);
  const ids = matching.slice((shownPage - 1) * pageSize, shownPage * pageSize).map(({ id }) => id);
  return {
    filter,
    months: [...new Set(rows.map(({ month }) => month))],
    kinds: eventKinds.filter((kind) => rows.some((event) => event.kind === kind)),
    places: [...new Set(rows.map(({ place }) => place).filter(Boolean))].sort(compareNames),
    count: matching.length,
    page: shownPage,
    pages,
    sales: await salesOf(reader, ids),
  };
}

/** Whether any public event, or its organizer, uses Google or Facebook tracking. */
export async function codesInUse(reader: Reader): Promise<{ google: boolean; pixels: boolean }> {
  const [row] = await reader.all<{ google: number; pixels: number }>(sql`
    select coalesce(max(e.google_analytics_tracking_codes <> '[]' or o.google_analytics_tracking_code is not null), 0) google,
      coalesce(max(e.facebook_pixels <> '[]' or o.facebook_pixel is not null), 0) pixels
    from events e
    left join event_organizers eo on eo.event_id = e.id and eo.is_main = 1
    left join organizers o on o.id = eo.organizer_id
    where e.visible = 1 or e.visible_via_link = 1`);
  return { google: row?.google === 1, pixels: row?.pixels === 1 };
}

import { asc, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Course, type EventContent, noContent } from './rules/content.ts';
import { courses, eventContents } from './schema-content.ts';

const maxCached = 200;
const contentCache = new Map<number, EventContent>();

/** The page content, courses without tracks. Cached by the event's version. */
export async function contentOf(
  reader: Reader | Tx,
  { id, version }: { id: number; version: number },
): Promise<EventContent> {
  const known = contentCache.get(version);
  if (known) return known;
  const [stored] = await reader.select().from(eventContents).where(eq(eventContents.eventId, id));
  const { eventId: _, ...page } = stored ?? { eventId: id, ...noContent };
  const content = { ...page, courses: await coursesOf(reader, id) };
  if (contentCache.size >= maxCached) contentCache.delete(contentCache.keys().next().value as number);
  contentCache.set(version, content);
  return content;
}

async function coursesOf(reader: Reader | Tx, eventId: number): Promise<Course[]> {
  return await reader
    .select({
      id: courses.id,
      title: courses.title,
      competitionId: courses.competitionId,
      visible: courses.visible,
      gpxDownload: courses.gpxDownload,
      distance: courses.distance,
      ascent: courses.ascent,
      descent: courses.descent,
      lowest: courses.lowest,
      highest: courses.highest,
      drawing: courses.drawing,
    })
    .from(courses)
    .where(eq(courses.eventId, eventId))
    .orderBy(asc(courses.id));
}

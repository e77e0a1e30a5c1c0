import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { movedList } from '../event-times.ts';
import { contentOf } from '../read-content.ts';
import type { CatalogEvent } from '../rules/catalog.ts';
import type { Shift } from '../rules/shifted.ts';
import { courses, eventContents } from '../schema-content.ts';

/** What the page of an event tells, for its copy: times move along with the start, courses belong to the new competitions. */
export async function copyContent(
  work: Work,
  event: Pick<CatalogEvent, 'id' | 'version'>,
  copyId: number,
  competitionIds: ReadonlyMap<number, number>,
  shift: Shift,
): Promise<void> {
  const ofCopy = (id: number | null) => (id === null ? null : (competitionIds.get(id) ?? null));
  const { courses: _, ...content } = await contentOf(work.tx, event);
  await work.tx.insert(eventContents).values({
    ...content,
    eventId: copyId,
    schedule: movedList('timestamp', content.schedule, shift).map((item) => ({
      ...item,
      competitionId: ofCopy(item.competitionId),
    })),
  });
  for (const { id: _id, ...course } of await work.tx.select().from(courses).where(eq(courses.eventId, event.id)))
    await work.tx.insert(courses).values({ ...course, eventId: copyId, competitionId: ofCopy(course.competitionId) });
}

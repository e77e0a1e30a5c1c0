import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { touchEvent } from '../changes/touch-event.ts';
import { movedList } from '../event-times.ts';
import { existingCatalog } from '../read-catalog.ts';
import { contentOf } from '../read-content.ts';
import type { Catalog, CatalogEvent } from '../rules/catalog.ts';
import { inTimeOrder, type PageContent } from '../rules/content.ts';
import type { Shift } from '../rules/shifted.ts';
import { courses, eventContents } from '../schema-content.ts';
import type { ContentInput } from './shapes.ts';

export function mergedContent(
  { schedule, included, faqs, host, soldOutText }: PageContent,
  input: ContentInput,
): PageContent {
  const { host: changed = {}, ...rest } = withoutUndefined(input);
  const merged = { schedule, included, faqs, soldOutText, ...rest, host: { ...host, ...withoutUndefined(changed) } };
  return { ...merged, schedule: inTimeOrder(merged.schedule) };
}

function refuseForeignCompetitions({ competitions }: Catalog, { schedule = [] }: ContentInput): void {
  const own = new Set(competitions.map(({ id }) => id));
  const wrong = schedule.flatMap(({ competitionId }, index) =>
    competitionId === null || own.has(competitionId)
      ? []
      : [[`schedule[${index}].competitionId`, ['unknown']] as const],
  );
  if (wrong.length > 0) refuseFields(Object.fromEntries(wrong.map(([name, errors]) => [name, [...errors]])));
}

/** @throws Problem NOT_FOUND; VALIDATION_FAILED for a competition of another event */
export async function saveContent(work: Work, eventId: number, input: ContentInput): Promise<void> {
  const catalog = await existingCatalog(work.tx, eventId);
  refuseForeignCompetitions(catalog, input);
  const content = mergedContent(await contentOf(work.tx, catalog.event), input);
  await work.tx
    .insert(eventContents)
    .values({ eventId, ...content })
    .onConflictDoUpdate({ target: eventContents.eventId, set: content });
  await touchEvent(work, eventId);
}

/** Copies the page content; times move with the start, courses point to the copied competitions. */
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

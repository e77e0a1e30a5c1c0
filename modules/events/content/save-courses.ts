import { and, count, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { FileKind } from '#src/files/sandbox/file-kind.ts';
import { present } from '#src/kernel/assert.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { touchEvent } from '../changes/touch-event.ts';
import type { Course } from '../rules/content.ts';
import { type MadeCourse, maxCourses } from '../rules/course.ts';
import { refuse } from '../rules/problems.ts';
import { competitions } from '../schema.ts';
import { courses } from '../schema-content.ts';
import { refuseGpx } from './read-gpx.ts';
import type { CourseInput } from './shapes.ts';

const courseFile: FileKind<null, never, MadeCourse> = { name: 'course', refuseCostly: () => refuseGpx('tooCostly') };

/**
 * Parses an uploaded GPX file in the sandbox.
 * @throws Problem VALIDATION_FAILED at the file; TOO_MANY_REQUESTS when too many files wait
 */
export const readCourse = async (
  { sandbox }: Pick<Deps, 'sandbox'>,
  { userId }: { userId: number },
  bytes: Uint8Array,
): Promise<MadeCourse> => (await sandbox.read(courseFile, userId, bytes, null)).answer;

/** Stores a course; it is hidden at first. @throws Problem VALIDATION_FAILED above the limit per event */
export async function addCourse(
  work: Work,
  eventId: number,
  made: MadeCourse,
  input: CourseInput = {},
): Promise<number> {
  const [row] = await work.tx.select({ had: count() }).from(courses).where(eq(courses.eventId, eventId));
  if ((row?.had ?? 0) >= maxCourses) refuseGpx('tooManyCourses');
  await refuseForeign(work, eventId, input);
  const [stored] = await work.tx
    .insert(courses)
    .values({ eventId, ...made, ...withoutUndefined(input) })
    .returning({ id: courses.id });
  await touchEvent(work, eventId);
  return present(stored, 'an inserted course has an id').id;
}

/** @throws Problem NOT_FOUND, and VALIDATION_FAILED for a competition of another event */
export async function updateCourse(work: Work, eventId: number, courseId: number, input: CourseInput): Promise<void> {
  await refuseForeign(work, eventId, input);
  const ofEvent = and(eq(courses.id, courseId), eq(courses.eventId, eventId));
  const fields = withoutUndefined(input);
  const found =
    Object.keys(fields).length > 0
      ? await work.tx.update(courses).set(fields).where(ofEvent).returning({ id: courses.id })
      : await work.tx.select({ id: courses.id }).from(courses).where(ofEvent);
  if (found.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}

/** Replaces the track; title, competition and visibility stay. @throws Problem NOT_FOUND */
export async function replaceCourse(work: Work, eventId: number, courseId: number, made: MadeCourse): Promise<void> {
  const found = await work.tx
    .update(courses)
    .set(made)
    .where(and(eq(courses.id, courseId), eq(courses.eventId, eventId)))
    .returning({ id: courses.id });
  if (found.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}

export async function deleteCourse(work: Work, eventId: number, courseId: number): Promise<void> {
  const deleted = await work.tx
    .delete(courses)
    .where(and(eq(courses.id, courseId), eq(courses.eventId, eventId)))
    .returning({ id: courses.id });
  if (deleted.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}

/** 0: no such course. */
export async function eventIdOfCourse(reader: Reader | Tx, courseId: number): Promise<number> {
  const [found] = await reader.select({ eventId: courses.eventId }).from(courses).where(eq(courses.id, courseId));
  return found?.eventId ?? 0;
}

async function refuseForeign(work: Work, eventId: number, { competitionId }: CourseInput): Promise<void> {
  if (competitionId === null || competitionId === undefined) return;
  const [found] = await work.tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(and(eq(competitions.id, competitionId), eq(competitions.eventId, eventId)));
  if (!found) refuseFields({ competitionId: ['unknown'] });
}

export const courseIn = (courses: readonly Course[], courseId: number): Course =>
  courses.find(({ id }) => id === courseId) ?? refuse('NOT_FOUND');

import * as z from 'zod';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { loadEvent, requireEventRole } from '../access/event-access.ts';
import { onEvent, written } from '../changes/on-event.ts';
import { existingCatalog, publicCatalog } from '../read-catalog.ts';
import { contentOf } from '../read-content.ts';
import { maxGpxBytes } from '../rules/course.ts';
import { saveContent } from './save-content.ts';
import {
  addCourse,
  courseIn,
  deleteCourse,
  eventIdOfCourse,
  readCourse,
  replaceCourse,
  updateCourse,
} from './save-courses.ts';
import {
  contentAnswer,
  contentInput,
  courseInput,
  managedContent,
  managedContentAnswer,
  managedCourse,
  managedCourseAnswer,
  publicContent,
} from './shapes.ts';

type Named = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: { courseId: number } };

async function loadEventOfCourse({ deps, viewer, may, params }: Named): Promise<number> {
  const eventId = await eventIdOfCourse(deps.read, params.courseId);
  await requireEventRole(deps.read, viewer, eventId, may);
  return eventId;
}

const courseAfter = async (work: Work, eventId: number, courseId: number) => {
  const catalog = await existingCatalog(work.tx, eventId);
  const content = await contentOf(work.tx, catalog.event);
  return { course: managedCourse(courseIn(content.courses, courseId), catalog) };
};

const managedAfter = async (work: Work, eventId: number) => {
  const catalog = await written(work, eventId, (found) => found);
  return { content: managedContent(await contentOf(work.tx, catalog.event), catalog) };
};

const publicCalls = tagged('Events', [
  api(
    {
      method: 'get',
      path: '/api/events/{eventId}/content',
      may: 'site.read',
      summary:
        'Returns the content of the event page: schedule, included services, courses, team, questions and answers',
      params: z.object({ eventId: z.string().meta({ description: 'Number or shortlink' }) }),
      answer: z.object({ content: contentAnswer }),
    },
    async ({ deps, params }) => {
      const catalog = await publicCatalog(deps.read, params.eventId);
      return { content: publicContent(await contentOf(deps.read, catalog.event), catalog) };
    },
  ),
]);

const managedCalls = tagged('Event page (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/content',
      may: 'event.read',
      summary: 'Returns the content of the event page, including hidden courses',
      load: loadEvent,
      answer: z.object({ content: managedContentAnswer }),
    },
    async ({ deps, record: eventId }) => {
      const catalog = await existingCatalog(deps.read, eventId);
      return { content: managedContent(await contentOf(deps.read, catalog.event), catalog) };
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/events/{eventId}/content',
      may: 'event.change',
      summary: 'Changes the content of the event page',
      load: loadEvent,
      body: contentInput,
      answer: z.object({ content: managedContentAnswer }),
    },
    (call) =>
      onEvent(call, call.params.eventId, async (work, eventId) => {
        await saveContent(work, eventId, call.body);
        return managedAfter(work, eventId);
      }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/courses',
      may: 'event.change',
      summary: 'Uploads a course as GPX. The course is hidden until it is made visible.',
      load: loadEvent,
      upload: { maxBytes: maxGpxBytes },
      answer: z.object({ course: managedCourseAnswer }),
      status: 201,
    },
    async (call) => {
      const made = await readCourse(call.deps, call.viewer, (await call.readFile()).bytes);
      return onEvent(call, call.record, async (work, eventId) =>
        courseAfter(work, eventId, await addCourse(work, eventId, made)),
      );
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/courses/{courseId}',
      may: 'event.change',
      summary: 'Changes a course',
      load: loadEventOfCourse,
      body: courseInput,
      answer: z.object({ course: managedCourseAnswer }),
    },
    (call) =>
      onEvent(call, call.record, async (work, eventId) => {
        await updateCourse(work, eventId, call.params.courseId, call.body);
        return courseAfter(work, eventId, call.params.courseId);
      }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/courses/{courseId}/gpx',
      may: 'event.change',
      summary: 'Replaces the GPX file of a course. Its other fields remain.',
      load: loadEventOfCourse,
      upload: { maxBytes: maxGpxBytes },
      answer: z.object({ course: managedCourseAnswer }),
    },
    async (call) => {
      const { courseId } = call.params;
      const made = await readCourse(call.deps, call.viewer, (await call.readFile()).bytes);
      return onEvent(call, call.record, async (work, eventId) => {
        await replaceCourse(work, eventId, courseId, made);
        return courseAfter(work, eventId, courseId);
      });
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/courses/{courseId}',
      may: 'event.change',
      summary: 'Deletes a course',
      load: loadEventOfCourse,
    },
    async (call) => {
      await onEvent(call, call.record, (work, eventId) => deleteCourse(work, eventId, call.params.courseId));
      return undefined;
    },
  ),
]);

export const contentApi = [...publicCalls, ...managedCalls];

import type { ReactElement } from 'react';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { Badge } from '#src/ui/display.tsx';
import { FileField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, RefusalNote, Saved } from '#src/ui/form.tsx';
import { confirmPages, formPages } from '#src/web/forms/form-pages.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { page, withQuery } from '#src/web/http.ts';
import { onEvent } from '../changes/on-event.ts';
import { changesEvent, managed, type OrganizerCall, renderOfEvent } from '../management/frame.tsx';
import { askToDelete } from '../management/record-deletion.tsx';
import { saveEventForm } from '../management/save.ts';
import { CourseCard, courseSentence } from '../public/course-card.tsx';
import { gpxAddress } from '../public/event-content.tsx';
import { contentOf } from '../read-content.ts';
import type { Catalog } from '../rules/catalog.ts';
import { type Course, courseTitle } from '../rules/content.ts';
import { type MadeCourse, maxCourses, maxGpxBytes } from '../rules/course.ts';
import { isPublic } from '../rules/sale.ts';
import { courseForm } from './form.ts';
import { gpxRefusals } from './read-gpx.ts';
import { addCourse, courseIn, deleteCourse, readCourse, replaceCourse, updateCourse } from './save-courses.ts';
import { courseInput } from './shapes.ts';

const coursePath = (eventId: number, courseId: number): string => `/admin/events/${eventId}/courses/${courseId}`;
const coursesPath = (eventId: number): string => `/admin/events/${eventId}/courses`;

export function CourseBox(props: { call: OrganizerCall; catalog: Catalog; courses: readonly Course[] }): ReactElement {
  const { call, catalog, courses } = props;
  const { i18n, query } = call;
  const { event, competitions } = catalog;
  return (
    <section className="card stack" aria-labelledby="courses-title" id="courses">
      <h2 id="courses-title">{i18n.t('eventPage.courses.title')}</h2>
      <CourseRefusal call={call} />
      {query.has('courseDeleted') ? <Saved>{i18n.t('eventPage.courses.deleted')}</Saved> : null}
      {courses.length === 0 ? (
        <p className="soft">{i18n.t('eventPage.courses.none')}</p>
      ) : (
        <ul className="course-list">
          {courses.map((course) => (
            <li key={course.id}>
              <a href={coursePath(event.id, course.id)}>
                {courseTitle(course, competitions) || i18n.t('eventPage.course.untitled')}
              </a>
              <Badge tone={course.visible ? 'good' : 'neutral'}>
                {i18n.t(`eventPage.courses.${course.visible ? 'shown' : 'hidden'}`)}
              </Badge>
              <span className="small soft">{courseSentence(course, i18n)}</span>
            </li>
          ))}
        </ul>
      )}
      {courses.length < maxCourses ? (
        <CourseFileForm
          call={call}
          action={coursesPath(event.id)}
          hint={i18n.t('eventPage.courses.fileHint')}
          submit={i18n.t('eventPage.courses.upload')}
        />
      ) : null}
    </section>
  );
}

function CourseFileForm(props: {
  call: Pick<OrganizerCall, 'i18n' | 'viewer'>;
  action: string;
  hint: string;
  submit: string;
}): ReactElement {
  const { i18n, viewer } = props.call;
  return (
    <Form action={props.action} csrfToken={viewer.csrfToken} encType="multipart/form-data">
      <FileField
        name="file"
        id="course-file"
        accept=".gpx,application/gpx+xml,application/xml,text/xml"
        label={i18n.t('eventPage.courses.file')}
        hint={props.hint}
        choose={i18n.t('eventPage.courses.choose')}
        none={i18n.t('events.pictures.noFile')}
      />
      <div>
        <Button look="quiet">{props.submit}</Button>
      </div>
    </Form>
  );
}

function CourseRefusal({ call }: { call: Pick<OrganizerCall, 'query' | 'i18n'> }): ReactElement | null {
  const key = `eventPage.refused.${call.query.get('course')}`;
  return call.i18n.has(key) ? <RefusalNote>{call.i18n.t(key)}</RefusalNote> : null;
}

const path = '/admin/events/{event}/courses';
const listOf = (eventId: number): string => `/admin/events/${eventId}/page`;

async function courseAt(call: OrganizerCall<'courseId'>) {
  const at = managed(call);
  const { courses } = await contentOf(call.deps.read, at.catalog.event);
  return { ...at, course: courseIn(courses, call.params.courseId) };
}
type At = Awaited<ReturnType<typeof courseAt>>;

function showCourse({ call, catalog, course }: At, state?: FormState): Promise<Response> {
  const { i18n, query } = call;
  const { event, competitions } = catalog;
  const here = coursePath(event.id, course.id);
  const title = courseTitle(course, competitions) || i18n.t('eventPage.course.untitled');
  return renderOfEvent(
    { call, catalog },
    title,
    <>
      <p>
        <a href={`${listOf(event.id)}#courses`}>{i18n.t('eventPage.courses.back')}</a>
      </p>
      <SavingForm
        form={courseForm(competitions)}
        record={course}
        state={state}
        isSaved={query.has('saved')}
        i18n={i18n}
        action={here}
      />
      <section className="card stack" aria-labelledby="drawn-title">
        <h2 id="drawn-title">{i18n.t('eventPage.courses.preview')}</h2>
        <CourseCard
          course={course}
          competitions={competitions}
          gpx={course.visible && course.gpxDownload && isPublic(event) ? gpxAddress(event.id, course.id) : null}
          i18n={i18n}
        />
      </section>
      <section className="card stack" aria-labelledby="file-title" id="file">
        <h2 id="file-title">{i18n.t('eventPage.courses.replaceTitle')}</h2>
        <CourseRefusal call={call} />
        {query.has('replaced') ? <Saved>{i18n.t('eventPage.courses.replaced')}</Saved> : null}
        <CourseFileForm
          call={call}
          action={`${here}/gpx`}
          hint={i18n.t('eventPage.courses.replaceHint')}
          submit={i18n.t('eventPage.courses.replace')}
        />
      </section>
      <p>
        <ButtonLink look="quiet" small href={`${here}/delete`}>
          {i18n.t('eventPage.courses.delete')}
        </ButtonLink>
      </p>
    </>,
    { status: formStatus(state) },
  );
}

function reasonOf({ code, details }: Problem): string {
  const message = (details.fields as Record<string, string[]> | undefined)?.file?.[0] ?? '';
  return gpxRefusals.find((reason) => message.endsWith(`.${reason}`)) ?? code;
}

const upload = { maxBytes: maxGpxBytes, refusedAs: 'course' };

/** Reads the posted file and redirects; a refusal is shown at the file field. */
async function saveUpload(
  call: OrganizerCall,
  chosenAt: string,
  store: (work: Work, made: MadeCourse) => Promise<string>,
): Promise<Response> {
  const [place, part] = chosenAt.split('#');
  const back = (reason: string) => call.redirect(`${withQuery(place ?? '', 'course', reason)}#${part}`);
  const file = call.form.get('file');
  if (!(file instanceof File) || file.size === 0) return back('missing');
  try {
    const made = await readCourse(call.deps, call.viewer, new Uint8Array(await file.arrayBuffer()));
    return call.redirect(await onEvent(call, call.record.event.id, (work) => store(work, made)));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return back(reasonOf(error));
  }
}

export const coursePages = [
  page({ method: 'post', path, ...changesEvent, upload }, async (call) => {
    const { id: eventId } = call.record.event;
    return saveUpload(call, `${listOf(eventId)}#courses`, async (work, made) =>
      coursePath(eventId, await addCourse(work, eventId, made)),
    );
  }),
  page({ method: 'post', path: `${path}/{courseId}/gpx`, ...changesEvent, upload }, async (call) => {
    const at = await courseAt(call);
    const here = coursePath(at.catalog.event.id, at.course.id);
    return saveUpload(call, `${here}#file`, async (work, made) => {
      await replaceCourse(work, at.catalog.event.id, at.course.id, made);
      return `${here}?replaced#file`;
    });
  }),
  // GET on the address that the form posts to.
  page({ method: 'get', path, ...changesEvent }, async (call) => call.redirect(listOf(call.record.event.id))),
  ...formPages({
    ...changesEvent,
    path: `${path}/{courseId}`,
    loadData: courseAt,
    show: showCourse,
    save: ({ call, catalog, course }) =>
      saveEventForm(call, catalog.event.id, {
        form: courseForm(catalog.competitions),
        schema: courseInput,
        stored: async (now, work) => (await contentOf(work.tx, now.event)).courses.find(({ id }) => id === course.id),
        save: async (work, data) => {
          await updateCourse(work, catalog.event.id, course.id, data);
          return `${coursePath(catalog.event.id, course.id)}?saved`;
        },
      }),
  }),
  ...confirmPages({
    ...changesEvent,
    path: `${path}/{courseId}/delete`,
    loadData: courseAt,
    ask: ({ call, catalog, course }, status) =>
      askToDelete(
        call,
        catalog,
        {
          action: `${coursePath(catalog.event.id, course.id)}/delete`,
          name: courseTitle(course, catalog.competitions) || call.i18n.t('eventPage.course.untitled'),
          back: coursePath(catalog.event.id, course.id),
        },
        status,
      ),
    run: async ({ call, catalog, course }) => {
      const { id: eventId } = catalog.event;
      await onEvent(call, eventId, (work) => deleteCourse(work, eventId, course.id));
      return call.redirect(`${listOf(eventId)}?courseDeleted#courses`);
    },
  }),
];

import type { ReactElement } from 'react';
import { Badge } from '#src/ui/display.tsx';
import { FileField } from '#src/ui/field.tsx';
import { Button, Form, RefusalNote, Saved } from '#src/ui/form.tsx';
import type { OrganizerCall } from '../management/frame.tsx';
import { courseSentence } from '../public/course-card.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { type Course, courseTitle } from '../rules/content.ts';
import { maxCourses } from '../rules/course.ts';

export const coursePath = (eventId: number, courseId: number): string => `/admin/events/${eventId}/courses/${courseId}`;
const coursesPath = (eventId: number): string => `/admin/events/${eventId}/courses`;

/** The courses of an event and where the next is uploaded. */
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

/** Where the file of a course is chosen: of a new one, or in place of what is drawn. */
export function CourseFileForm(props: {
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

/** Why the last file was refused. */
export function CourseRefusal({ call }: { call: Pick<OrganizerCall, 'query' | 'i18n'> }): ReactElement | null {
  const key = `eventPage.refused.${call.query.get('course')}`;
  return call.i18n.has(key) ? <RefusalNote>{call.i18n.t(key)}</RefusalNote> : null;
}

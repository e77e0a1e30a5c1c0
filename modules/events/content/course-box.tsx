import type { ReactElement } from 'react';
import { Alert, Badge } from '#src/ui/display.tsx';
import { FileField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import type { OrganizerCall } from '../management/frame.tsx';
import { courseSentence } from '../public/course-card.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { type Course, courseTitle } from '../rules/content.ts';
import { mostCourses } from '../rules/course.ts';

export const coursePath = (eventId: number, courseId: number): string => `/admin/events/${eventId}/courses/${courseId}`;
export const coursesPath = (eventId: number): string => `/admin/events/${eventId}/courses`;

/** The courses of an event and where the next is uploaded. */
export function CourseBox(props: { call: OrganizerCall; catalog: Catalog; courses: readonly Course[] }): ReactElement {
  const { call, catalog, courses } = props;
  const { words, viewer, query } = call;
  const { event, competitions } = catalog;
  const refusal = `eventPage.refused.${query.get('course')}`;
  return (
    <section className="card stack" aria-labelledby="courses-title" id="courses">
      <h2 id="courses-title">{words.t('eventPage.courses.title')}</h2>
      {words.has(refusal) ? (
        <Alert tone="bad" urgent focused>
          {words.t(refusal)}
        </Alert>
      ) : null}
      {query.has('courseDeleted') ? (
        <Alert tone="good" focused>
          {words.t('eventPage.courses.deleted')}
        </Alert>
      ) : null}
      {courses.length === 0 ? (
        <p className="soft">{words.t('eventPage.courses.none')}</p>
      ) : (
        <ul className="course-list">
          {courses.map((course) => (
            <li key={course.id}>
              <a href={coursePath(event.id, course.id)}>
                {courseTitle(course, competitions) || words.t('eventPage.course.untitled')}
              </a>
              <Badge tone={course.visible ? 'good' : 'neutral'}>
                {words.t(`eventPage.courses.${course.visible ? 'shown' : 'hidden'}`)}
              </Badge>
              <span className="small soft">{courseSentence(course, words)}</span>
            </li>
          ))}
        </ul>
      )}
      {courses.length < mostCourses ? (
        <Form action={coursesPath(event.id)} csrfToken={viewer.csrfToken} encType="multipart/form-data">
          <FileField
            name="file"
            id="course-file"
            accept=".gpx,application/gpx+xml,application/xml,text/xml"
            label={words.t('eventPage.courses.file')}
            hint={words.t('eventPage.courses.fileHint')}
            choose={words.t('eventPage.courses.choose')}
            none={words.t('events.pictures.noFile')}
          />
          <div>
            <Button look="quiet">{words.t('eventPage.courses.upload')}</Button>
          </div>
        </Form>
      ) : null}
    </section>
  );
}

import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Markdown } from '#src/ui/markdown.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { type EventContent, inTimeOrder, type ScheduleItem } from '../rules/content.ts';
import { CourseCard } from './course-card.tsx';

type ContentProps = { catalog: Catalog; content: EventContent; i18n: Translator };

export const gpxAddress = (eventId: number, courseId: number): string => `/events/${eventId}/courses/${courseId}/gpx`;

export function Courses({ catalog, content, i18n }: ContentProps): ReactElement | null {
  const courses = content.courses.filter(({ visible }) => visible);
  if (courses.length === 0) return null;
  return (
    <section className="wrap event-part stack" aria-labelledby="courses-title">
      <h2 id="courses-title">{i18n.t('eventPage.title.courses', { count: courses.length })}</h2>
      {courses.map((course) => (
        <CourseCard
          key={course.id}
          course={course}
          competitions={catalog.competitions}
          shown={courses.length}
          gpx={course.gpxDownload ? gpxAddress(catalog.event.id, course.id) : null}
          i18n={i18n}
        />
      ))}
    </section>
  );
}

export function ScheduleAndIncluded({ catalog, content, i18n }: ContentProps): ReactElement | null {
  const { schedule, included } = content;
  if (schedule.length === 0 && included.length === 0) return null;
  return (
    <section className="band">
      <div className="wrap event-day">
        {schedule.length > 0 ? (
          <div className="stack">
            <h2>{i18n.t('eventPage.title.schedule')}</h2>
            {daysOf(schedule, i18n).map((day, _, { length }) => (
              <div key={day.name} className="stack-s">
                {length > 1 ? <h3>{day.name}</h3> : null}
                <ol className="schedule">
                  {day.items.map((item, index) => (
                    <li key={`${item.timestamp}-${index}`}>
                      <time dateTime={new Date(item.timestamp).toISOString()}>{i18n.time(item.timestamp)}</time>
                      <span>
                        <strong>{item.title}</strong>
                        <ForCompetition item={item} catalog={catalog} />
                      </span>
                    </li>
                  ))}
                </ol>
              </div>
            ))}
          </div>
        ) : null}
        {included.length > 0 ? (
          <div className="stack">
            <h2>{i18n.t('eventPage.title.included')}</h2>
            <ul className="included">
              {included.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function ForCompetition({ item, catalog }: { item: ScheduleItem; catalog: Catalog }): ReactElement | null {
  const title = catalog.competitions.find(({ id }) => id === item.competitionId)?.title;
  return title && !item.title.includes(title) ? <span className="schedule-for">{title}</span> : null;
}

/** Grouped by day in the event's zone. */
function daysOf(schedule: readonly ScheduleItem[], i18n: Translator): { name: string; items: ScheduleItem[] }[] {
  const days = Map.groupBy(inTimeOrder(schedule), ({ timestamp }) => i18n.weekdayDate(timestamp));
  return [...days].map(([name, items]) => ({ name, items }));
}

export function Host({ catalog, content: { host }, i18n }: ContentProps): ReactElement | null {
  const { name, about, email, phone, website } = host;
  if (!about && !email && !phone && !website) return null;
  const displayName = name || catalog.organizers.map((each) => each.name).join(', ');
  return (
    <section className="stack" aria-labelledby="host-title">
      <h2 id="host-title">{i18n.t('eventPage.title.host')}</h2>
      {displayName ? <p className="host-name">{displayName}</p> : null}
      {about ? <Markdown text={about} /> : null}
      <ul className="event-links">
        {email ? (
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        ) : null}
        {phone ? (
          <li>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
          </li>
        ) : null}
        {website ? (
          <li>
            <a href={website} rel="noopener">
              {websiteText(website)}
            </a>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

const websiteText = (address: string): string => address.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');

export function Faqs({ content: { faqs }, i18n }: Omit<ContentProps, 'catalog'>): ReactElement | null {
  if (faqs.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="faqs-title">
      <h2 id="faqs-title">{i18n.t('eventPage.title.faqs')}</h2>
      <div className="faqs">
        {faqs.map(({ question, answer }) => (
          <details key={question} className="faq">
            <summary>
              <h3>{question}</h3>
            </summary>
            <Markdown text={answer} topLevel={4} />
          </details>
        ))}
      </div>
    </section>
  );
}

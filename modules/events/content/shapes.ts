import * as z from 'zod';
import { emailIssue, emailLength, isEmail } from '#src/kernel/email.ts';
import { oneLine, severalLines } from '#src/kernel/plain-text.ts';
import { fromIso } from '#src/kernel/time.ts';
import { instant, type RecordOf } from '#src/web/answers.ts';
import { gpxAddress } from '../public/event-content.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { type Course, courseTitle, type EventContent, inTimeOrder } from '../rules/content.ts';

/** Inputs and answers of the content calls. Missing fields stay as they are; lists are sent whole. */

const line = (max: number) => z.string().overwrite(oneLine).max(max);
const long = (max: number) => z.string().overwrite(severalLines).max(max);
const named = (max: number) => line(max).min(1);
/** Forms send null for an empty field. */
const orEmpty = (text: z.ZodString) => text.nullable().transform((value) => value ?? '');
const competitionId = z.int().positive().nullable().default(null);

const isWebsite = (text: string): boolean => {
  if (!/^https?:\/\/\S+$/i.test(text)) return false;
  const { hostname, username, password } = URL.parse(text) ?? { hostname: '', username: '', password: '' };
  return hostname.includes('.') && username === '' && password === '';
};

export const maxRows = { schedule: 60, included: 40, faqs: 40 } as const;

export const contentInput = z
  .object({
    schedule: z
      .array(
        z.object({
          timestamp: z.iso.datetime({ offset: true }).transform(fromIso),
          title: named(200),
          competitionId,
        }),
      )
      .max(maxRows.schedule),
    included: z.array(named(200)).max(maxRows.included),
    faqs: z.array(z.object({ question: named(300), answer: long(5000).min(1) })).max(maxRows.faqs),
    host: z
      .object({
        name: orEmpty(line(200)),
        about: orEmpty(long(5000)),
        email: orEmpty(line(emailLength).refine((text) => text === '' || isEmail(text), { error: emailIssue })),
        phone: orEmpty(line(40).regex(/^(?:\+?[\d ()/.-]{4,})?$/, { error: 'eventPage.error.phone' })),
        website: orEmpty(
          line(300).refine((text) => text === '' || isWebsite(text), { error: 'eventPage.error.website' }),
        ),
      })
      .partial(),
    soldOutText: long(500),
  })
  .partial();
export type ContentInput = z.output<typeof contentInput>;

export const courseInput = z
  .object({
    title: line(200),
    competitionId: z.int().positive().nullable(),
    visible: z.boolean(),
    gpxDownload: z.boolean(),
  })
  .partial();
export type CourseInput = z.output<typeof courseInput>;

const metres = z.int().nullable();
const courseAnswer = z
  .object({
    id: z.int(),
    title: z.string(),
    competitionId: z.int().nullable(),
    distance: z.int().describe('Meters'),
    ascent: metres.describe('Total ascent, meters; null if the file has no elevations'),
    descent: metres,
    lowest: metres.describe('Meters above sea level'),
    highest: metres,
    gpx: z.string().nullable().describe('URL of the file; null if it is not offered'),
  })
  .meta({ id: 'Course', description: 'Course of a competition' });
export const managedCourseAnswer = courseAnswer
  .extend({ visible: z.boolean(), gpxDownload: z.boolean() })
  .meta({ id: 'ManagedCourse', description: 'Course of a competition, for the organizer' });

const common = {
  schedule: z.array(z.object({ timestamp: instant, title: z.string(), competitionId: z.int().nullable() })),
  included: z.array(z.string()),
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  host: z.object({
    name: z.string(),
    about: z.string(),
    email: z.string(),
    phone: z.string(),
    website: z.string(),
  }),
  soldOutText: z.string(),
};
export const contentAnswer = z
  .object({ ...common, courses: z.array(courseAnswer) })
  .meta({ id: 'EventContent', description: 'Schedule, services, questions, host and courses of an event' });
export const managedContentAnswer = z
  .object({ ...common, courses: z.array(managedCourseAnswer) })
  .meta({ id: 'ManagedEventContent', description: 'Content of an event, for the organizer' });

/** The URL of the file, if visitors may have it. */
const gpxOf = ({ id, visible, gpxDownload }: Course, { event }: Catalog): string | null =>
  visible && gpxDownload ? gpxAddress(event.id, id) : null;

export const managedCourse = (course: Course, catalog: Catalog): RecordOf<typeof managedCourseAnswer> => ({
  ...course,
  gpx: gpxOf(course, catalog),
});

const commonContent = (content: EventContent, { competitions }: Catalog) => ({
  ...content,
  schedule: inTimeOrder(content.schedule).map(({ competitionId: id, ...line }) => ({
    ...line,
    competitionId: competitions.some((each) => each.id === id) ? id : null,
  })),
});

export const publicContent = (content: EventContent, catalog: Catalog): RecordOf<typeof contentAnswer> => ({
  ...commonContent(content, catalog),
  courses: content.courses
    .filter(({ visible }) => visible)
    .map((course) => ({
      ...course,
      title: courseTitle(course, catalog.competitions),
      gpx: gpxOf(course, catalog),
    })),
});

export const managedContent = (content: EventContent, catalog: Catalog): RecordOf<typeof managedContentAnswer> => ({
  ...commonContent(content, catalog),
  courses: content.courses.map((course) => managedCourse(course, catalog)),
});

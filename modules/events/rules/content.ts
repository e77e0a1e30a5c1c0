import type { Instant } from '#src/kernel/time.ts';
import type { CourseDrawing, CourseMeasures } from './course.ts';

/** A line of the day's schedule; of one competition or of the whole event. */
export type ScheduleItem = { timestamp: Instant; title: string; competitionId: number | null };
export type Faq = { question: string; answer: string };
/** Who organizes, as they want to be met on the page. Empty texts say nothing. */
export type Host = { name: string; about: string; email: string; phone: string; website: string };

/** What an event's page tells beside title, dates, description and prices. All of it may be empty. */
export type PageContent = {
  schedule: ScheduleItem[];
  included: string[];
  faqs: Faq[];
  host: Host;
  /** Instead of the house's own words when nothing is left. */
  soldOutText: string;
};

export type Course = CourseMeasures & {
  id: number;
  /** Empty: that of its competition. */
  title: string;
  competitionId: number | null;
  visible: boolean;
  /** Visitors may download it. */
  gpxDownload: boolean;
  drawing: CourseDrawing;
};

export type EventContent = PageContent & { courses: Course[] };

export const noContent: PageContent = {
  schedule: [],
  included: [],
  faqs: [],
  host: { name: '', about: '', email: '', phone: '', website: '' },
  soldOutText: '',
};

/** In the order of the day; of one moment as they were written. */
export const inTimeOrder = (schedule: readonly ScheduleItem[]): ScheduleItem[] =>
  schedule.toSorted((a, b) => a.timestamp - b.timestamp);

/** What a course is called: its own name, else its competition's. */
export function courseTitle(
  { title, competitionId }: Pick<Course, 'title' | 'competitionId'>,
  competitions: readonly { id: number; title: string }[],
): string {
  return title || competitions.find(({ id }) => id === competitionId)?.title || '';
}

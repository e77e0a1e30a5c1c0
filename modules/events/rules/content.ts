import type { Instant } from '#src/kernel/time.ts';
import type { CourseDrawing, CourseMeasures } from './course.ts';

/** Null: the whole event. */
export type ScheduleItem = { timestamp: Instant; title: string; competitionId: number | null };
export type Faq = { question: string; answer: string };
/** Empty texts are not shown. */
export type Host = { name: string; about: string; email: string; phone: string; website: string };

/** Every part may be empty. */
export type PageContent = {
  schedule: ScheduleItem[];
  included: string[];
  faqs: Faq[];
  host: Host;
  /** Replaces the default text when sold out. */
  soldOutText: string;
};

export type Course = CourseMeasures & {
  id: number;
  /** Empty: the competition's title. */
  title: string;
  competitionId: number | null;
  visible: boolean;
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

/** Stable for equal times. */
export const inTimeOrder = (schedule: readonly ScheduleItem[]): ScheduleItem[] =>
  schedule.toSorted((a, b) => a.timestamp - b.timestamp);

export function courseTitle(
  { title, competitionId }: Pick<Course, 'title' | 'competitionId'>,
  competitions: readonly { id: number; title: string }[],
): string {
  return title || competitions.find(({ id }) => id === competitionId)?.title || '';
}

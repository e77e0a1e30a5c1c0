import { type ReactElement, useId } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { type Course, courseTitle } from '../rules/content.ts';
import { drawnPoints } from '../rules/course.ts';
import { drawMap, drawProfile, type MapDrawing, type ProfileDrawing } from '../rules/course-drawing.ts';

/** So many points all courses of a page have together: their paths stay below ten kilobytes. */
const pointsOfPage = 900;

type CourseProps = {
  course: Course;
  competitions: readonly { id: number; title: string }[];
  /** How many courses the page shows. */
  shown?: number;
  /** Where the file is; null where it is not offered. */
  gpx: string | null;
  words: Translator;
};

/** A course: its line, its heights, and both in a sentence. */
export function CourseCard({ course, competitions, shown = 1, gpx, words }: CourseProps): ReactElement {
  const title = courseTitle(course, competitions) || words.t('eventPage.course.untitled');
  const map = drawMap(course.drawing, Math.min(drawnPoints, Math.floor(pointsOfPage / shown)));
  const profile = drawProfile(course.drawing, course);
  const sentence = courseSentence(course, words);
  return (
    <article className="course">
      <h3>{title}</h3>
      <p className="course-sentence">{sentence}</p>
      <div className="course-drawings">
        <CourseMap map={map} isLoop={course.drawing.isLoop} title={title} text={sentence} words={words} />
        <div className="course-side">
          <CourseFigures course={course} words={words} />
          {profile ? <Profile profile={profile} course={course} title={title} words={words} /> : null}
          {gpx === null ? null : (
            <p>
              <a href={gpx} download>
                {words.t('eventPage.course.download')}
              </a>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

/** One decimal up to 100 km, none beyond. */
export const kilometres = (metres: number, words: Translator): string =>
  words.number(metres < 99_950 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000));

export function courseSentence(course: Course, words: Translator): string {
  const { distance, ascent, descent, drawing } = course;
  const way = words.t(`eventPage.course.${drawing.isLoop ? 'loop' : 'way'}`, { km: kilometres(distance, words) });
  if (ascent === null || descent === null) return way;
  const climb = words.t('eventPage.course.climb', { up: words.number(ascent), down: words.number(descent) });
  return `${way} ${climb}`;
}

function CourseFigures({ course, words }: Pick<CourseProps, 'course' | 'words'>): ReactElement {
  const { distance, ascent, descent, highest } = course;
  const metres = (value: number) => words.t('eventPage.course.metres', { metres: words.number(value) });
  const figures = [
    ['length', words.t('eventPage.course.km', { km: kilometres(distance, words) })],
    ...(ascent === null ? [] : [['up', metres(ascent)] as const]),
    ...(descent === null ? [] : [['down', metres(descent)] as const]),
    ...(highest === null ? [] : [['highest', metres(highest)] as const]),
  ] as const;
  return (
    <dl className="course-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{words.t(`eventPage.course.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type DrawingProps = { title: string; words: Translator };

function CourseMap(props: DrawingProps & { map: MapDrawing; isLoop: boolean; text: string }): ReactElement {
  const { map, isLoop, title, text, words } = props;
  const id = useId();
  const { width, height, path, start, finish, marks } = map;
  return (
    <svg
      className="course-map"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-labelledby={`${id}t ${id}d`}
    >
      <title id={`${id}t`}>{words.t('eventPage.course.mapTitle', { title })}</title>
      <desc id={`${id}d`}>{text}</desc>
      <defs>
        <path d={path} id={`${id}p`} />
      </defs>
      <use className="course-casing" href={`#${id}p`} />
      <use className="course-line" href={`#${id}p`} />
      {marks.map(({ x, y, km }) => (
        <g key={km}>
          <circle className="course-mark" cx={x} cy={y} r="9" />
          <text className="course-km" x={x} y={y + 3.5}>
            {km}
          </text>
        </g>
      ))}
      {isLoop ? null : <Flag spot={finish} label={words.t('eventPage.course.finish')} />}
      <Flag spot={start} label={words.t(isLoop ? 'eventPage.course.startAndFinish' : 'eventPage.course.start')} />
    </svg>
  );
}

const wordAt = {
  right: { dx: 12, dy: 4.5, anchor: 'start' },
  left: { dx: -12, dy: 4.5, anchor: 'end' },
  above: { dx: 0, dy: -13, anchor: 'middle' },
  below: { dx: 0, dy: 22, anchor: 'middle' },
} as const;

function Flag({ spot, label }: { spot: MapDrawing['start']; label: string }): ReactElement {
  const { x, y, side } = spot;
  const { dx, dy, anchor } = wordAt[side];
  return (
    <g className="course-flag">
      <circle cx={x} cy={y} r="7" />
      <circle cx={x} cy={y} r="2.5" />
      <text x={x + dx} y={y + dy} textAnchor={anchor}>
        {label}
      </text>
    </g>
  );
}

function Profile(props: DrawingProps & { profile: ProfileDrawing; course: Course }): ReactElement {
  const { profile, course, title, words } = props;
  const id = useId();
  const { width, height, line, area, heights, kilometres: ticks, left, right, floor } = profile;
  const text = words.t('eventPage.course.profileText', {
    lowest: words.number(course.lowest ?? 0),
    highest: words.number(course.highest ?? 0),
  });
  return (
    <svg
      className="course-profile"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-labelledby={`${id}t ${id}d`}
    >
      <title id={`${id}t`}>{words.t('eventPage.course.profileTitle', { title })}</title>
      <desc id={`${id}d`}>{text}</desc>
      <path className="course-area" d={area} />
      {heights.map(({ y, metres }) => (
        <g key={metres}>
          <path className="course-grid" d={`M${left} ${y}H${right}`} />
          <text className="course-axis" x={left - 6} y={y + 4} textAnchor="end">
            {words.t('eventPage.course.metres', { metres: words.number(metres) })}
          </text>
        </g>
      ))}
      <path className="course-line" d={line} />
      {ticks.map(({ x, km }) => (
        <text key={km} className="course-axis" x={x} y={floor + 16} textAnchor="middle">
          {km === 0 ? words.t('eventPage.course.km', { km: '0' }) : words.number(km)}
        </text>
      ))}
    </svg>
  );
}

import { type ReactElement, useId } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { type Course, courseTitle } from '../rules/content.ts';
import { drawnPoints } from '../rules/course.ts';
import { drawMap, drawProfile, type MapDrawing, type ProfileDrawing } from '../rules/course-drawing.ts';

/** All courses of a page together, so that their paths stay below 10 KB. */
const pointsOfPage = 900;

type CourseProps = {
  course: Course;
  competitions: readonly { id: number; title: string }[];
  /** The number of courses on the page. */
  shown?: number;
  /** Null: not offered. */
  gpx: string | null;
  i18n: Translator;
};

export function CourseCard({ course, competitions, shown = 1, gpx, i18n }: CourseProps): ReactElement {
  const title = courseTitle(course, competitions) || i18n.t('eventPage.course.untitled');
  const map = drawMap(course.drawing, Math.min(drawnPoints, Math.floor(pointsOfPage / shown)));
  const profile = drawProfile(course.drawing, course);
  const sentence = courseSentence(course, i18n);
  return (
    <article className="course">
      <h3>{title}</h3>
      <p className="course-sentence">{sentence}</p>
      <div className="course-drawings">
        <CourseMap map={map} isLoop={course.drawing.isLoop} title={title} text={sentence} i18n={i18n} />
        <div className="course-side">
          <CourseFigures course={course} i18n={i18n} />
          {profile ? <Profile profile={profile} course={course} title={title} i18n={i18n} /> : null}
          {gpx === null ? null : (
            <p>
              <a href={gpx} download>
                {i18n.t('eventPage.course.download')}
              </a>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}

/** One decimal up to 100 km, none beyond. */
export const kilometres = (metres: number, i18n: Translator): string =>
  i18n.number(metres < 99_950 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000));

export function courseSentence(course: Course, i18n: Translator): string {
  const { distance, ascent, descent, drawing } = course;
  const length = i18n.t(`eventPage.course.${drawing.isLoop ? 'loop' : 'way'}`, { km: kilometres(distance, i18n) });
  if (ascent === null || descent === null) return length;
  const climb = i18n.t('eventPage.course.climb', { up: i18n.number(ascent), down: i18n.number(descent) });
  return `${length} ${climb}`;
}

function CourseFigures({ course, i18n }: Pick<CourseProps, 'course' | 'i18n'>): ReactElement {
  const { distance, ascent, descent, highest } = course;
  const metres = (value: number) => i18n.t('eventPage.course.metres', { metres: i18n.number(value) });
  const figures = [
    ['length', i18n.t('eventPage.course.km', { km: kilometres(distance, i18n) })],
    ...(ascent === null ? [] : [['up', metres(ascent)] as const]),
    ...(descent === null ? [] : [['down', metres(descent)] as const]),
    ...(highest === null ? [] : [['highest', metres(highest)] as const]),
  ] as const;
  return (
    <dl className="course-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{i18n.t(`eventPage.course.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type DrawingProps = { title: string; i18n: Translator };

function CourseMap(props: DrawingProps & { map: MapDrawing; isLoop: boolean; text: string }): ReactElement {
  const { map, isLoop, title, text, i18n } = props;
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
      <title id={`${id}t`}>{i18n.t('eventPage.course.mapTitle', { title })}</title>
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
      {isLoop ? null : <Flag spot={finish} label={i18n.t('eventPage.course.finish')} />}
      <Flag spot={start} label={i18n.t(isLoop ? 'eventPage.course.startAndFinish' : 'eventPage.course.start')} />
    </svg>
  );
}

const labelOffset = {
  right: { dx: 12, dy: 4.5, anchor: 'start' },
  left: { dx: -12, dy: 4.5, anchor: 'end' },
  above: { dx: 0, dy: -13, anchor: 'middle' },
  below: { dx: 0, dy: 22, anchor: 'middle' },
} as const;

function Flag({ spot, label }: { spot: MapDrawing['start']; label: string }): ReactElement {
  const { x, y, side } = spot;
  const { dx, dy, anchor } = labelOffset[side];
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
  const { profile, course, title, i18n } = props;
  const id = useId();
  const { width, height, line, area, heights, kilometres: ticks, left, right, floor } = profile;
  const text = i18n.t('eventPage.course.profileText', {
    lowest: i18n.number(course.lowest ?? 0),
    highest: i18n.number(course.highest ?? 0),
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
      <title id={`${id}t`}>{i18n.t('eventPage.course.profileTitle', { title })}</title>
      <desc id={`${id}d`}>{text}</desc>
      <path className="course-area" d={area} />
      {heights.map(({ y, metres }) => (
        <g key={metres}>
          <path className="course-grid" d={`M${left} ${y}H${right}`} />
          <text className="course-axis" x={left - 6} y={y + 4} textAnchor="end">
            {i18n.t('eventPage.course.metres', { metres: i18n.number(metres) })}
          </text>
        </g>
      ))}
      <path className="course-line" d={line} />
      {ticks.map(({ x, km }) => (
        <text key={km} className="course-axis" x={x} y={floor + 16} textAnchor="middle">
          {km === 0 ? i18n.t('eventPage.course.km', { km: '0' }) : i18n.number(km)}
        </text>
      ))}
    </svg>
  );
}

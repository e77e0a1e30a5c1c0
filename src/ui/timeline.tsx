import type { ReactElement } from 'react';

type Stretch = { from: number; to: number };
export type TimelineProps = {
  /** Unique on the page. */
  id: string;
  title: string;
  /** Epoch milliseconds. */
  from: number;
  to: number;
  rows: readonly {
    key: number;
    label: string;
    state: string;
    detail: string;
    isOn: boolean;
    window: Stretch;
    sold: readonly Stretch[];
  }[];
  gaps: readonly Stretch[];
  marks: readonly { kind: 'now' | 'start'; at: number; label: string }[];
  ticks: readonly { at: number; label: string; year: string | null }[];
  legend: { sold: string; waits: string; gap: string };
};

const head = 44;
const rowHeight = 64;
const foot = 44;

/** Marks cross the bars, but not the words above. */
const barsOf = (rows: number): { y1: number; y2: number }[] =>
  Array.from({ length: rows }, (_, at) => {
    const top = head + at * rowHeight;
    return { y1: top + 40, y2: top + 62 };
  });

/**
 * Time windows as bars, one per row, over a date axis. Horizontally in percent and vertically in pixels, so that texts keep their
 * size on a phone. Only the title is read out; numbers and dates are text beside it.
 */
export function Timeline(props: TimelineProps): ReactElement {
  const { id, title, from, to, rows, gaps, marks, ticks, legend } = props;
  const height = head + rows.length * rowHeight + foot;
  const bottom = height - foot;
  const share = (at: number): number => Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
  const x = (at: number): string => `${share(at).toFixed(2)}%`;
  const wide = (stretch: Stretch) => ({
    x: x(stretch.from),
    width: `${Math.max(0.6, share(stretch.to) - share(stretch.from)).toFixed(2)}%`,
  });
  const anchor = (at: number) => (share(at) < 14 ? 'start' : share(at) > 86 ? 'end' : 'middle');
  const waits = rows.some(
    ({ window, sold }) => !sold.some((each) => each.from === window.from && each.to === window.to),
  );
  return (
    <figure className="timeline">
      <svg width="100%" height={height} role="img" aria-label={title}>
        <defs>
          <pattern id={`${id}-gap`} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="timeline-gap-ground" width="8" height="8" />
            <rect className="timeline-gap-line" width="3" height="8" />
          </pattern>
        </defs>
        {gaps.map((gap) => (
          <rect key={gap.from} {...wide(gap)} y={head} height={bottom - head} fill={`url(#${id}-gap)`} />
        ))}
        {rows.map(({ key, label, state, detail, isOn, window, sold }, index) => {
          const top = head + index * rowHeight;
          return (
            <g key={key}>
              <rect className="timeline-window" {...wide(window)} y={top + 42} height="14" rx="4" />
              {sold.map((stretch) => (
                <rect
                  key={stretch.from}
                  className="timeline-sold"
                  data-on={isOn ? '' : undefined}
                  {...wide(stretch)}
                  y={top + 42}
                  height="14"
                  rx="4"
                />
              ))}
              <text className="timeline-text" x="0" y={top + 18}>
                <tspan className="timeline-label">{label}</tspan>
                <tspan dx="8">{state}</tspan>
              </text>
              <text className="timeline-text timeline-detail" x="0" y={top + 36}>
                {detail}
              </text>
            </g>
          );
        })}
        {marks.map(({ kind, at, label }) => {
          const top = kind === 'now' ? 18 : 36;
          const parts = [{ y1: top, y2: head }, ...barsOf(rows.length)].map((part) => ({
            x1: x(at),
            x2: x(at),
            ...part,
          }));
          return (
            <g key={kind} className={`timeline-${kind}`}>
              {parts.map((part) => (
                <line key={part.y1} className="timeline-rim" {...part} />
              ))}
              {parts.map((part) => (
                <line key={part.y1} {...part} />
              ))}
              <text x={x(at)} y={top - 4} textAnchor={anchor(at)}>
                {label}
              </text>
            </g>
          );
        })}
        <line className="timeline-axis" x1="0" x2="100%" y1={bottom} y2={bottom} />
        {ticks.map(({ at, label, year }) => (
          <g key={at}>
            <line className="timeline-axis" x1={x(at)} x2={x(at)} y1={bottom} y2={bottom + 6} />
            <text className="timeline-tick" x={x(at)} y={bottom + 20} textAnchor={anchor(at)}>
              {label}
            </text>
            {year ? (
              <text className="timeline-tick" x={x(at)} y={bottom + 36} textAnchor={anchor(at)}>
                {year}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <figcaption>
        <ul className="timeline-legend">
          <li data-kind="sold">{legend.sold}</li>
          {waits ? <li data-kind="waits">{legend.waits}</li> : null}
          {gaps.length > 0 ? <li data-kind="gap">{legend.gap}</li> : null}
        </ul>
      </figcaption>
    </figure>
  );
}

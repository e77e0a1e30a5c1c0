// Our own: charts as SVG without a script; chart libraries draw in the browser.

import { type ReactElement, useId } from 'react';

/** One value per label. */
export type Series = { name: string; values: readonly number[] };

type ChartProps = {
  /** The title, and a text for people who cannot see the chart. */
  title: string;
  description: string;
  /** A heading above has the title. */
  captionHidden?: boolean;
  /** Bars for values per day, lines for totals. */
  as?: 'bars' | 'lines';
  labels: readonly string[];
  series: readonly [Series] | readonly [Series, Series];
  format(value: number): string;
};

/**
 * Sizes for wide places, half of one and phones; each shows where it fits, so that its text is never scaled down
 * (`components.css`).
 */
const drawings = [
  { size: 'wide', width: 680, height: 240 },
  { size: 'middle', width: 440, height: 200 },
  { size: 'narrow', width: 280, height: 120 },
] as const;
const [head, foot, end] = [14, 26, 8];
/** The maximum width of a digit. */
const letter = 7.8;

/**
 * Values over labels with a round axis. Not by color alone: two series differ in pattern and have a legend, and a table follows.
 */
export function Chart(props: ChartProps): ReactElement {
  const { title, description, series, captionHidden } = props;
  const id = useId();
  return (
    <figure className="chart">
      <figcaption className={captionHidden ? 'visually-hidden' : undefined}>{title}</figcaption>
      {series.length > 1 ? (
        <ul className="chart-legend">
          {series.map(({ name }, index) => (
            <li key={name} data-series={index + 1}>
              <svg viewBox="0 0 20 12" aria-hidden="true">
                <rect className="chart-bar" data-series={index + 1} width="20" height="12" rx="2" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      ) : null}
      {drawings.map((drawing) => (
        <Drawing key={drawing.size} {...props} {...drawing} id={`${id}${drawing.size}`} description={description} />
      ))}
    </figure>
  );
}

function Drawing(props: ChartProps & (typeof drawings)[number] & { id: string }): ReactElement {
  const { id, size, width, height, title, description, labels, series, format, as = 'bars' } = props;
  const ticks = roundTicks(Math.max(0, ...series.flatMap(({ values }) => values)));
  const top = ticks.at(-1) ?? 1;
  const start = Math.max(...ticks.map((tick) => format(tick).length)) * letter + 12;
  const [room, floor] = [width - start - end, height - foot];
  const yOf = (value: number) => floor - (Math.max(0, value) / top) * (floor - head);
  const slot = room / Math.max(1, labels.length);
  const middleOf = (index: number) => start + (index + 0.5) * slot;
  return (
    <svg
      className="chart-drawing"
      data-size={size}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="chart-axis" x1={start} x2={width - end} y1={yOf(tick)} y2={yOf(tick)} />
          <text className="chart-text" x={start - 6} y={yOf(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {visibleLabels(labels, slot, width, middleOf).map(({ index, x, label }) => (
        <text key={index} className="chart-text" x={x.toFixed(1)} y={height - 8} textAnchor="middle">
          {label}
        </text>
      ))}
      {series.map((row, at) =>
        as === 'lines' ? (
          <polyline
            key={row.name}
            className="chart-line"
            data-series={at + 1}
            points={row.values
              .map((value, index) => `${middleOf(index).toFixed(1)},${yOf(value).toFixed(1)}`)
              .join(' ')}
          />
        ) : (
          <Bars key={row.name} {...{ row, at, many: series.length, slot, start, floor, yOf, labels, format }} />
        ),
      )}
    </svg>
  );
}

function Bars(props: {
  row: Series;
  at: number;
  many: number;
  slot: number;
  start: number;
  floor: number;
  yOf(value: number): number;
  labels: readonly string[];
  format(value: number): string;
}): ReactElement {
  const { row, at, many, slot, start, floor, yOf, labels, format } = props;
  const each = Math.min(40, (slot * 0.78) / many);
  return (
    <g className="chart-bar" data-series={at + 1}>
      {row.values.map((value, index) => {
        const tall = value <= 0 ? 0 : Math.max(1.5, floor - yOf(value));
        const x = start + index * slot + (slot - each * many) / 2 + at * each;
        return tall > 0 ? (
          <rect
            key={labels[index]}
            x={x.toFixed(1)}
            y={(floor - tall).toFixed(1)}
            width={Math.max(0.8, each - (each > 4 ? 1 : 0)).toFixed(1)}
            height={tall.toFixed(1)}
            rx={each > 8 ? 2 : 0}
          >
            <title>{`${labels[index]}: ${format(value)}`}</title>
          </rect>
        ) : null;
      })}
    </g>
  );
}

/** As many labels as fit, from the first on. */
function visibleLabels(labels: readonly string[], slot: number, width: number, middleOf: (index: number) => number) {
  const long = Math.max(1, ...labels.map((label) => label.length)) * letter;
  const every = Math.max(1, Math.ceil((long + 10) / slot));
  let free = 0;
  return labels.flatMap((label, index) => {
    if (index % every !== 0) return [];
    const half = (label.length * letter) / 2;
    const x = Math.min(Math.max(middleOf(index), half), width - half);
    // A shifted label must not touch its neighbors.
    if (x - half < free) return [];
    free = x + half;
    return [{ index, label, x }];
  });
}

/** Round ticks from 0 to at least `highest`, four to six where possible. */
export function roundTicks(highest: number): number[] {
  const rough = Math.max(highest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 2.5, 5, 10].map((part) => part * power).find((step) => step >= rough - 1e-9) ?? rough;
  const step = Math.max(1, Math.ceil(nice));
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** A bar of the share beside its figure. */
export const ShareBar = ({ value, most }: { value: number; most: number }): ReactElement => (
  <svg className="share-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect className="chart-ground" width="100" height="10" rx="1" />
    <rect
      className="chart-bar"
      width={most > 0 ? ((Math.max(0, value) / most) * 100).toFixed(1) : '0'}
      height="10"
      rx="1"
    />
  </svg>
);

// Our own: two lines drawn on the server without a script; libraries of charts draw in the browser.

import type { ReactElement } from 'react';
import { Table } from './table.tsx';

/** One point of time with the value of each line; null: that line has none there. */
export type LinePoint = { label: string; values: readonly (number | null)[] };

const width = 720;
const height = 220;
const foot = 42;
const head = 34;
const side = 8;

/**
 * Lines over time, the first the one that counts, with their values as a table behind them for those who cannot see or want
 * to copy them. `names` are those of the lines, `column` heads the column of labels.
 */
export function LineChart(props: {
  title: string;
  names: readonly string[];
  column: string;
  points: readonly LinePoint[];
  tableTitle: string;
  number: (n: number) => string;
}): ReactElement {
  const { title, names, column, points, tableTitle, number } = props;
  const highest = Math.max(1, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = (index: number) => side + (index / Math.max(1, points.length - 1)) * (width - 2 * side);
  const y = (value: number) => height - foot - (value / highest) * (height - foot - head);
  const labelled = [0, Math.floor((points.length - 1) / 2), points.length - 1];
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      {names.length > 1 ? (
        <ul className="chart-names">
          {names.map((name, line) => (
            <li key={name} data-line={line}>
              {name}
            </li>
          ))}
        </ul>
      ) : null}
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        {[0, highest].map((value) => (
          <line key={value} className="chart-axis" x1="0" x2={width} y1={y(value)} y2={y(value)} />
        ))}
        <text className="chart-text" x={side} y={y(highest) - 7}>
          {number(highest)}
        </text>
        {names
          .map((_, line) => (
            <polyline
              key={line}
              className="chart-line"
              data-line={line}
              points={points
                .flatMap(({ values }, index) => {
                  const value = values[line] ?? null;
                  return value === null ? [] : [`${x(index).toFixed(1)},${y(value).toFixed(1)}`];
                })
                .join(' ')}
            />
          ))
          .reverse()}
        {[...new Set(labelled)].map((index) => (
          <text
            key={index}
            className="chart-text"
            x={x(index).toFixed(1)}
            y={height - 12}
            textAnchor={index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'}
          >
            {points[index]?.label}
          </text>
        ))}
      </svg>
      <details>
        <summary>{tableTitle}</summary>
        <Table
          caption={title}
          captionHidden
          columns={[
            { key: 'label', title: column, heading: true, cell: ({ label }) => label },
            ...names.map((name, line) => ({
              key: `line${line}`,
              title: name,
              align: 'end' as const,
              cell: ({ values }: LinePoint) => {
                const value = values[line] ?? null;
                return value === null ? '–' : number(value);
              },
            })),
          ]}
          rows={points}
          rowKey={({ label }) => label}
          empty=""
        />
      </details>
    </figure>
  );
}

// Our own: bars drawn on the server without a script; libraries of charts draw in the browser.

import type { ReactElement } from 'react';
import { Table } from './table.tsx';

export type Bar = { label: string; value: number; text: string };

const width = 720;
const height = 260;
const foot = 40;
const headroom = 34;

/**
 * Bars drawn on the server, with their values as a table behind them for those who cannot see or want to copy them.
 * `columnTitles` head that table. Every label is shown when there is room, else every n-th.
 */
export function BarChart(props: {
  title: string;
  bars: readonly Bar[];
  columnTitles: readonly [string, string];
  tableTitle: string;
}): ReactElement {
  const { title, bars, columnTitles, tableTitle } = props;
  const highest = Math.max(1, ...bars.map((bar) => bar.value));
  const slot = width / Math.max(1, bars.length);
  const barWidth = Math.min(48, slot * 0.68);
  const every = Math.ceil(bars.length / 12);
  const room = height - foot - headroom;
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        {[0.5, 1].map((part) => (
          <line
            key={part}
            className="chart-axis"
            x1="0"
            x2={width}
            y1={height - foot - room * part}
            y2={height - foot - room * part}
          />
        ))}
        {bars.map((bar, index) => {
          const barHeight = bar.value <= 0 ? 0 : Math.max(2, (bar.value / highest) * room);
          const x = index * slot + (slot - barWidth) / 2;
          return (
            <g key={index}>
              <rect
                className="chart-bar"
                x={x.toFixed(1)}
                y={(height - foot - barHeight).toFixed(1)}
                width={barWidth.toFixed(1)}
                height={barHeight.toFixed(1)}
                rx="3"
              >
                <title>{`${bar.label}: ${bar.text}`}</title>
              </rect>
              {index % every === 0 ? (
                <text
                  className="chart-text"
                  data-spare={index % (every * 3) === 0 ? undefined : ''}
                  x={Math.max(x + barWidth / 2, 34).toFixed(1)}
                  y={height - 14}
                  textAnchor="middle"
                >
                  {bar.label}
                </text>
              ) : null}
              {bar.value === highest ? (
                <text
                  className="chart-text"
                  x={Math.min(Math.max(x + barWidth / 2, 44), width - 44).toFixed(1)}
                  y={height - foot - barHeight - 7}
                  textAnchor="middle"
                >
                  {bar.text}
                </text>
              ) : null}
            </g>
          );
        })}
        <line className="chart-axis" x1="0" x2={width} y1={height - foot} y2={height - foot} />
      </svg>
      <details>
        <summary>{tableTitle}</summary>
        <Table
          caption={title}
          captionHidden
          columns={[
            { key: 'label', title: columnTitles[0], heading: true, cell: ({ label }) => label },
            { key: 'value', title: columnTitles[1], align: 'end', cell: ({ text }) => text },
          ]}
          rows={bars}
          rowKey={({ label }) => label}
          empty=""
        />
      </details>
    </figure>
  );
}

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Timeline } from './timeline.tsx';

const row = (key: number) => ({
  ...{ key, label: '69,00 €', state: 'gilt jetzt', detail: '12 verkauft, 588 frei', isOn: true },
  ...{ window: { from: 0, to: 100 }, sold: [{ from: 0, to: 50 }] },
});

test('a mark crosses the bars and no words, however narrow the drawing is', () => {
  const drawn = renderToStaticMarkup(
    <Timeline
      {...{ id: 'x', title: 'Preise', from: 0, to: 100, rows: [row(1), row(2)], gaps: [], ticks: [] }}
      marks={[{ kind: 'now', at: 30, label: 'jetzt' }]}
      legend={{ sold: 'wird verkauft', waits: 'wartet', gap: 'Lücke' }}
    />,
  );
  const numbers = (pattern: RegExp) => [...drawn.matchAll(pattern)].map(([, ...found]) => found.map(Number));
  const lines = numbers(/<line(?: class="timeline-rim")? x1="30\.00%" x2="30\.00%" y1="(\d+)" y2="(\d+)"/g);
  const baselines = numbers(/<text class="timeline-text[^"]*" x="0" y="(\d+)"/g).flat();
  const bars = numbers(/<rect class="timeline-window"[^>]* y="(\d+)" height="(\d+)"/g);
  expect([baselines.length, bars.length]).toEqual([4, 2]);
  for (const [top = 0, bottom = 0] of lines)
    for (const baseline of baselines) expect(bottom <= baseline - 12 || top >= baseline + 4).toBe(true);
  for (const [top = 0, height = 0] of bars)
    expect(lines.some(([from = 0, to = 0]) => from <= top && to >= top + height)).toBe(true);
});

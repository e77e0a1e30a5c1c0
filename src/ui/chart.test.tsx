import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Chart, roundTicks } from './chart.tsx';

/** So wide a browser draws one at 12 px, in figures that are all as wide. */
const digit = 7.78;

test('an axis has few round figures, from nothing to the highest value', () => {
  expect([roundTicks(9), roundTicks(0), roundTicks(1), roundTicks(100), roundTicks(123_456)]).toEqual([
    [0, 3, 6, 9],
    [0, 1],
    [0, 1],
    [0, 25, 50, 75, 100],
    [0, 50_000, 100_000, 150_000],
  ]);
  for (let highest = 1; highest < 2000; highest += 7) {
    const ticks = roundTicks(highest);
    expect(ticks.length).toBeLessThan(7);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
  }
});

test('a chart says in words what it shows, and no label stands on another', () => {
  const labels = Array.from({ length: 92 }, (_, at) => `${String((at % 28) + 1).padStart(2, '0')}.03.`);
  const page = renderToStaticMarkup(
    <Chart
      title="Bestellungen pro Tag"
      description="Zusammen 4186."
      labels={labels}
      series={[{ name: 'Bestellungen', values: labels.map((_, at) => at) }]}
      format={String}
    />,
  );
  expect(page.match(/<desc[^>]*>Zusammen 4186\.<\/desc>/g)).toHaveLength(3);
  for (const drawing of page.split('class="chart-drawing"').slice(1)) {
    const places = [...drawing.matchAll(/x="([\d.]+)" y="\d+" text-anchor="middle"/g)].map(([, x]) => Number(x));
    expect(places.length).toBeGreaterThan(3);
    for (const [at, x] of places.entries()) expect(at === 0 || x - (places[at - 1] ?? 0) >= 6 * digit).toBe(true);
  }
});

test('long labels stand within the narrowest drawing, and none on another', () => {
  const labels = Array.from({ length: 60 }, (_, at) => `10/${String((at % 28) + 1).padStart(2, '0')}/2026`);
  const page = renderToStaticMarkup(
    <Chart title="A day" description="" labels={labels} series={[{ name: 'A', values: [6] }]} format={String} />,
  );
  for (const drawing of page.split('class="chart-drawing"').slice(1)) {
    const places = [...drawing.matchAll(/x="([\d.]+)" y="\d+" text-anchor="middle"/g)].map(([, x]) => Number(x));
    // Two strokes of a date are half as wide as a digit.
    const half = (9 * digit) / 2;
    expect(places.length).toBeGreaterThan(1);
    expect(places[0]).toBeGreaterThanOrEqual(half);
    for (const [at, x] of places.entries()) expect(at === 0 || x - (places[at - 1] ?? 0) >= 2 * half).toBe(true);
  }
});

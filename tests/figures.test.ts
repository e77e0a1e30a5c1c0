import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawFigures, type Results } from '../bench/support/figures.ts';

const root = new URL('../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

test('the picture in docs/performance.md is drawn from the results', () => {
  const results = JSON.parse(read('bench/results.json')) as Results;
  expect(read('bench/figures.svg')).toBe(drawFigures(results));
  expect(read('docs/performance.md')).toContain('(../bench/figures.svg)');
});

test('a bar is full where the goal is met, and shorter where it is not', () => {
  const picture = (value: number) =>
    drawFigures({
      results: [
        { name: 'purchase', rows: [{ what: 'mails with papers', value, unit: 'mails/s', better: 'higher' }] },
        {
          name: 'purchase',
          rows: [{ what: '/healthz meanwhile: 95 of 100 within', value: 20, unit: 'ms', better: 'lower' }],
        },
      ],
    });
  expect(picture(50)).toContain('class="met"');
  expect(picture(50)).toContain('50/s<tspan class="soft"> · asked 50/s ✓');
  expect(picture(25)).toContain('<rect class="on" x="230" y="64" width="150"');
});

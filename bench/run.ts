/**
 * Runs every `bench/*.bench.ts` (or those named), prints one table and writes `bench/results.json` and its picture. Of a
 * bench that did not run, what it found the last time stays.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { drawFigures, type Results } from './support/figures.ts';
import type { Bench } from './support/rows.ts';

const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort();
const results: Results['results'] = [];
for (const file of files) {
  const { default: bench } = (await import(`./${file}`)) as { default: Bench };
  process.stderr.write(`${bench.name} …\n`);
  results.push({ name: bench.name, at: new Date().toISOString(), rows: await bench.run() });
}

const figure = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0, minimumFractionDigits: 0 });
const lines = results.flatMap(({ name, rows }) =>
  rows.map((row) => [name, row.what, figure(row.value), row.unit, row.note ?? '']),
);
const table = [['bench', 'what', 'value', 'unit', 'note'], ...lines];
const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => (line[column] ?? '').length)));
for (const line of table) {
  const cells = line.map((cell, i) => (i === 2 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)));
  console.log(cells.join('  ').trimEnd());
}
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) };
const at = new Date().toISOString();
const file = `${import.meta.dirname}/results.json`;
const before = (JSON.parse(readFileSync(file, 'utf8')) as Results).results;
const kept = before.filter(({ name }) => !results.some((ran) => ran.name === name));
const all = { at, machine, results: [...results, ...kept].sort((a, b) => (a.name < b.name ? -1 : 1)) };
writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
writeFileSync(`${import.meta.dirname}/figures.svg`, drawFigures(all));

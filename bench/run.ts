/** Runs every `bench/*.bench.ts` (or those named), prints one table and writes `bench/results.json`. */
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Bench, Row } from './support/rows.ts';

const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort();
const results: { name: string; rows: Row[] }[] = [];
for (const file of files) {
  const { default: bench } = (await import(`./${file}`)) as { default: Bench };
  process.stderr.write(`${bench.name} …\n`);
  results.push({ name: bench.name, rows: await bench.run() });
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
writeFileSync(`${import.meta.dirname}/results.json`, `${JSON.stringify({ at, machine, results }, null, 2)}\n`);

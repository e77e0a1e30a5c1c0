/**
 * Checks what a change touches: types, style of the changed files, the tests in their folders, and the tests that read all files.
 * `--changed` of Vitest would choose nearly every test, because most of them open a whole shop.
 */
import { dirname } from 'node:path';
import { bun, run } from './steps.ts';

const rules = ['architecture', 'documents', 'hygiene', 'security-table'].map((name) => `tests/${name}.test.ts`);
const base = process.argv[2] ?? 'main';

async function linesOf(args: string[]): Promise<string[]> {
  const { code, output } = await run('git', args, { quiet: true });
  if (code === 0) return output.split('\n').filter(Boolean);
  console.error(`${output}\nwrite: bun run quick [BRANCH TO COMPARE WITH]`);
  process.exit(1);
}

const changed = [
  ...(await linesOf(['diff', '--name-only', '--diff-filter=d', '--merge-base', base])),
  ...(await linesOf(['ls-files', '--others', '--exclude-standard'])),
];
/** In `tests` each file is a subject of its own. */
const subjects = changed.filter((file) => /\.tsx?$/.test(file) && file.includes('/'));
const tests = subjects.map((file) => (file.startsWith('tests/') ? file : `${dirname(file)}/`));
const vitest = ['--bun', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'];
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched'];

const began = performance.now();
const stages: [string, string[]][] = [
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1']],
  ...(changed.length > 0 ? [['style', [...biome, ...changed]] as [string, string[]]] : []),
  ['tests', [...vitest, ...rules, ...new Set(tests)]],
];
const failed = await Promise.all(
  stages.map(async ([stage, args]) => {
    const { code, seconds, output } = await run(bun, args, { env: { NODE_ENV: 'test' }, quiet: true });
    console.log(`${code === 0 ? 'ok  ' : `${output}\nFAIL`} ${stage} (${seconds.toFixed(1)} s)`);
    return code !== 0;
  }),
);
console.log(`${changed.length} changed files since ${base}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
process.exit(failed.includes(true) ? 1 : 0);

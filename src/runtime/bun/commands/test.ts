/** Runs every check; the last line is `N passed, N failed`. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bun, generate, install, root, run } from './steps.ts';

type Tally = { passed: number; failed: number };
type Result = Tally & { failures?: string[] };

const results = `${root}/test-results`;
const sum: Tally = { passed: 0, failed: 0 };
/** Repeated at the end, because a long log hides them. */
const failures: string[] = [];

function count(stage: string, seconds: number, tally: Result, output = ''): void {
  sum.passed += tally.passed;
  sum.failed += tally.failed;
  failures.push(...(tally.failures ?? []));
  if (tally.failed > 0 && output) process.stdout.write(`${output}\n`);
  console.log(`${tally.failed > 0 ? 'FAIL' : 'ok  '} ${stage} (${tally.passed} passed, ${seconds.toFixed(1)} s)`);
}

/** A stage that passes or fails as one. */
async function check(stage: string, args: string[]): Promise<void> {
  const { code, seconds, output } = await run(bun, args, { quiet: true });
  count(stage, seconds, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, output);
}

/** A stage with a JSON report. A bad exit code without failed tests counts as a failure. */
async function counted<Report>(
  stage: string,
  args: string[],
  env: Record<string, string | undefined>,
  file: string,
  read: (report: Report) => Result,
): Promise<void> {
  const { code, seconds } = await run(bun, args, { env });
  const tally = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  if (code === 0 && tally.passed === 0) tally.failed += 1;
  count(stage, seconds, tally);
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    status: string;
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
/** A file that fails to load has no failed test. */
function vitestTally(report: VitestReport): Result {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => test.status === 'failed');
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: [
      ...broken.map(({ name, message }) => `${name}: ${message}`),
      ...failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join(' ')}`),
    ],
  };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] };
const playwrightTally = ({ stats, errors }: PlaywrightReport): Tally => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + (stats.unexpected === 0 ? errors.length : 0),
});

/** Finds a Chromium: CHROMIUM, the npm package, the machine's, or Debian's. */
async function provideChromium(): Promise<void> {
  const given = process.env.CHROMIUM;
  const system = '/usr/bin/chromium';
  if (given && existsSync(given)) return;
  const { code, output } = await run(bun, ['tests/support/chromium.ts'], { quiet: true });
  if (code === 0 || existsSync(system)) return;
  console.log(output);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('     installing Chromium from the packages of the system');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  const first = await run('apt-get', install, { env, quiet: true });
  if (first.code === 0) return;
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  await run('apt-get', install, { env, quiet: true });
}

/** A memory file system where memory is plentiful, because it makes commits and browser profiles faster. */
function temporaryFolder(): string {
  const memory = '/dev/shm';
  const free = existsSync(memory) ? statfsSync(memory) : null;
  return mkdtempSync(join(free && free.bavail * free.bsize > 4e9 ? memory : tmpdir(), 'startblock-check-'));
}

await install();
await generate();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const TMPDIR = temporaryFolder();
process.on('exit', () => rmSync(TMPDIR, { recursive: true, force: true }));

const STARTBLOCK = `${root}/dist/startblock`;
const chromium = provideChromium();
const DEMO_DATA = `${TMPDIR}/demo-data`;
mkdirSync(DEMO_DATA);
await Promise.all([
  check('types', ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1']),
  check('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  check('executable', ['src/runtime/bun/build/executable.ts']),
  check('demo data', ['tests/support/demo-data.ts', DEMO_DATA]),
]);
const unit = `${root}/test-results-unit.json`;
rmSync(unit, { force: true });
await counted(
  'unit and integration',
  ['--bun', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unit}`],
  // The executable starts five times as fast as the sources.
  { NODE_ENV: 'test', TMPDIR, DEMO_DATA, STARTBLOCK },
  unit,
  vitestTally,
);
rmSync(unit, { force: true });
await chromium;
const journeys = `${root}/test-results/browser.json`;
await counted(
  'browser',
  ['--bun', 'node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
  // Journeys test the shipped executable.
  {
    TMPDIR,
    DEMO_DATA,
    STARTBLOCK,
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeys,
    PLAYWRIGHT_JSON_OUTPUT_NAME: journeys,
  },
  journeys,
  playwrightTally,
);

for (const failure of failures) console.log(`FAIL ${failure.slice(0, 1500)}`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);

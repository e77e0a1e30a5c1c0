/** Finds a Chromium for Playwright. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Chromium = { executable: string; args: string[]; env: Record<string, string> };

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
];

const packaged = join(import.meta.dirname, '../../node_modules/.cache/chromium');
const packagedLibraries = join(packaged, 'al2023/lib');

/** The installed browser or null: CHROMIUM, the package's, the system's. */
export function installedChromium(): Chromium | null {
  const given = process.env.CHROMIUM;
  if (given && existsSync(given)) return chromiumAt(given, process.env.CHROMIUM_LIBRARY_PATH);
  if (existsSync(packaged)) return chromiumAt(join(packaged, 'chromium'), packagedLibraries);
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executable = places.find((place) => existsSync(place));
  return executable === undefined ? null : chromiumAt(executable);
}

const chromiumAt = (executable: string, libraries?: string): Chromium => ({
  executable,
  args: chromiumArgs,
  env: libraries ? { LD_LIBRARY_PATH: libraries } : {},
});

/** Unpacks the headless Chromium of the npm package, which is a third faster and carries its libraries. */
export async function packagedChromium(): Promise<Chromium> {
  const made = chromiumAt(join(packaged, 'chromium'), packagedLibraries);
  if (existsSync(packaged)) return made;
  const half = `${packaged}-${process.pid}`;
  mkdirSync(half, { recursive: true });
  process.env.TMPDIR = half;
  // The package unpacks its libraries only in this environment.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
  const { status, error } = spawnSync(join(half, 'chromium'), ['--version'], {
    env: { ...process.env, LD_LIBRARY_PATH: join(half, 'al2023/lib') },
  });
  if (status !== 0) {
    rmSync(half, { recursive: true });
    throw error ?? new Error(`the packaged Chromium ended with ${status}`);
  }
  renameSync(half, packaged);
  return made;
}

// For the test command.
if (process.argv[1] === import.meta.filename) await packagedChromium();

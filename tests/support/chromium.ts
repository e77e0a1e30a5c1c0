/** Finds a Chromium for Playwright: the environment's, the system's, or the one that comes from npm. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Chromium = { executable: string; args: string[]; env: Record<string, string> };

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
];

/** The browser that is there already, or null. */
export function installedChromium(): Chromium | null {
  const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executable = places.find((place) => place !== undefined && place !== '' && existsSync(place));
  const libraries = process.env.CHROMIUM_LIBRARY_PATH;
  const env: Record<string, string> = libraries ? { LD_LIBRARY_PATH: libraries } : {};
  return executable === undefined ? null : { executable, args: chromiumArgs, env };
}

/** Unpacks the Chromium of the npm package, which carries the libraries that a bare machine lacks. */
export async function packagedChromium(): Promise<Chromium> {
  // The package unpacks its libraries only where it believes to run on such a bare machine.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const executable = await chromium.executablePath();
  return { executable, args: chromiumArgs, env: { LD_LIBRARY_PATH: join(tmpdir(), 'al2023/lib') } };
}

// `bun tests/support/chromium.ts` unpacks it and prints where it is, for the test command.
if (process.argv[1] === import.meta.filename) {
  const found = installedChromium() ?? (await packagedChromium());
  process.stdout.write(`${JSON.stringify(found)}\n`);
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * What the campaigns of a run draw from: the one that was asked for; in the check that decides, one that is drawn by what
 * is checked, so that a clean clone of the same state tries the same; else another one each time.
 */
function drawnSeed(): number {
  if (process.env.SEED) return Number(process.env.SEED);
  if (!process.env.CI) return Math.floor(Math.random() * 2 ** 31);
  const hash = createHash('sha256');
  for (const folder of ['modules', 'tests']) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    for (const name of files.sort()) hash.update(readFileSync(`${folder}/${name}`));
  }
  return hash.digest().readUInt32BE() >>> 1;
}

/** Whole files that THOROUGH=1 adds: more random moments of what `several` and `simulation` try in every run. */
const thoroughFiles = ['tests/several-season.test.ts'];

export default defineConfig({
  test: {
    include: ['{src,modules,islands,dev,tests,bench}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**', ...(process.env.THOROUGH === '1' ? [] : thoroughFiles)],
    pool: 'threads',
    // Bun loads the sources itself, as in production; rewritten by Vite they load and run more slowly.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Loading the whole product anew for each file took as long as the tests; each has a database and a shop of its own.
    isolate: false,
    // Of two processors one would stand idle.
    maxWorkers: 2,
    // Every campaign of a run draws from the same seed (tests/support/thorough.ts).
    env: { SEED: String(drawnSeed()) },
    setupFiles: ['tests/support/seeded.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

import { defineConfig } from '@playwright/test';
import { installedChromium } from './tests/support/chromium.ts';

const chromium = installedChromium();
if (!chromium) throw new Error('no Chromium found: run `npx --yes bun run test`, which provides one, or set CHROMIUM');

const desktop = { width: 1280, height: 800 };
/** A journey names its configurations by tags: the daily check runs the first one, `THOROUGH=1` all. */
const before = process.env.THOROUGH === '1' ? '' : '^[^@]*';
const walked = (name: string) => ({ name, grep: new RegExp(`${before}@${name}(?![a-z-])`) });

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/demo-data.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    browserName: 'chromium',
    locale: 'de-AT',
    timezoneId: 'Europe/Vienna',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium.executable,
      args: chromium.args,
      env: { ...(process.env as Record<string, string>), ...chromium.env },
    },
  },
  projects: [
    { ...walked('desktop'), use: { viewport: desktop } },
    { ...walked('english'), use: { viewport: desktop, locale: 'en-US' } },
    { ...walked('phone'), use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
    { ...walked('without-javascript'), use: { viewport: desktop, locale: 'en-US', javaScriptEnabled: false } },
  ],
});

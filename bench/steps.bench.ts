import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, installedChromium, packagedChromium } from '#tests/support/chromium.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import type { Bench, Row } from './support/rows.ts';

/**
 * What Lighthouse calls a phone on slow 4G, throttled in the browser: each request waits, the line is thin, and the
 * processor takes four times as long.
 */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const cpuSlowdown = 4;
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const rounds = 5;
const event = '/events/donau-marathon';

/** The largest contentful paint of the event page, met for the first time, of the login and of every step that follows. */
export default {
  name: 'steps',
  async run(): Promise<Row[]> {
    const server = await startServer({ env: { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' } });
    const { executable, env } = installedChromium() ?? (await packagedChromium());
    const browser = await chromium.launch({ executablePath: executable, args: chromiumArgs, env });
    try {
      const measured = new Map<string, number[]>();
      for (let round = 0; round < rounds; round += 1) {
        for (const [what, ms] of await oneVisit(browser, server, round)) {
          measured.set(what, [...(measured.get(what) ?? []), ms]);
        }
      }
      return [...measured].map(([what, times]) => ({
        what: `${what}: largest contentful paint`,
        value: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
        unit: 'ms',
        better: 'lower' as const,
        note: `slow 4G, processor ${cpuSlowdown} times slower, 360 px; the slowest of ${rounds}: ${Math.round(times.at(-1) ?? 0)}`,
      }));
    } finally {
      await browser.close();
      await server.stop();
    }
  },
} satisfies Bench;

/** Event page with nothing in the cache, then the steps one after the other, as one visitor sees them. */
async function oneVisit(browser: Browser, server: RunningServer, round: number): Promise<[string, number][]> {
  const context = await browser.newContext({ ...phone, locale: 'de-AT', baseURL: server.url });
  await context.addCookies([{ name: 'ccn-interacted', value: 'necessary', url: server.url }]);
  const page = await context.newPage();
  const times: [string, number][] = [];
  const see = async (what: string, path: string) => {
    times.push([what, await throttled(page, async () => largestPaint(page, path))]);
  };
  const next = async () => {
    await page.locator('button[name=intent][value=next]').filter({ visible: true }).first().click();
    await page.waitForLoadState('load');
  };
  await see('event page', event);
  await see('login', '/auth');
  await page.goto(`${event}/competitions`);
  await page.locator('input[name=email]').fill(`langsam-${round}@example.org`);
  await page.locator('button[name=way][value=alone]').click();
  await page.waitForURL(/competitions$/);
  await page.locator('button[value^="add:"]').first().click();
  await page.locator('[name$=".firstName"]').fill('Lana');
  await page.locator('[name$=".lastName"]').fill(`Leitner ${'i'.repeat(round)}`);
  await page.locator('[name$=".birthDate"]').fill('01.05.1990');
  await page.locator('[name$=".gender"]').selectOption('female');
  for (const field of await page.locator('select[required][name*=".fields."]').all()) {
    await field.selectOption({ index: 1 });
  }
  await next();
  await see('participants', `${event}/competitions`);
  await see('articles', `${event}/articles`);
  await see('protection', `${event}/cancellation-protection`);
  await see('address', `${event}/delivery-address`);
  for (const [name, value] of Object.entries({ street: 'Hauptplatz', zipCode: '4020', city: 'Linz' })) {
    const field = page.locator(`[name="contact.${name}"]`);
    if (await field.count()) await field.fill(value);
  }
  const country = page.locator('[name="contact.countryCode"]');
  if (await country.count()) await country.selectOption('AT');
  // With a script one orders there; the way on to the page of check order is the one without.
  await page.locator('button[name=intent][value=next]').first().dispatchEvent('click');
  await page.waitForURL(/check-order/);
  await see('check order', `${event}/check-order`);
  await page.locator('[name=accepted]').check();
  await page.locator('[name=paymentMethod][value=bank]').check();
  await page.locator('#booking button[value=next]').click();
  await page.waitForURL(/payment-in-advance/);
  const orderId = new URL(page.url()).pathname.split('/').pop();
  await see('payment', `${event}/payment?order=${orderId}`);
  await see('transfer', `/payment-in-advance/${orderId}`);
  await see('completed', `${event}/completed?order=${orderId}`);
  await context.close();
  return times;
}

async function throttled<T>(page: Page, run: () => Promise<T>): Promise<T> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  try {
    return await run();
  } finally {
    await devtools.detach();
  }
}

/** Milliseconds from the start of the navigation; what is painted after the page is at rest does not count any more. */
async function largestPaint(page: Page, path: string): Promise<number> {
  const answer = await page.goto(path, { waitUntil: 'networkidle' });
  // Another page than the one that is asked about would be measured without a word.
  if (!answer?.ok() || answer.request().redirectedFrom())
    throw new Error(`${path} answered ${answer?.status()} ${page.url()}`);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

/**
 * The test of every journey: a server of its own per worker, people with a browser each, and pages on which any error of
 * the console fails the test.
 */
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { call, loginByCode, type Session } from '../support/crowd.ts';
import { type KeptMail, type RunningServer, startServer } from '../support/server.ts';
import { type Texts, textsOf } from './texts.ts';

export { expect };

/**
 * Tags of a journey that is walked in every world: wide, narrow, and without scripts, which is the English one. `@english`
 * walks it in English with scripts too, where the words move something.
 */
export const everywhere = ['@desktop', '@phone', '@without-javascript'];

/** A browser of somebody else: another person, or the same one later with `storageState`. */
export type OpenBrowser = (options?: BrowserContextOptions) => Promise<Page>;
/** `isAsked`: the visitor has not answered the consent banner yet; elsewhere it would only stand in the way. */
type TestFixtures = { baseURL: string; isAsked: boolean; page: Page; openBrowser: OpenBrowser; texts: Texts };
/** `adminApi`: a session of the demo's super admin, made once, since every account may ask for few codes. */
type WorkerFixtures = { server: RunningServer; adminApi: Session };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ env: { LIMIT_FACTOR: '0' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  adminApi: [
    async ({ server }, use) => use(await loginByCode(server, 'admin@startblock.example')),
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  texts: async ({ locale }, use) => use(textsOf(locale?.startsWith('en') ? 'en-us' : 'de')),
  isAsked: [false, { option: true }],
  page: async ({ page, isAsked, baseURL }, use) => {
    if (!isAsked) await answerConsent(page.context(), baseURL);
    const complaints = complaintsOf(page);
    await use(page);
    expect(complaints, 'the console stays empty').toEqual([]);
  },
  openBrowser: async ({ browser, isAsked, baseURL }, use) => {
    const opened: { page: Page; complaints: string[] }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext(options);
      if (!isAsked) await answerConsent(context, baseURL);
      const page = await context.newPage();
      opened.push({ page, complaints: complaintsOf(page) });
      return page;
    });
    for (const { page, complaints } of opened) {
      await page.context().close();
      expect(complaints, 'the console stays empty').toEqual([]);
    }
  },
});

/** As if the banner had been answered on an earlier day: necessary cookies alone. */
async function answerConsent(context: BrowserContext, url: string): Promise<void> {
  await context.addCookies([{ name: 'ccn-interacted', value: 'necessary', url }]);
}

/** A page that is refused with words for people (422 and its kin) is an answer; the browser notes it all the same. */
const refusedPage = /Failed to load resource: the server responded with a status of (400|404|409|410|422)/;

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isRefusedPage = refusedPage.test(message.text()) && message.location().url === page.url();
    if (message.type() === 'error' && !isRefusedPage) complaints.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()} ${error}`));
  return complaints;
}

/**
 * No finding of axe on the page as it is now. axe runs inside the page, so where scripts are off it cannot look; there
 * the page is the same HTML that the other projects check.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  if (base.info().project.use.javaScriptEnabled === false) return;
  // Our pages have no frames, so axe needs no page of its own to gather what it found in them.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((n) => n.target.join(' ')).join(', ')})`,
  );
  expect.soft(told, `accessibility of ${page.url()}`).toEqual([]);
}

/**
 * Looks at a page as a whole: light and dark without a finding of axe, one heading, nothing that sticks out sideways.
 * With SCREENSHOTS set to a folder, pictures of it land there for a person to look at.
 */
export async function look(page: Page, name: string): Promise<void> {
  const { project } = base.info();
  await expect(page.locator('h1'), name).toHaveCount(1);
  const folder = process.env.SCREENSHOTS;
  const schemes = project.use.javaScriptEnabled === false ? (['light'] as const) : (['light', 'dark'] as const);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (folder) {
      await page.screenshot({ path: `${folder}/${project.name}/${name}-${colorScheme}.png`, fullPage: true });
    }
    // In the dark the same page differs in its colours alone.
    await expectAccessible(page, colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined);
  }
  if (project.use.javaScriptEnabled !== false) {
    const sideways = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect.soft(sideways, `${name} sticks out sideways`).toBe(0);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

/** Somebody who looks after the demo's events, with an address of its own, since each may ask for few codes. */
export async function newOrganizer(server: RunningServer, admin: Session, name: string): Promise<string> {
  const email = `${name}@verein.example`;
  const { status } = await call(server, 'POST', '/api/admin/organizers/1/users', { email }, admin);
  expect(status).toBe(200);
  return email;
}

/** The newest mail to this address whose text or subject matches; waits until it is there. */
export async function mailTo(server: RunningServer, email: string, matching: RegExp): Promise<KeptMail> {
  let found: KeptMail | undefined;
  await expect(async () => {
    const mails = await server.mailbox();
    found = mails.find(
      ({ to, subject, text }) => to.includes(email) && (matching.test(subject) || matching.test(text)),
    );
    expect(found, `a mail to ${email} with ${matching}`).toBeDefined();
  }).toPass({ timeout: 15_000, intervals: [50, 100, 200] });
  return found as KeptMail;
}

/** The six digits that stand alone on a line of the newest mail to this address. */
export async function codeFromMail(server: RunningServer, email: string): Promise<string> {
  const mail = await mailTo(server, email, /^\s*\d{6}\s*$/m);
  return /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1] ?? '';
}

/** Logs in with the code from the mailbox; works with and without JavaScript. `to`: where the login leads. */
export async function loginByMail(page: Page, server: RunningServer, email: string, to = '/'): Promise<void> {
  await page.goto(`/auth?to=${encodeURIComponent(to)}`);
  await enterAddressAndCode(page, server, email);
}

/** On the page that asks for an address: fills it in and comes back with the code of the mail. */
export async function enterAddressAndCode(page: Page, server: RunningServer, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('button[name=way][value=code]').click();
  const code = page.locator('input[name=code]');
  await code.waitFor();
  await code.fill(await codeFromMail(server, email));
  await page.locator('main form:has(input[name=code]) button').first().click();
  await page.waitForURL((url) => url.pathname !== '/enter-code');
}

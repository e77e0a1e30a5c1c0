/**
 * The test of every journey: a server of its own per worker, people with a browser each, and pages on which any error of
 * the console fails the test.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { storedNameOf } from '#src/app/screens/stored-names.tsx';
import { call, loginByCode, type Session } from '../support/crowd.ts';
import { type RunningServer, root, type StoredMail, startServer } from '../support/server.ts';
import { type Texts, textsOf } from './texts.ts';

export { expect };

/**
 * The configurations of a journey. The daily check runs the first one, the thorough check all. `@without-javascript` is in
 * English; `@english` is English with scripts.
 */
export const everywhere = ['@desktop', '@phone', '@without-javascript'];
export const phoneFirst = ['@phone', '@desktop', '@without-javascript'];
export const withoutScriptFirst = ['@without-javascript', '@desktop', '@phone'];

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
    expect(await unlistedIn(page), 'all that is stored stands on the privacy page').toEqual([]);
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

/** What a journey left in the browser and the privacy page does not name. */
async function unlistedIn(page: Page): Promise<string[]> {
  if (page.isClosed()) return [];
  const stored = [...(await page.context().cookies())].map(({ name }) => ['cookie', name] as const);
  // A page that is left just now is asked no more.
  const inScripts = await page
    .evaluate(async () => [
      ...Object.keys(localStorage).map((name) => ['local', name] as const),
      ...Object.keys(sessionStorage).map((name) => ['session', name] as const),
      ...(await indexedDB.databases()).map(({ name }) => ['database', name ?? ''] as const),
      ...(await caches.keys()).map((name) => ['cache', name] as const),
    ])
    .catch(() => []);
  return [...stored, ...inScripts]
    .filter(([where, name]) => !storedNameOf(where, name))
    .map(([where, name]) => `${where} ${name}`);
}

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

/** Whether this is the world in which a journey is looked at thoroughly: the first with scripts that it is walked in. */
const isThorough = ({ tags, project }: TestInfo): boolean =>
  project.name === ['desktop', 'phone', 'english'].find((world) => tags.includes(`@${world}`));

type Axe = { run(on: Document, options: object): Promise<{ violations: AxeViolation[] }> };
type AxeViolation = { id: string; help: string; nodes: { target: string[] }[] };
const axeSource = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/** No finding of axe on the page as it is now; all its rules, or these. */
async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const told = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      preload: false,
      ...(only ? { runOnly: only } : {}),
    });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`,
    );
  }, rules);
  expect.soft(told, `accessibility of ${page.url()}`).toEqual([]);
}

/** What sticks out sideways, and what is too small or too near to another to be hit by a finger (WCAG 2.2, 2.5.8). */
function misplaced(): string[] {
  const html = document.documentElement;
  const sideways = html.scrollWidth - html.clientWidth;
  const told = sideways > 0 ? [`the page sticks out sideways by ${sideways} px`] : [];
  if (!matchMedia('(pointer: coarse)').matches) return told;
  /** What lies above the rest of the page hides it, and so far there is nothing to be hit. */
  const layerOf = (element: Element | null): Element | null =>
    !element || ['fixed', 'sticky'].includes(getComputedStyle(element).position)
      ? element
      : layerOf(element.parentElement);
  const targets = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((target) => ({ target, box: target.getBoundingClientRect(), layer: layerOf(target) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  for (const { target, box, layer } of targets) {
    if (box.width >= 24 && box.height >= 24) continue;
    // A link in a sentence is as high as its line.
    if (getComputedStyle(target).display === 'inline') continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const near = targets.find((other) => {
      const aside = Math.max(other.box.left - x, 0, x - other.box.right);
      const above = Math.max(other.box.top - y, 0, y - other.box.bottom);
      const isAnother = other.target !== target && other.layer === layer;
      return isAnother && !target.contains(other.target) && Math.hypot(aside, above) < 12;
    });
    if (near) told.push(`${target.outerHTML.slice(0, 100)} is too near to ${near.target.outerHTML.slice(0, 100)}`);
  }
  return told;
}

/**
 * Sees that a page has one heading and everything in its place; where scripts are off it is the same HTML. With
 * SCREENSHOTS set to a folder, pictures of it land there for a person to look at.
 */
export async function glance(page: Page, name: string): Promise<void> {
  const { project } = base.info();
  await expect(page.locator('h1'), name).toHaveCount(1);
  if (process.env.SCREENSHOTS) await takePictures(page, `${process.env.SCREENSHOTS}/${project.name}/${name}`);
  if (project.use.javaScriptEnabled === false) return;
  // Whoever asks for places before the styles are there gets those of a page without any.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('link')].every((l) => l.rel !== 'stylesheet' || l.sheet),
  );
  expect.soft(await page.evaluate(misplaced), name).toEqual([]);
}

/**
 * Looks at a page thoroughly, once: axe has nothing to say, in the dark of its colours alone. axe runs inside the page,
 * in one world of the journey; in the others, and where another journey has looked at the same page, a glance is enough.
 */
export async function look(page: Page, name: string): Promise<void> {
  await glance(page, name);
  if (!isThorough(base.info())) return;
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function takePictures(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${path}-${colorScheme}.png`, fullPage: true });
  }
}

/** Somebody who looks after the demo's events, with an address of its own, since each may ask for few codes. */
export async function newOrganizer(server: RunningServer, admin: Session, name: string): Promise<string> {
  const email = `${name}@verein.example`;
  const { status } = await call(server, 'POST', '/api/admin/organizers/1/users', { email }, admin);
  expect(status).toBe(200);
  return email;
}

/** The newest mail to this address whose text or subject matches; waits until it is there. */
export async function mailTo(server: RunningServer, email: string, matching: RegExp): Promise<StoredMail> {
  let found: StoredMail | undefined;
  await expect(async () => {
    const mails = await server.mailbox(email);
    found = mails.find(({ subject, text }) => matching.test(subject) || matching.test(text));
    expect(found, `a mail to ${email} with ${matching}`).toBeDefined();
  }).toPass({ timeout: 15_000, intervals: [50, 100, 200] });
  return found as StoredMail;
}

/** The six digits that stand alone on a line of the newest mail to this address. */
export async function codeFromMail(server: RunningServer, email: string): Promise<string> {
  const mail = await mailTo(server, email, /^\s*\d{6}\s*$/m);
  return /^\s*(\d{6})\s*$/m.exec(mail.text)?.[1] ?? '';
}

/** From now on this browser is theirs. */
export async function actAs(page: Page, { cookie }: Session, url: string): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => {
    const end = pair.indexOf('=');
    return { name: pair.slice(0, end), value: pair.slice(end + 1), url };
  });
  await page.context().addCookies(cookies);
}

/** Somebody is logged in, without the pages of the login: for journeys that are about something else. */
export async function logIn(page: Page, server: RunningServer, email: string, to = '/'): Promise<void> {
  const language = await page.evaluate(() => navigator.language);
  await actAs(page, await loginByCode(server, email, language), server.url);
  await page.goto(to);
}

/** Follows the navigation of the management, which stands behind the menu button on a phone. */
export async function followNavigation(page: Page, { t }: Texts, label: string): Promise<void> {
  const menu = page.locator('.admin-menu-button');
  if (await menu.isVisible()) await menu.click();
  const nav = page.getByRole('navigation', { name: t('ui.admin.nav') });
  const folded = nav.locator('details:not([open])', { has: page.getByText(label, { exact: true }) });
  if (await folded.count()) await folded.locator('summary').click();
  await nav.getByRole('link', { name: label, exact: true }).click();
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

/**
 * The test of every journey: a server of its own per worker, and a page on which any error of the console or any failed
 * request to us fails the test.
 */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { type RunningServer, startServer } from '../support/server.ts';

export { expect };

type WorkerFixtures = { server: RunningServer };

export const test = base.extend<{ baseURL: string; page: Page }, WorkerFixtures>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ env: { LIMIT_FACTOR: '0' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(page);
    expect(complaints, 'the console stays empty').toEqual([]);
  },
});

/**
 * No finding of axe on the page as it is now. axe runs inside the page, so where scripts are off it cannot look; there
 * the page is the same HTML that the other projects check.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (base.info().project.use.javaScriptEnabled === false) return;
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((n) => n.target.join(' ')).join(', ')})`,
  );
  expect(told, `accessibility of ${page.url()}`).toEqual([]);
}

/** The six digits that stand alone on a line of the newest mail to this address. */
export async function codeFromMail(server: RunningServer, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const mail = (await server.mailbox()).find(({ to }) => to.includes(email));
    code = /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1];
    expect(code, `a log-in code for ${email}`).toBeDefined();
  }).toPass({ timeout: 10_000, intervals: [50, 100, 200] });
  return code as string;
}

/** Logs in over the page /login with the code from the mailbox; works with and without JavaScript. */
export async function loginByMail(page: Page, server: RunningServer, email: string): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('main form button[type=submit]').first().click();
  const code = page.locator('input[name=code]');
  await code.waitFor();
  await code.fill(await codeFromMail(server, email));
  await page.locator('main form:has(input[name=code]) button[type=submit]').first().click();
  await expect(code).toHaveCount(0);
}

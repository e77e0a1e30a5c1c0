/** Login by providers in a browser, on another site: there and back, cancelled, refused, and joined by a mailed code. */
import type { Page } from '@playwright/test';
import { type Simulator, startSimulator } from '../support/openid-provider.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import {
  test as base,
  enterAddressAndCode,
  everywhere,
  expect,
  look,
  phoneFirst,
  withoutScriptFirst,
} from './fixtures.ts';
import type { Texts } from './texts.ts';

/** The shop of these journeys uses providers on 127.0.0.1, which is another site than localhost. */
const test = base.extend<object, { simulator: Simulator; server: RunningServer }>({
  simulator: [
    async ({ browserName: _ }, use) => {
      const simulator = await startSimulator({ google: 'openid', apple: 'openid', facebook: 'facebook' });
      await use(simulator);
      await simulator.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ simulator }, use) => {
      const server = await startServer({ env: { LIMIT_FACTOR: '0', ...simulator.env } });
      simulator.connect({ publicUrl: server.url });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

const withProvider = (texts: Texts, provider: string) =>
  texts.t('providers.login.with', { provider: texts.t(`providers.name.${provider}`) });

/** From the login page to the page of the provider. */
async function goTo(page: Page, texts: Texts, provider: string, to = '/settings'): Promise<void> {
  await page.goto(`/auth?to=${encodeURIComponent(to)}`);
  await page.getByRole('link', { name: withProvider(texts, provider) }).click();
  await page.waitForURL(/127\.0\.0\.1/);
}
const choose = (page: Page, person: string) => page.locator(`input[name=person][value=${person}]`).check();
const press = (page: Page, answer: string) => page.locator(`button[name=answer][value=${answer}]`).click();

test('a login by Google lands on the wanted page, and shows among the connected ones', { tag: phoneFirst }, async ({
  page,
  texts,
}) => {
  await page.goto('/auth?to=%2Fsettings%2Fidentities');
  await look(page, 'auth-providers');
  await goTo(page, texts, 'google', '/settings/identities');
  await expect(page.locator('html')).toHaveAttribute('lang', texts.locale === 'de' ? 'de' : 'en-US');
  await look(page, 'provider-authorize');
  await choose(page, 'anna');
  await press(page, 'allow');
  await page.waitForURL(/\/settings\/identities$/);
  await expect(page.locator('main')).toContainText('Google');
  await look(page, 'identities');
  await page.getByRole('button', { name: texts.t('providers.list.remove', { provider: 'Google' }) }).click();
  await page.waitForURL(/removed=1$/);
  await look(page, 'identities-none');
});

test('who cancels or meets an error is told, and may try again', { tag: withoutScriptFirst }, async ({
  page,
  texts,
}) => {
  await goTo(page, texts, 'google');
  await press(page, 'cancel');
  await page.waitForURL(/\/auth\/external\/error/);
  await expect(page.locator('main')).toContainText(texts.t('problem.OAUTH_ERROR_USER_CANCEL'));
  await look(page, 'external-cancel');
  await page.getByRole('link', { name: texts.t('providers.result.again', { provider: 'Google' }) }).click();
  await page.locator('select[name=fault]').selectOption('unknownKey');
  await press(page, 'allow');
  await page.waitForURL(/\/auth\/external\/error/);
  await expect(page.locator('main')).toContainText(texts.t('problem.OAUTH_ERROR'));
  await look(page, 'external-error');
  await page.getByRole('link', { name: texts.t('providers.result.byCode') }).click();
  await expect(page.locator('input[name=to]').first()).toHaveValue('/settings');
});

test('an address that nobody proved is confirmed by a code, once', { tag: phoneFirst }, async ({
  page,
  texts,
  server,
  openBrowser,
}) => {
  const email = `neu-${test.info().project.name}@verein.example`;
  await goTo(page, texts, 'facebook');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=share]').uncheck();
  await press(page, 'allow');
  await page.waitForURL(/\/auth\/external\/error/);
  await expect(page.locator('main')).toContainText(texts.t('problem.OAUTH_INSUFFICIENT_PERMISSIONS'));
  await look(page, 'external-no-email');
  await page.getByRole('link', { name: texts.t('providers.result.again', { provider: 'Facebook' }) }).click();
  await page.locator('input[name=email]').fill(email);
  await press(page, 'allow');
  await page.waitForURL(/\/auth\?to=/);
  await expect(page.locator('main')).toContainText(texts.t('providers.pending.title'));
  await expect(page.locator('input[name=email]')).toHaveValue(email);
  await look(page, 'auth-pending');
  await enterAddressAndCode(page, server, email);
  await page.waitForURL(/\/settings$/);
  const later = await openBrowser({ baseURL: server.url, locale: texts.locale === 'de' ? 'de-AT' : 'en-US' });
  await goTo(later, texts, 'facebook');
  await later.locator('input[name=email]').fill(email);
  await press(later, 'allow');
  await later.waitForURL(/\/settings$/);
});

test('Apple posts its answer from another site', { tag: everywhere }, async ({ page, texts }) => {
  await goTo(page, texts, 'apple', '/settings');
  await page.locator('input[name=email]').fill(`apfel-${test.info().project.name}@verein.example`);
  await press(page, 'allow');
  if (test.info().project.use.javaScriptEnabled === false) {
    await look(page, 'provider-form-post');
    await page.getByRole('button', { name: texts.t('providers.test.goOn') }).click();
  }
  await page.waitForURL(/\/settings$/);
  await expect(page.locator('input[name=firstname]')).toHaveValue('Test');
});

test('One Tap asks Google only when it is pressed', { tag: ['@desktop', '@phone'] }, async ({ page, texts }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/gsi/')) asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/auth?to=%2Fsettings');
  const island = page.locator('[data-island=OneTap]');
  await expect(island).toHaveAttribute('data-ready', '');
  expect(asked).toEqual([]);
  await island.getByRole('button', { name: texts.t('providers.oneTap.button') }).click();
  await page.waitForURL(/\/settings$/);
  expect(asked).toEqual(['/google/gsi/client', '/google/gsi/credential']);
});

/** A server that is away for seconds while a page asks it. */
import { loginByCode } from '../support/crowd.ts';
import { startServer } from '../support/server.ts';
import { actAs, expect, test } from './fixtures.ts';

test('a list follows the filter once the server is back, and asks for what was typed last alone', {
  tag: ['@desktop'],
}, async ({ browser, texts }) => {
  const first = await startServer({ env: { LIMIT_FACTOR: '0' } });
  const { port } = new URL(first.url);
  // A browser of its own: that nobody answers stands in its console, too.
  const context = await browser.newContext({ baseURL: first.url });
  const page = await context.newPage();
  await context.addCookies([{ name: 'ccn-interacted', value: 'necessary', url: first.url }]);
  await actAs(page, await loginByCode(first, 'admin@startblock.example'), first.url);
  await page.goto('/admin/orders');
  const filter = page.getByLabel(texts.t('orderList.filter.q'));
  const rows = page.locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  // The script is there that asks: without it nobody does.
  await expect(page.locator('form[data-find] [role=combobox]')).toBeVisible();
  const before = await rows.count();

  await first.kill('SIGKILL');
  const unheard: string[] = [];
  page.on('requestfailed', (request) => {
    const asked = new URL(request.url()).searchParams.get('q');
    if (asked !== null) unheard.push(asked);
  });
  await filter.fill('nobody');
  await expect(async () => expect(unheard).toContain('nobody')).toPass();
  await filter.fill('nobody is called so');
  const later = () => unheard.slice(unheard.indexOf('nobody is called so'));
  await expect(async () => expect(later().length, 'tried again').toBeGreaterThanOrEqual(2)).toPass();
  expect(new Set(later()), 'what was typed last alone').toEqual(new Set(['nobody is called so']));
  await expect(rows, 'nothing is taken away').toHaveCount(before);
  await expect(filter).toBeEnabled();

  const again = await startServer({ dataDir: first.dataDir, env: { LIMIT_FACTOR: '0', PORT: port } });
  try {
    await expect(page).toHaveURL(/q=nobody\+is\+called\+so/, { timeout: 15_000 });
    await expect(rows.first()).not.toBeVisible();
    await expect(filter).toHaveValue('nobody is called so');
  } finally {
    await context.close();
    await again.stop();
  }
});

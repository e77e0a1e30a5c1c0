/** While the next page is on its way, somebody who pressed sees that something happens. */
import { actAs, expect, test } from './fixtures.ts';

/** The bar of a page in CSS pixels, its share of the width, and where the content begins. */
type Bar = { height: string; top: string; width: number; content: number };

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`a page that takes longer than 300 ms has a bar of 2 px at its top, with motion: ${reducedMotion}`, {
    tag: ['@desktop'],
  }, async ({ page, server, adminApi }) => {
    const seen: (Bar | null)[] = [];
    // A page that is being left cannot be asked; it tells.
    await page.exposeFunction('tell', (bar: Bar | null) => seen.push(bar));
    await page.emulateMedia({ reducedMotion });
    await actAs(page, adminApi, server.url);
    await page.goto('/admin/events');
    await page.evaluate(() => {
      const { tell } = window as unknown as { tell(bar: Bar | null): void };
      setInterval(() => {
        const { content, height, top, transform } = getComputedStyle(document.documentElement, '::before');
        const width = transform === 'none' ? 1 : new DOMMatrix(transform).a;
        const at = document.querySelector('main')?.offsetTop ?? -1;
        tell(content === 'none' ? null : { height, top, width, content: at });
      }, 50);
    });
    const before = await page.evaluate(() => document.querySelector('main')?.offsetTop);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/admin/orders', async (route) => {
      await held;
      await route.continue();
    });
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(
      seen.every((bar) => bar === null),
      'no bar while nothing is on its way',
    ).toBe(true);
    await page.locator('.admin-links a[href="/admin/orders"]').first().click({ noWaitAfter: true });
    await expect.poll(() => seen.at(-1)?.width).toBeGreaterThan(0.05);
    expect(seen.at(-1)).toMatchObject({ height: '2px', top: '0px', content: before });
    release();
    await page.waitForURL(/admin\/orders/);
    await expect(page.locator('html[data-busy]')).not.toBeAttached();
  });

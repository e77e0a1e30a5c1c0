/** An organizer arranges competitions and prices, sees them drawn, and is asked before the sale stops. */
import type { Page } from '@playwright/test';
import { expect, glance, logIn, look, newOrganizer, test } from './fixtures.ts';
import type { Texts } from './texts.ts';

type Made = { eventPath: string; tickets: string };

/** A race of the next year with three competitions, the first with a price that is on sale. */
async function raceOf(page: Page, texts: Texts): Promise<Made> {
  const year = new Date().getUTCFullYear() + 1;
  const isGerman = texts.locale === 'de';
  const day = (date: number, month: number) => (isGerman ? `${date}.${month}.${year}` : `${month}/${date}/${year}`);
  const fill = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).fill(value);
  };
  await page.goto('/admin/events/new');
  await fill({ title: 'Preislauf', startTimestamp: `${day(14, 6)} 09:00`, endTimestamp: `${day(14, 6)} 15:00` });
  await page.getByRole('button', { name: texts.t('events.admin.create') }).click();
  await page.waitForURL(/\/admin\/events\/\d+\?saved$/);
  const eventPath = new URL(page.url()).pathname;
  let tickets = '';
  for (const title of ['Kurz', 'Mittel', 'Lang']) {
    await page.goto(`${eventPath}/competitions/new`);
    await fill({ title, totalTicketCount: '50' });
    await page.getByRole('button', { name: texts.t('events.admin.create') }).click();
    await page.waitForURL(/\/admin\/tickets\/\d+\/\d+\?saved$/);
    tickets ||= new URL(page.url()).pathname;
  }
  await page.goto(`${tickets}/prices/new`);
  await fill({ price: '20', quantity: '30', availableTo: `${day(31, 1)} 23:59` });
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await page.waitForURL(/\?saved$/);
  await page.goto(`${tickets}/prices/new`);
  await fill({ price: '25', quantity: '30', availableTo: `${day(1, 6)} 23:59` });
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await page.waitForURL(/\?saved$/);
  return { eventPath, tickets };
}

const titles = (page: Page) => page.locator('main tbody th a').allTextContents();
const begin = async (page: Page, run: () => Promise<void>) => run().then(() => page.waitForLoadState());

test('competitions are put in order by buttons, by keyboard and by dragging', {
  tag: ['@desktop', '@phone', '@without-javascript'],
}, async ({ page, texts, server, adminApi }) => {
  const { project } = test.info();
  await logIn(page, server, await newOrganizer(server, adminApi, `order-${project.name}`), '/admin/events');
  const { eventPath } = await raceOf(page, texts);
  const list = `${eventPath}/competitions`;
  const up = (name: string) => page.getByRole('button', { name: texts.t('events.sort.up', { name }) });
  await page.goto(list);
  if (project.use.javaScriptEnabled === false) {
    await begin(page, () => up('Lang').click());
    expect(await titles(page)).toEqual(['Kurz', 'Lang', 'Mittel']);
    return;
  }
  await page.locator('[data-island=SortableList][data-ready]').waitFor();
  await look(page, 'competitions-order');
  const saving = () => page.waitForResponse((answer) => answer.url().endsWith('/order') && answer.status() === 204);
  await Promise.all([saving(), up('Lang').click()]);
  expect(await titles(page)).toEqual(['Kurz', 'Lang', 'Mittel']);
  await expect(page.locator('.sort-form [role=status]')).toContainText('Lang');
  await expect(up('Lang'), 'the focus stays').toBeFocused();
  await Promise.all([saving(), page.keyboard.press('Alt+ArrowUp')]);
  expect(await titles(page)).toEqual(['Lang', 'Kurz', 'Mittel']);

  const grip = page.locator('[data-sort-name=Mittel] .sort-grip');
  await grip.scrollIntoViewIfNeeded();
  const box = await grip.boundingBox();
  const first = await page.locator('main tbody tr').first().boundingBox();
  if (!box || !first) throw new Error('rows have places');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, first.y + first.height + 4, { steps: 6 });
  await page.mouse.move(box.x + box.width / 2, first.y + 4, { steps: 6 });
  await Promise.all([saving(), page.mouse.up()]);
  expect(await titles(page)).toEqual(['Mittel', 'Lang', 'Kurz']);
  await page.reload();
  expect(await titles(page)).toEqual(['Mittel', 'Lang', 'Kurz']);
});

test('a price is drawn while it is typed, and a gap or an end of the sale is asked for', {
  tag: ['@desktop', '@phone', '@without-javascript'],
}, async ({ page, texts, server, adminApi }) => {
  const { project } = test.info();
  await logIn(page, server, await newOrganizer(server, adminApi, `prices-${project.name}`), '/admin/events');
  const { tickets } = await raceOf(page, texts);
  const year = new Date().getUTCFullYear() + 1;
  const isGerman = texts.locale === 'de';
  await expect(page.locator('.timeline svg')).toBeVisible();
  await expect(page.locator('.price-picture')).toContainText(texts.t('events.prices.noWarnings'));
  await look(page, 'competition-prices');

  await page.locator('main tbody th a').nth(1).click();
  await page.waitForURL(/\/prices\/\d+$/);
  const gap = isGerman ? `10.2.${year} 0:00` : `2/10/${year} 0:00`;
  const script = project.use.javaScriptEnabled !== false;
  if (script) await page.locator('[data-island=PriceTimeline][data-ready]').waitFor();
  await page.locator('[name=availableFrom]').fill(gap);
  if (script) {
    await expect(page.locator('.price-picture [data-tone=wait]')).toContainText(isGerman ? 'Lücke' : 'Gap');
    await expect(page.locator('.timeline-legend [data-kind=gap]')).toBeVisible();
    await look(page, 'price-form');
  }
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await expect(page.locator('[name=confirmed]')).toBeVisible();
  await look(page, 'price-asked');
  await page.locator('[name=confirmed]').check();
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await page.waitForURL(new RegExp(`${tickets}\\?saved$`));
  await expect(page.locator('.price-picture')).toContainText(isGerman ? 'Lücke' : 'Gap');
  await glance(page, 'competition-gap');

  await page.locator('main tbody th a').first().click();
  await page.getByRole('link', { name: texts.t('events.admin.deletePrice') }).click();
  await expect(page.locator('main [role=alert]')).toBeVisible();
  await look(page, 'price-delete');
  await page.getByRole('button', { name: texts.t('events.admin.deletePrice') }).click();
  await page.waitForURL(new RegExp(`${tickets}$`));
  await expect(page.locator('main tbody tr')).toHaveCount(1);
});

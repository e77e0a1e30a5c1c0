/** Figures of an event and of the platform: charts, their tables and files, on every kind of screen. */
import { readFile } from 'node:fs/promises';
import { call } from '../support/crowd.ts';
import { actAs, expect, glance, look, test } from './fixtures.ts';
import { raceWith } from './race.ts';

test('an organizer reads the figures of an event, compares two years and takes them along', {
  tag: ['@desktop', '@phone'],
}, async ({ page, texts, server, adminApi }) => {
  const name = `Zahlenlauf ${test.info().project.name}`;
  const { eventId, orderIds } = await raceWith(server, adminApi, name, ['Ada', 'Bea', 'Cora']);
  const before = await raceWith(server, adminApi, `${name} davor`, ['Dora']);
  for (const orderId of [...orderIds, ...before.orderIds]) {
    await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi);
  }
  await actAs(page, adminApi, server.url);

  await page.goto(`/admin/events/${eventId}/statistics`);
  await look(page, 'statistics-sales');
  const parts = await page
    .locator('.statistics-parts a')
    .evaluateAll((all) => all.map((a) => a.getBoundingClientRect().y));
  expect(new Set(parts).size, 'the parts stand side by side').toBeLessThan(parts.length);
  await page.getByLabel(texts.t('statistics.filter.type')).selectOption('participants');
  await page.getByLabel(texts.t('statistics.filter.compare')).selectOption(String(before.eventId));
  await page.getByRole('button', { name: texts.t('statistics.filter.show') }).click();
  await expect(page).toHaveURL(new RegExp(`type=participants&compare=${before.eventId}`));
  await expect(page.locator('main svg[role=img]:visible')).toHaveCount(2);
  await expect(page.locator('.chart-legend')).toContainText(`${name} davor`);
  await page.getByText(texts.t('statistics.table'), { exact: true }).first().click();
  await look(page, 'statistics-compared');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: texts.t('statistics.csv', { title: texts.t('statistics.byCompetition') }) }).click(),
  ]);
  const [head = '', ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(head).toContain(texts.t('statistics.column.competition'));
  expect(rows.reduce((sum, row) => sum + Number(row.split(';').at(-1)), 0)).toBe(3);

  for (const part of ['people', 'views', 'extras'] as const) {
    await page
      .getByRole('link', { name: texts.t(`statistics.part.${part}`), exact: true })
      .last()
      .click();
    await expect(page).toHaveURL(new RegExp(`/statistics/${part}`));
    await glance(page, `statistics-${part}`);
  }
});

test('a super admin reads the figures of all events', {
  tag: ['@desktop', '@phone'],
}, async ({ page, texts, server, adminApi }) => {
  await actAs(page, adminApi, server.url);
  await page.goto('/admin/statistics?days=365&type=revenue');
  await expect(page.locator('main svg[role=img]:visible')).toHaveCount(1);
  await look(page, 'statistics-platform');
  for (const [key, path] of [
    ['statistics.perYear', 'years'],
    ['statistics.part.articles', 'articles'],
    ['statistics.part.views', 'views'],
    ['statistics.part.payments', 'payments'],
  ] as const) {
    await page
      .getByRole('link', { name: texts.t(key), exact: true })
      .last()
      .click();
    await expect(page).toHaveURL(new RegExp(`/admin/statistics/${path}`));
    await glance(page, `statistics-${path}`);
  }
});

test('a list that looks after itself still lets one choose its columns', {
  tag: ['@desktop'],
}, async ({ page, server, adminApi }) => {
  await actAs(page, adminApi, server.url);
  await page.clock.install();
  await page.goto('/admin/exports');
  const columns = page.locator('[data-live] .grid-columns > summary');
  await expect(columns).toBeVisible();
  await page.locator('[data-live]').evaluate((part) => part.classList.add('as-it-was'));
  await page.clock.runFor(20_000);
  await expect(page.locator('.as-it-was'), 'it was drawn anew').toHaveCount(0);
  await expect(columns).toBeVisible();
});

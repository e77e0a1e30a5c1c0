/** An organizer gives out vouchers: what they are for, their codes, a file of them, and what one would do to an order. */
import { readFile } from 'node:fs/promises';
import { expect, followNavigation, logIn, look, newOrganizer, test } from './fixtures.ts';

test('a kind of voucher is made, its codes are generated, saved, switched off, and tried out', {
  tag: ['@desktop', '@phone', '@without-javascript'],
}, async ({ page, texts, server, adminApi }) => {
  test.setTimeout(120_000);
  const { t } = texts;
  const { project } = test.info();
  const hasScripts = project.use.javaScriptEnabled !== false;
  await logIn(page, server, await newOrganizer(server, adminApi, 'vouchers'), '/admin/events/1');
  await followNavigation(page, texts, t('events.tab.vouchers'));
  await page.waitForURL(/\/admin\/voucher-types\/1$/);
  await expect(page.getByRole('link', { name: 'Vereinsrabatt' })).toBeVisible();
  await look(page, 'vouchers-types');

  await page.getByRole('link', { name: t('vouchers.types.new') }).click();
  const chosen = (name: string) => page.locator(`select[name=${name}]`);
  await expect(chosen('articleId'), 'an event voucher names no article').toBeHidden();
  await chosen('target').selectOption('article');
  await expect(chosen('articleId')).toBeVisible();
  await expect(chosen('competitionId')).toBeHidden();
  const name = `Familie ${project.name}`;
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=amount]').fill('20');
  await chosen('unit').selectOption('percentage');
  await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await expect(page.locator('#field-articleId-error')).toHaveText(t('vouchers.error.articleIdMissing'));
  await look(page, 'vouchers-type-wrong');
  await chosen('target').selectOption('competition');
  await chosen('competitionId').selectOption({ index: 1 });
  await page.locator('input[name=prefix]').fill(`F${project.name.slice(0, 2).toUpperCase()}-`);
  await page.locator('input[name=validTo]').fill('');
  await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await page.waitForURL(/\/admin\/vouchers\/1\/\d+\?done=type$/);
  const path = new URL(page.url()).pathname;
  await look(page, 'vouchers-codes-none');

  await page.locator('input[name=count]').fill('60');
  await page.getByRole('button', { name: t('vouchers.codes.generateNow'), exact: true }).click();
  await page.waitForURL(/done=generated&count=60$/);
  const codes = page.locator('.voucher-code');
  await expect(codes).toHaveCount(50);
  await page.locator('input[name=code][type=text]').fill(`  Oma   ${project.name} `);
  await page.getByRole('button', { name: t('vouchers.codes.createNow'), exact: true }).click();
  await page.waitForURL(/done=created$/);
  await expect(codes.first()).toHaveText(`Oma ${project.name}`);

  await page.getByRole('checkbox', { name: t('vouchers.codes.selectOne', { code: `Oma ${project.name}` }) }).check();
  await page.getByRole('button', { name: t('vouchers.codes.deactivateSelected'), exact: true }).click();
  await page.waitForURL(/done=deactivated&count=1$/);
  await look(page, 'vouchers-codes');
  await page.getByLabel(t('vouchers.codes.search')).fill('oma');
  if (!hasScripts) await page.locator('form[data-grid-filter] button').first().click();
  await expect(codes).toHaveCount(1);
  await expect(page.locator('[data-grid=voucher-codes] tbody')).toContainText(t('vouchers.status.deactivated'));
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: t('ui.list.csv') }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines, 'the file holds what the list shows').toHaveLength(2);
  expect(lines[1]).toBe(
    `Oma ${project.name};${t('vouchers.status.deactivated')};;${texts.locale === 'de' ? '0,00' : '0.00'}`,
  );

  await page.goto(path);
  await page.getByRole('link', { name: t('vouchers.codes.deactivateAll') }).click();
  await expect(page.getByRole('heading', { level: 2, name: /60/ })).toBeVisible();
  await look(page, 'vouchers-deactivate-all');
  await page.getByRole('link', { name: t('vouchers.deactivateAll.back') }).click();

  await page.getByRole('link', { name: t('vouchers.types.toPreview') }).click();
  await page.waitForURL(/\/preview$/);
  await page.locator('input[name^="starters."]').first().fill('2');
  await page.locator('input[name^="pieces."]').first().fill('1');
  await page.locator('form:not(#reverse) button', { hasText: t('vouchers.preview.calculate') }).click();
  await page.waitForURL(/starters/);
  await expect(page.locator('.voucher-preview tbody tr')).toHaveCount(2);
  await expect(page.locator('.voucher-preview tbody del')).toHaveCount(2);
  await page.locator('input[name=reduced]').fill('40');
  await page.locator('#reverse button').click();
  await expect(page.locator('#reverse [role=status]')).toContainText(texts.money(5000));
  await expect(page.locator('.voucher-preview tbody tr'), 'the basket stays').toHaveCount(2);
  await look(page, 'vouchers-preview');
});

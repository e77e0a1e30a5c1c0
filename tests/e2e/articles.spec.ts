/** An organizer keeps what is sold and asked besides the tickets: articles in sizes, questions, a protection. */
import { expect, logIn, look, newOrganizer, test } from './fixtures.ts';

test('articles, their sizes, questions and a protection are set up', {
  tag: ['@desktop', '@phone', '@without-javascript'],
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  await logIn(page, server, await newOrganizer(server, adminApi, 'shirts'), '/admin/events');
  await page.goto('/admin/events/new');
  await page.locator('[name=title]').fill(`Shirtlauf ${test.info().project.name}`);
  await page.getByRole('button', { name: t('events.admin.create') }).click();
  await page.waitForURL(/\/admin\/events\/\d+\?saved$/);
  const eventPath = new URL(page.url()).pathname;
  const save = () => page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();

  await page.goto(`${eventPath}/articles/new`);
  await page.locator('[name=name]').fill('Finisher-Shirt');
  await page.locator('[name=price]').fill('25');
  await expect(page.locator('[name=minPrice]'), 'what only donations need is out of the way').toBeHidden();
  await page.locator('[name=type]').selectOption('donation');
  await expect(page.locator('[name=minPrice]')).toBeVisible();
  await look(page, 'admin-article-donation');
  await page.locator('[name=type]').selectOption('normal');
  await save();
  await page.waitForURL(/\/articles\/\d+\?saved$/);
  const articlePath = new URL(page.url()).pathname;

  await page.locator('[name="variant.new.newNames"]').fill('XS, S, M, L, XL');
  await page.locator('[name="variant.new.newAmount"]').fill('40');
  await page.getByRole('button', { name: t('events.variants.save') }).click();
  await page.waitForURL(/variantsSaved/);
  await expect(page.locator('.variants tbody tr')).toHaveCount(5);
  await look(page, 'admin-article');
  const amounts = page.locator('.variants tbody tr input[name$=".availableAmount"]');
  await amounts.nth(1).fill('0');
  await amounts.nth(2).fill('viele');
  await page.getByRole('button', { name: t('events.variants.save') }).click();
  await expect(page.locator('.variants [aria-invalid=true]')).toHaveCount(1);
  await expect(amounts.nth(1), 'what was typed stays').toHaveValue('0');
  await look(page, 'admin-variants-refused');
  await amounts.nth(2).fill('45');
  await page.getByRole('button', { name: t('events.variants.save') }).click();
  await page.waitForURL(/variantsSaved/);
  await expect(page.locator('.variants tbody tr').nth(1)).toContainText(t('events.articles.soldOut'));

  await page.goto(`${eventPath}/articles/new`);
  await page.locator('[name=name]').fill('Spende für den Nachwuchs');
  await page.locator('[name=type]').selectOption('donation');
  await page.locator('[name=minPrice]').fill('5');
  await page.locator('[name=maxPrice]').fill('2');
  await save();
  await expect(page.locator('[name=maxPrice][aria-invalid=true]')).toBeVisible();
  await page.locator('[name=maxPrice]').fill('50');
  await save();
  await page.waitForURL(/\/articles\/\d+\?saved$/);
  await page.goto(`${eventPath}/articles`);
  await look(page, 'admin-articles');
  await page.goto(`${eventPath}/articles/sold`);
  await look(page, 'admin-articles-sold');
  await page.goto(articlePath);
  await page.getByRole('link', { name: t('events.articles.delete') }).click();
  await look(page, 'admin-article-delete');
  await page.getByRole('button', { name: t('events.delete.yes') }).click();
  await page.waitForURL(/\/articles$/);
  await expect(page.getByText('Finisher-Shirt')).toHaveCount(0);

  await page.goto(`${eventPath}/dynamic-fields/new`);
  await page.locator('[name=nameDe]').fill('Verpflegung');
  await page.locator('[name=nameEn]').fill('Meal');
  await page.locator('[name="options[0].optionDe"]').fill('Nudeln');
  await page.locator('[name="options[0].optionEn"]').fill('Pasta');
  await page.locator('[name="options[1].optionDe"]').fill('Salat');
  await page.locator('[name=defaultValue]').fill('Pizza');
  await save();
  await expect(page.locator('[name=defaultValue][aria-invalid=true]')).toBeVisible();
  await page.locator('[name=defaultValue]').fill('Salat');
  await look(page, 'admin-field');
  await save();
  await page.waitForURL(/\/dynamic-fields\/\d+\?saved$/);
  await page.goto(`${eventPath}/dynamic-fields/new`);
  await page.locator('[name=nameDe]').fill('Mit Übernachtung');
  await page.locator('[name=fieldType]').selectOption('checkbox');
  await expect(page.locator('[name="options[0].optionDe"]')).toBeHidden();
  await page.locator('[name=defaultTicked]').check();
  await save();
  await page.waitForURL(/\/dynamic-fields\/\d+\?saved$/);
  await page.goto(`${eventPath}/dynamic-fields`);
  await look(page, 'admin-fields');

  await page.goto(eventPath.replace('/admin/events/', '/admin/cancellation-protection/'));
  await page.getByRole('link', { name: t('events.protections.new') }).click();
  await page.locator('[name=title]').fill('Stornoschutz');
  await page.locator('[name=price]').fill('4,90');
  await look(page, 'admin-protection');
});

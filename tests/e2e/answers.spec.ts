/** What an organizer is answered stands where they look: after saving, before a mistake, beside a file that is too large. */
import { expect, logIn, look, newOrganizer, phoneFirst, test } from './fixtures.ts';

test('every answer is in view, in our words', { tag: phoneFirst }, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  const { project } = test.info();
  const isGerman = texts.locale === 'de';
  const save = () => page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await logIn(page, server, await newOrganizer(server, adminApi, `answers-${project.name}`), '/admin/events/new');
  await page.locator('[name=title]').fill('Antwortlauf');
  const year = new Date().getUTCFullYear() + 1;
  await page.locator('[name=startTimestamp]').fill(isGerman ? `14.6.${year} 9:00` : `6/14/${year} 9:00 AM`);
  await page.locator('[name=endTimestamp]').fill(isGerman ? `14.6.${year} 15:00` : `6/14/${year} 3:00 PM`);
  await page.getByRole('button', { name: t('events.admin.create') }).click();
  await page.waitForURL(/\?saved$/);
  const eventPath = new URL(page.url()).pathname;
  await expect(page.locator('.alert').filter({ hasText: t('ui.form.saved') })).toBeInViewport();
  await page.goto(`${eventPath}/settings`);
  await expect(page.locator('[name=startTimestamp]'), 'a keypad of digits has no colon').toHaveAttribute(
    'inputmode',
    'text',
  );

  await page.goto(`${eventPath}/settings/sale`);
  await page.locator('[name=canceled]').check();
  await save();
  await expect(page.locator('.alert').filter({ hasText: t('form.confirm.title') })).toBeInViewport();
  await expect(page.locator('[name=confirmed]')).toBeInViewport();
  await look(page, 'answers-asked');

  await page.goto(eventPath);
  await page.getByRole('button', { name: t('events.visibility.viaLinkButton') }).click();
  await page.waitForURL(/#visibility-title$/);
  await expect(page.locator('main')).toContainText(t('events.visibility.viaLinkText'));
  await expect(page.locator('#visibility-title')).toBeInViewport();

  await page.goto(`${eventPath}/settings/look`);
  const file = page.locator('input[type=file]');
  const none = page.getByText(t('events.pictures.noFile'));
  await expect(none).toBeVisible();
  await expect(page.getByText(t('events.pictures.chooseFile'))).toBeVisible();
  await file.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) });
  await expect(none, 'the name of the file stands there').toBeHidden();
  await page.getByRole('button', { name: t('events.pictures.upload'), exact: true }).click();
  await page.waitForURL(/picture=FILE_SIZE_LIMIT_EXCEEDED/);
  await expect(page.getByText(t('events.pictures.refused.FILE_SIZE_LIMIT_EXCEEDED'))).toBeInViewport();
  await look(page, 'answers-too-large');
});

test('what was sold of articles fills the printed sheet', { tag: ['@desktop'] }, async ({ page, server, adminApi }) => {
  await logIn(page, server, await newOrganizer(server, adminApi, 'printing'), '/admin/events/1/articles/sold');
  await page.emulateMedia({ media: 'print' });
  const width = await page.locator('.sold-articles table').evaluate((table) => table.getBoundingClientRect().width);
  expect(width).toBeGreaterThan(1000);
});

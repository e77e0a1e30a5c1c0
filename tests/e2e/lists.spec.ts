/** The organizer's lists: orders filtered and two of them canceled; participants with a column more and as a file; a letter. */
import { readFile } from 'node:fs/promises';
import { expect, logIn, look, newOrganizer, test } from './fixtures.ts';
import { raceWith } from './race.ts';

test('orders are found and canceled, participants listed, and all of them written to', {
  tag: ['@desktop', '@phone'],
}, async ({ page, texts, server, adminApi }) => {
  const { project } = test.info();
  const { eventId } = await raceWith(server, adminApi, `Listenlauf ${project.name}`, ['Ada', 'Bea', 'Cora']);
  await logIn(page, server, await newOrganizer(server, adminApi, 'lists'), `/admin/orders?event=${eventId}`);
  await page.waitForURL(/\/admin\/orders/);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(3);
  // On a usual screen nothing is cut off; then the header stays in view.
  const frame = page.locator('.table-frame');
  await expect(frame).toHaveAttribute('data-fits', '');
  await expect(frame.locator('thead th').first()).toHaveCSS('position', 'sticky');
  await page.locator('.more-filters summary').click();
  await look(page, 'lists-orders');

  // The list follows the filter while it is typed.
  await page.getByLabel(texts.t('orderList.filter.q')).fill('lístner');
  await expect(page).toHaveURL(/q=l/);
  await expect(rows).toHaveCount(3);
  for (const row of [0, 1]) await rows.nth(row).locator('.tick').click();
  await page.getByRole('button', { name: texts.t('orderList.bulk.cancel'), exact: true }).click();
  await expect(page.locator('main .lead')).toContainText('2');
  await look(page, 'lists-cancel');
  await page.locator('main .button-danger').click();
  await expect(page.locator('main .alert')).toContainText('2');
  await expect(page.locator('tbody .badge', { hasText: texts.t('ui.status.canceled') })).toHaveCount(2);

  await page.goto(`/admin/participants?event=${eventId}`);
  await expect(rows).toHaveCount(1);
  await expect(frame).toHaveAttribute('data-fits', '');
  await page.getByLabel(texts.t('participantList.filter.state')).selectOption('all');
  await expect(rows).toHaveCount(3);
  await page.locator('.grid-columns summary').click();
  await page.locator('.grid-columns').getByLabel(texts.t('participantList.column.email')).uncheck();
  await page.keyboard.press('Escape');
  await look(page, 'lists-participants');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: texts.t('ui.list.csv') }).click(),
  ]);
  const [head, first] = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(head).not.toContain(texts.t('participantList.column.email'));
  expect(first).toContain('Listner;Cora;10 km');

  await page.getByRole('link', { name: texts.t('participantList.write') }).click();
  await page.locator('[name="de.subject"]').fill('Hallo {vorname}');
  await page.locator('[name="de.body"]').fill('Bald geht es los, {firstName}.\n\n{ticketLink}');
  await page.getByRole('button', { name: texts.t('mailings.form.next') }).click();
  await expect(page.locator('main')).toContainText(texts.t('mailings.error.placeholder', { names: '{vorname}' }));
  await look(page, 'lists-mailing-form');
  await page.locator('[name="de.subject"]').fill('Hallo {firstName}');
  await page.getByRole('button', { name: texts.t('mailings.form.next') }).click();
  await expect(page.frameLocator('.mail-frame').getByText('Bald geht es los, Ada.')).toBeVisible();
  await look(page, 'lists-mailing');
  await page.getByRole('link', { name: texts.t('mailings.send') }).click();
  await look(page, 'lists-mailing-sure');
  await page.locator('main .confirm .form-actions button').click();
  await expect(page.locator('main')).toContainText(texts.t('mailings.said.sent'));
  await expect(async () => {
    await page.reload();
    await expect(page.locator('progress')).toHaveJSProperty('value', 1);
  }).toPass({ timeout: 15_000 });
  await look(page, 'lists-mailing-sent');
});

/** A super admin gives an organizer's invoices their look, and sees it while typing. */
import { call } from '../support/crowd.ts';
import { jpegOf } from '../support/pictures.ts';
import { expect, logIn, look, test, withoutScriptFirst } from './fixtures.ts';

test('an invoice template is written, drawn, illustrated and opened as a PDF; a picture goes again', {
  tag: withoutScriptFirst,
}, async ({ page, texts, server, adminApi }) => {
  const { project } = test.info();
  const withScripts = project.use.javaScriptEnabled !== false;
  const name = `Laufclub ${project.name}`;
  const address = { street: 'Promenade', houseNumber: '4', zipCode: '4020', city: 'Linz', countryCode: 'AT' };
  const made = await call(server, 'POST', '/api/admin/organizers', { name, address, accentColor: '#0b7a4b' }, adminApi);
  const { id } = made.json.organizer as { id: number };
  await logIn(page, server, 'admin@startblock.example', `/admin/organizer/${id}?lang=${texts.locale}`);
  await page.getByRole('link', { name: texts.t('invoicing.template.link') }).click();
  await look(page, 'invoice-template-plain');

  const sheet = page.locator('.paper-sheet');
  await expect(sheet).toContainText(`R${id}-000001`);
  await page.locator('[name="accountingGroupNr.prefix"]').fill('LC-');
  await page.locator('[name="accountingGroupNr.suffix"]').fill('-2026');
  await page.locator('[name="accountingGroupNr.value"]').fill('500');
  await page.locator('[name="descriptionTop"]').fill('Danke, dass du bei uns läufst!');
  await page.locator('[name="descriptionBottom"]').fill('Laufclub, Promenade 4\nBankverbindung auf Anfrage');
  await page.locator('[name="spacing.top.value"]').fill(project.use.locale?.startsWith('en') ? '4.5' : '4,5');
  if (withScripts) await expect(page.locator('.island[data-ready]')).toBeVisible();
  else await page.getByRole('button', { name: texts.t('invoicing.template.show') }).click();
  await expect(sheet).toContainText('LC-000500-2026');
  await expect(sheet).toContainText('Danke, dass du bei uns läufst!');
  await expect(sheet.locator('foreignObject').first()).toHaveAttribute('y', /^127\.5/);
  const before = await call(
    server,
    'GET',
    `/api/admin/organizer-invoices/${id}/invoice-pdf-template`,
    undefined,
    adminApi,
  );
  expect(before.json.template).toMatchObject({ descriptionTop: null });

  await page.getByRole('button', { name: texts.t('ui.form.save'), exact: true }).click();
  await look(page, 'invoice-template-asked');
  await page.locator('[name="confirmed"]').check();
  await page.getByRole('button', { name: texts.t('ui.form.save'), exact: true }).click();
  await expect(page.locator('main')).toContainText(texts.t('ui.form.saved'));

  const file = { name: 'kopf.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpegOf(1600, 300)) };
  const area = page.locator('#picture-header');
  await area.locator('input[type=file]').setInputFiles(file);
  await area.getByRole('button', { name: texts.t('events.pictures.upload'), exact: true }).click();
  await expect(area.locator('img')).toBeVisible();
  const widthOf = () => area.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(widthOf, 'it is there when its bytes are').toBe(1600);
  await expect(sheet.locator('image')).toHaveAttribute('width', '595.28');
  await look(page, 'invoice-template');

  const link = page.getByRole('link', { name: texts.t('invoicing.template.preview.pdf') });
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: texts.t('invoicing.template.remove.header') }).click();
  await expect(area.locator('img')).toHaveCount(0);
  await expect(sheet.locator('image')).toHaveCount(0);
  await page.getByRole('link', { name }).first().click();
  await expect(page.locator('h1')).toHaveText(name);
});

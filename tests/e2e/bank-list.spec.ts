/** A bank's list with columns that nobody knows yet: asked for once, then read as it comes. */
import { actAs, expect, look, test, withoutScriptFirst } from './fixtures.ts';

const list = `Buchungsdatum;Auftraggeber;Buchungs-Info;Filiale;Betrag;Währung
02.02.2026;Hößlinger Nuño;Startgeld und eine Spende für den Verein;12;31,17;EUR
02.02.2026;Druckerei;Plakate;12;-12,00;EUR
`;
const file = { name: 'Umsätze.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };

test('the columns of a list are chosen before it is previewed, and a line is checked again', {
  tag: withoutScriptFirst,
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  await actAs(page, adminApi, server.url);
  await page.goto(`/admin/imports?lang=${texts.locale}`);
  const preview = page.getByRole('button', { name: t('imports.upload.preview'), exact: true });
  await page.locator('input[type=file]').setInputFiles(file);
  await preview.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('imports.columns.title'));
  await look(page, 'bank-list-columns');
  const choose = (column: string, field: string) =>
    page.getByLabel(t('imports.columns.fieldOf', { name: column })).selectOption({ label: field });
  await page.getByRole('button', { name: t('imports.columns.go'), exact: true }).click();
  await expect(page.locator('main')).toContainText(t('imports.columns.error.missing'));
  await choose('Buchungs-Info', t('imports.columns.field.reference'));
  await choose('Filiale', t('imports.columns.field.ignored'));
  await page.getByRole('button', { name: t('imports.columns.go'), exact: true }).click();
  await expect(page.locator('main')).toContainText('Hößlinger Nuño');
  await look(page, 'bank-list-preview');
  await page.getByRole('button', { name: t('imports.preview.book'), exact: true }).click();
  await expect(page.locator('.alert').first()).toContainText(t('imports.import.booked'));
  await page
    .locator('main')
    .getByRole('link', { name: t('imports.outcome.notFound'), exact: true })
    .first()
    .click();
  await look(page, 'bank-line');
  await page.getByRole('button', { name: t('imports.again.now'), exact: true }).click();
  await expect(page.locator('.alert').first()).toContainText(t('imports.again.notFound'));
  await page.goto('/admin/imports');
  await page.locator('input[type=file]').setInputFiles(file);
  await preview.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('imports.preview.title'));
});

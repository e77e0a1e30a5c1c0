/** The organizer gives out numbers without a timing system: ranges, a preview, a list, labels, and a file that comes in. */
import { call } from '../support/crowd.ts';
import { everywhere, expect, followNavigation, logIn, look, newOrganizer, test } from './fixtures.ts';
import { raceWith } from './race.ts';

test('numbers: ranges, preview, assigned, list and labels; then a file with a preview', { tag: everywhere }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const { t } = texts;
  const project = test.info().project.name;
  const { eventId, orderIds } = await raceWith(server, adminApi, `Nummernlauf ${project}`, ['Zita', 'Ada', 'Max']);
  for (const orderId of orderIds.slice(0, 2))
    await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi);
  const email = await newOrganizer(server, adminApi, `nummern-${project}`);
  await logIn(page, server, email, `/admin/events/${eventId}`);
  await followNavigation(page, texts, t('bibs.title'));
  await look(page, 'bibs-empty');
  await page.getByRole('link', { name: t('bibs.ranges.new') }).click();
  await page.locator('[name=first]').fill('100');
  await page.locator('[name=last]').fill('99');
  await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await expect(page.locator('.field-error').first()).toBeVisible();
  await page.locator('[name=competitionId]').selectOption({ index: 1 });
  await page.locator('[name=last]').fill('149');
  await page.locator('[name=reserve]').fill('10');
  await look(page, 'bibs-range');
  await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await expect(page.getByText(t('bibs.said.saved')).first()).toBeVisible();
  await page.getByRole('link', { name: t('bibs.assign.title') }).click();
  await page.locator('[name=sequence]').selectOption('name');
  await look(page, 'bibs-assign');
  await page.getByRole('button', { name: t('bibs.assign.preview') }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Ada')).toContainText('100');
  await expect(row('Zita')).toContainText('101');
  await expect(row('Max')).toHaveCount(0);
  await look(page, 'bibs-preview');
  await page.locator('form[action$="/apply"] button').click();
  await expect(async () => {
    await page.reload();
    await expect(page.locator('.alert[data-tone=good]')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await look(page, 'bibs-done');
  await page.goto(`/admin/events/${eventId}/bibs/print`);
  await look(page, 'bibs-print');
  for (const paper of ['list.pdf?sort=name&competitionId=', 'labels.pdf?sheet=2x7&start=3']) {
    const answer = await page.request.get(`/admin/events/${eventId}/bibs/${paper}`);
    expect([paper, answer.status(), answer.headers()['content-type']]).toEqual([paper, 200, 'application/pdf']);
  }
  await page.goto(`/admin/events/${eventId}/bibs/start-list`);
  await expect(page.getByRole('cell', { name: '101' }).first()).toBeVisible();
  await look(page, 'bibs-start-list');
  const list = await (await page.request.get(`/api/admin/events/${eventId}/start-list`)).text();
  await page.goto(`/admin/events/${eventId}/bibs/import`);
  await look(page, 'bibs-import');
  const changed = list.replace(/^101;/m, '7;').concat('9;Niemand;Da;;;;;;\r\n');
  await page.locator('input[name=file]').setInputFiles({
    name: 'nummern.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(changed),
  });
  await page.getByRole('button', { name: t('bibs.assign.preview') }).click();
  await expect(row('Zita')).toContainText('101');
  await expect(row('Zita')).toContainText('7');
  await expect(row('Niemand')).toContainText(t('bibs.outcome.notFound'));
  await look(page, 'bibs-import-preview');
  await page.locator('form[action$="/apply"] button').click();
  await expect(async () => {
    await page.goto(`/admin/participants?event=${eventId}`);
    const bibs = await page.request.get(`/api/admin/events/${eventId}/start-list`);
    expect(await bibs.text()).toMatch(/^7;Listner;Zita/m);
  }).toPass({ timeout: 20_000 });
});

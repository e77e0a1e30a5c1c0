/** What makes an organizer's pages quick and safe: a list that follows, columns, a guard, and two people at one record. */
import { call } from '../support/crowd.ts';
import { expect, logIn, newOrganizer, test } from './fixtures.ts';

test('the list of events follows the filter, and remembers which columns one wants', {
  tag: ['@desktop', '@english'],
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  await logIn(page, server, await newOrganizer(server, adminApi, 'grid'), '/admin/events');
  const rows = page.locator('[data-grid=events] tbody tr');
  await expect(rows).not.toHaveCount(1);
  const search = page.getByLabel(t('events.list.search'));
  await search.pressSequentially('kranzspitz');
  await expect(rows).toHaveCount(1);
  await expect(search, 'typing goes on').toBeFocused();
  // One row may be left before all of it is typed.
  await expect(page).toHaveURL(/\?q=kranzspitz$/);
  await page.reload();
  await expect(rows, 'the filter stands in the address').toHaveCount(1);

  const place = page.locator('[data-grid=events] thead th').filter({ hasText: t('events.fact.place') });
  await expect(place).toBeVisible();
  await page.locator('.grid-columns > summary').click();
  await page.getByRole('checkbox', { name: t('events.fact.place') }).uncheck();
  await expect(place).toBeHidden();
  await page.keyboard.press('Escape');
  await page.goto('/admin/events');
  await expect(rows).not.toHaveCount(1);
  await expect(place, 'it stays hidden').toBeHidden();
});

test('leaving a form with changes is asked for, saving is not', {
  tag: ['@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  await logIn(page, server, await newOrganizer(server, adminApi, 'guard'), '/admin/events/2/settings');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  // A new place would be asked about, as people with tickets hear of it.
  const text = page.locator('textarea[name=description]');
  const before = await text.inputValue();
  await text.fill(`${before} neu`);
  await text.fill(before);
  await page.goto('/admin/events/3/settings');
  expect(asked, 'nothing is changed').toEqual([]);
  await page.goto('/admin/events/2/settings');
  await text.pressSequentially(' neu');
  await page.goto('/admin/events/3/settings');
  expect(asked).toEqual(['beforeunload']);
  await page.goto('/admin/events/2/settings');
  await text.pressSequentially(' neu');
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await page.waitForURL(/saved/);
  await text.fill(before);
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await page.waitForURL(/saved/);
  expect(asked).toEqual(['beforeunload']);
});

test('posting one form of a page asks about another, and what was typed there comes back', {
  tag: ['@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  // An article of its own: other journeys buy those of the demo by their names.
  const race = { title: 'Zwei Formulare', organizerId: 1 };
  const { eventId } = (await call(server, 'POST', '/api/admin/events', race, adminApi)).json;
  await call(server, 'POST', `/api/admin/articles/${eventId}`, { name: 'Becher' }, adminApi);
  const articles = `/admin/events/${eventId}/articles`;
  await logIn(page, server, await newOrganizer(server, adminApi, 'two-forms'), articles);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.locator('main tbody th a').first().click();
  const name = page.locator('input[name=name]');
  await name.pressSequentially(' neu');
  const typed = await name.inputValue();
  await page.locator('[name="variant.new.newNames"]').pressSequentially('Zwei Formulare');
  await page.locator('[name="variant.new.newAmount"]').fill('3');
  await page.getByRole('button', { name: texts.t('events.variants.save') }).click();
  await page.waitForURL(/variantsSaved/);
  await expect(name).toHaveValue(typed);
  expect(asked).toEqual(['beforeunload']);
  await page.getByRole('button', { name: texts.t('ui.form.save'), exact: true }).click();
  await page.waitForURL(/saved/);
  expect(asked, 'nothing else is unsaved any more').toHaveLength(1);
});

test('two people change the same event: the second is told and loses nothing', {
  tag: ['@without-javascript', '@desktop'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t } = texts;
  const path = '/admin/events/4/settings';
  await logIn(page, server, await newOrganizer(server, adminApi, 'first'), path);
  const other = await openBrowser();
  await logIn(other, server, await newOrganizer(server, adminApi, 'second'), path);
  const save = { name: t('ui.form.save'), exact: true };
  const place = `Messe ${test.info().project.name}`;
  await page.locator('input[name=location]').fill(place);
  await page.getByRole('button', save).click();
  // People with tickets hear of a new place after this yes.
  await page.locator('[name=confirmed]').check();
  await page.getByRole('button', save).click();
  await page.waitForURL(/saved/);

  await other.locator('textarea[name=description]').fill('Von der zweiten Person');
  await other.getByRole('button', save).click();
  await expect(other.getByText(t('form.conflict.title'))).toBeVisible();
  await expect(other.locator('main')).toContainText(place);
  await expect(other.locator('input[name=location]'), 'what only the first changed is taken over').toHaveValue(place);
  await expect(other.locator('textarea[name=description]')).toHaveValue('Von der zweiten Person');
  await other.getByRole('button', save).click();
  await other.waitForURL(/saved/);
  await page.goto(path);
  await expect(page.locator('input[name=location]')).toHaveValue(place);
  await expect(page.locator('textarea[name=description]')).toHaveValue('Von der zweiten Person');
});

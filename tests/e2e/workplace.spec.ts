/** The management as a place to work: somebody is found from anywhere, and one goes through an event by its groups. */
import { expect, followNavigation, glance, logIn, look, newOrganizer, phoneFirst, test } from './fixtures.ts';
import { raceWith } from './race.ts';

test('a runner is found from anywhere in two actions: by name, number and address', {
  tag: phoneFirst,
}, async ({ page, texts, server, adminApi }) => {
  const { project } = test.info();
  const { t } = texts;
  const hasScripts = project.use.javaScriptEnabled !== false;
  const name = `Suchlauf ${project.name}`;
  const { eventId } = await raceWith(server, adminApi, name, ['Quirinus', 'Quirina']);
  await logIn(page, server, await newOrganizer(server, adminApi, `finder-${project.name}`), '/admin/events');
  const box = page.getByRole(hasScripts ? 'combobox' : 'searchbox', { name: t('ui.find.label') });

  // One: the name. Two: Enter.
  if (hasScripts) {
    await page.locator('form.find[data-find]').waitFor();
    await expect(box).toBeVisible();
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
  }
  await box.fill('quirinus');
  await box.press('Enter');
  await page.waitForURL(/\/admin\/orders\/\d+\/participants\/\d+$/);
  await expect(page.locator('[name=firstName]')).toHaveValue('Quirinus');
  const orderId = /orders\/(\d+)/.exec(page.url())?.[1] ?? '';

  // The number of an order leads to the order.
  await box.fill(orderId);
  await box.press('Enter');
  await page.waitForURL(new RegExp(`/admin/orders/${orderId}$`));

  // Several are a list, with the arrow keys while one types and as a page.
  await page.goto(`/admin/events/${eventId}/history`);
  if (hasScripts) {
    await box.pressSequentially('quiri');
    const options = page.getByRole('option');
    await expect(options).toHaveCount(2);
    await look(page, 'workplace-found');
    await box.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    await expect(box).not.toHaveAttribute('aria-activedescendant');
    await box.press('ArrowUp');
    await box.press('Escape');
    await expect(options.first()).toBeHidden();
    await expect(box).toHaveValue('quiri');
    await box.press('ArrowDown');
    await box.press('Enter');
    await page.waitForURL(/\/participants\/\d+$/);
  }
  await page.goto('/admin/search?q=quiri');
  await expect(page.locator('.find-hits > li')).toHaveCount(2);
  await look(page, 'workplace-search');
  await page.goto('/admin/search?q=Niemand');
  await expect(page.locator('main')).toContainText(t('orderSearch.none', { q: 'Niemand' }));
  await glance(page, 'workplace-none');
});

test('the event stands on top with its date, its pages in groups, on a phone behind one button', {
  tag: phoneFirst,
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  const { project } = test.info();
  const { eventId } = await raceWith(server, adminApi, `Wegelauf ${project.name}`, ['Uta']);
  await logIn(page, server, await newOrganizer(server, adminApi, `ways-${project.name}`), `/admin/events/${eventId}`);
  const isPhone = project.name === 'phone';
  const groups = [
    'participantList.title',
    'admin.nav.orders',
    'events.tab.competitions',
    'events.tab.payouts',
  ] as const;
  for (const label of groups) {
    await followNavigation(page, texts, t(label));
    // Wherever it leads, it is still this event.
    await expect(page.locator(isPhone ? '.admin-here' : '.event-switcher summary')).toContainText('Wegelauf');
    const current = page.locator('.admin-nav:not(.admin-site) [aria-current=page]');
    await expect(current).toHaveText(t(label));
    const top = await page.locator('main h1').evaluate((heading) => heading.getBoundingClientRect().top);
    expect(top, 'the page begins in its first 200 px').toBeLessThan(200);
    await glance(page, `workplace-${label}`);
  }
  if (isPhone) {
    await page.locator('.admin-menu-button').click();
    await look(page, 'workplace-menu');
  } else {
    // The group of the page is open, and what was opened by hand stays open where scripts run.
    await expect(page.locator('[data-menu-group=money]')).toHaveAttribute('open', '');
    const isKept = project.use.javaScriptEnabled !== false;
    await expect(page.locator('[data-menu-group=offer][open]')).toHaveCount(isKept ? 1 : 0);
    await expect(page.locator('[data-menu-group=raceDay][open]')).toHaveCount(0);
    await page.locator('#find').fill(t('features.lottery.title'));
    await page.locator('#find').press('Enter');
    await expect(page.locator(`main a[href="/admin/events/${eventId}/features#lottery"]`)).toBeVisible();
    await look(page, 'workplace-places');
    await page.locator(`main a[href="/admin/events/${eventId}/features#lottery"]`).click();
    await page.waitForURL(/features#lottery$/);
  }
  // The next event stands first among the others.
  await page.locator('.event-switcher summary').click();
  const dates = page.locator('.event-switcher-list ul').first().locator('a');
  expect(await dates.count()).toBeGreaterThan(1);
  await look(page, 'workplace-switcher');
  await dates.first().click();
  await page.waitForURL(/\/admin\/events\/\d+$/);
});

test('twenty-five orders are short on a phone', { tag: ['@phone'] }, async ({ page, server, adminApi }) => {
  await logIn(page, server, await newOrganizer(server, adminApi, 'short'), '/admin/orders');
  await expect(page.locator('tbody tr')).toHaveCount(25);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2500);
  // Orders of other journeys may have a name of two lines.
  expect(await page.locator('.table').evaluate((table) => table.getBoundingClientRect().height)).toBeLessThan(1750);
});

import { bookOne, call, guest, loginByCode, newCompetition } from '../support/crowd.ts';
import { actAs, enterAddressAndCode, expect, glance, look, phoneFirst, test } from './fixtures.ts';

test('after the login an organizer sees how many came today and how much money, and what waits', {
  tag: phoneFirst,
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  const { project } = test.info();
  const hasScripts = project.use.javaScriptEnabled !== false;
  const email = `boss-${project.name}@overview.example`;
  const { json } = await call(server, 'POST', '/api/admin/organizers', { name: `Verein ${project.name}` }, adminApi);
  const { id } = json.organizer as { id: number };
  await call(server, 'POST', `/api/admin/organizers/${id}/users`, { email }, adminApi);
  const organizer = await loginByCode(server, email, texts.locale);
  const place = await newCompetition(server, organizer, 300);
  const buyer = await guest(server, place.eventId);
  const book = (who: string) => bookOne(server, buyer, place, who);
  const first = await book('a');
  await book('b');
  await call(server, 'PATCH', `/api/admin/orders/${first.orderId}/status`, { status: 'complete' }, organizer);

  // Nothing is clicked after the login.
  await page.goto('/auth');
  await enterAddressAndCode(page, server, email);
  await page.waitForURL(new RegExp(`/admin/events/${place.eventId}$`));
  const figure = (label: string) => page.locator('.figure').filter({ hasText: label });
  const today = figure(t('overview.today'));
  await expect(today.locator('.figure-value')).toHaveText('2');
  await expect(today.locator('.figure-parts a')).toHaveText([/^1 (bezahlt|paid)$/, /^1 (offen|unpaid)$/]);
  await expect(figure(t('overview.received')).locator('.figure-value')).toContainText(/25[.,]00/);
  await expect(page.locator('.nav-count')).toHaveCount(0);
  await look(page, 'overview');

  // Somebody books meanwhile; the page shows it by itself, or when it is opened again.
  await book('c');
  if (hasScripts) {
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(today.locator('.figure-value')).toHaveText('3', { timeout: 500 });
    }).toPass();
  } else await page.reload();
  await expect(today.locator('.figure-value')).toHaveText('3');
  await today.locator('.figure-main').click();
  await expect(page.locator('main [role=status]')).toHaveText(/^3 /);

  // A gap in the set-up is told on every page, leads to where it is mended, and is gone then.
  const { json: made } = await call(
    server,
    'POST',
    `/api/admin/competitions/${place.eventId}`,
    { title: 'Kurz' },
    organizer,
  );
  const competitionId = (made.competition as { id: number }).id;
  const price = { price: 1000, quantity: 300 };
  await call(server, 'POST', `/api/admin/competition-prices/${competitionId}`, price, organizer);
  await page.reload();
  await expect(page.locator('.nav-count')).toHaveText('1');
  const menu = page.locator('.admin-menu-button');
  if (await menu.isVisible()) await menu.click();
  await page
    .locator('.admin-nav')
    .getByRole('link', { name: t('overview.tasks.title') })
    .click();
  await glance(page, 'todo');
  await page.locator('[data-task=setUp] a').first().click();
  await page.locator('.lacks a').filter({ hasText: 'Kurz' }).click();
  await page.locator('main [name=totalTicketCount]').fill('300');
  await page
    .getByRole('button', { name: t('ui.form.save'), exact: true })
    .first()
    .click();
  await page.waitForURL(/saved/);
  await expect(page.locator('.nav-count')).toHaveCount(0);

  // Who asks for a page gets it.
  await page.goto('/auth?to=%2Fsettings');
  await page.waitForURL(/\/settings$/);
});

test('who looks after the platform begins at its overview', {
  tag: ['@desktop', '@phone'],
}, async ({ page, texts, server, adminApi }) => {
  await actAs(page, adminApi, server.url);
  await page.goto('/auth');
  await page.waitForURL(/\/admin$/);
  await expect(page.locator('h1')).toHaveText(texts.t('overview.platform.title'));
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
  await look(page, 'platform-overview');
});

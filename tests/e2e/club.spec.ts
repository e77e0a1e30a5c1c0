/** An owner invites somebody who looks after the money; that person sees what the role opens, and no more. */
import { call, loginByCode } from '../support/crowd.ts';
import { enterAddressAndCode, everywhere, expect, followNavigation, logIn, look, mailTo, test } from './fixtures.ts';

test('an owner invites somebody for the finances, who works there at once, and removes them again', {
  tag: ['@english', ...everywhere],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { project } = test.info();
  const users = '/api/admin/organizers/1/users';
  const [owner, helper] = [`owner-${project.name}@verein.example`, `kassa-${project.name}@verein.example`];
  await call(server, 'POST', users, { email: owner, role: 'owner' }, adminApi);
  await logIn(page, server, owner, '/admin/events');
  await followNavigation(page, texts, texts.t('organizers.own.title'));
  await page.waitForURL('**/admin/organizer/1');
  await look(page, 'club');

  const invitation = page.locator('form[action$="/invitations"]');
  await invitation.locator('[name=userEmail]').fill(helper);
  await invitation.locator('[name=userRole]').selectOption('finance');
  await invitation.locator('[name=message]').fill('Magst du heuer die Kassa machen?');
  await invitation.getByRole('button').click();
  await expect(page.locator('#people')).toContainText(helper);
  await look(page, 'club-invited');

  const mail = await mailTo(server, helper, /\/invitation\//);
  const link = /\/invitation\/[\w-]+/.exec(mail.text)?.[0] ?? '';
  const other = await openBrowser();
  await other.goto(link);
  await enterAddressAndCode(other, server, helper);
  await other.waitForURL(`**${link}`);
  await expect(other.locator('main')).toContainText('Magst du heuer die Kassa machen?');
  await look(other, 'invitation');
  await other.getByRole('button', { name: texts.t('organizers.invitation.accept') }).click();
  await other.waitForURL('**/admin/events');
  await other.goto('/admin/orders');
  await other.locator('main td a[href^="/admin/orders/"], main th a[href^="/admin/orders/"]').first().click();
  await expect(other.locator('h1')).toBeVisible();
  await look(other, 'order-of-finance');
  for (const closed of ['cancel', 'set-status', 'change-buyer', 'contact-address'])
    await expect(other.locator(`main a[href$="/${closed}"]`), closed).toHaveCount(0);
  await expect(other.locator('a[href="/admin/organizer"]')).toHaveCount(0);

  await page.reload();
  const row = page.locator('#people tr', { hasText: helper });
  await row.getByRole('link').click();
  await look(page, 'club-remove');
  await page.getByRole('button', { name: texts.t('organizers.users.removeDo') }).click();
  await expect(page.locator('#people table').first()).not.toContainText(helper);
  expect((await other.context().request.get(`${server.url}/admin/orders`)).status()).toBe(403);
});

test('an event is canceled in one guided job, seen to its end', {
  tag: ['@desktop', '@phone'],
}, async ({ page, texts, server, adminApi }) => {
  const { project } = test.info();
  const owner = `weather-${project.name}@verein.example`;
  await call(server, 'POST', '/api/admin/organizers/1/users', { email: owner, role: 'owner' }, adminApi);
  const boss = await loginByCode(server, owner);
  const title = `Sturmlauf ${project.name}`;
  const made = await call(server, 'POST', '/api/admin/events', { title, organizerId: 1 }, boss);
  const eventId = Number(made.json.eventId);
  await logIn(page, server, owner, `/admin/events/${eventId}/cancel`);
  await look(page, 'cancel-event');
  await page.getByRole('button', { name: texts.t('eventCancellation.show') }).click();
  await expect(page.locator('.mail-text').first()).toContainText('Eva');
  await page.locator('input[name=refund]').last().check();
  await page.locator('input[name=confirmedTitle]').fill(title);
  await page.getByRole('button', { name: texts.t('eventCancellation.do') }).click();
  await expect(page.locator('main h2')).toHaveText(texts.t('eventCancellation.done'));
  await look(page, 'cancel-event-done');
});

test('a super admin gives an organizer an event and makes it the main one', {
  tag: ['@phone', '@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const { project } = test.info();
  const made = await call(server, 'POST', '/api/admin/organizers', { name: `Verein ${project.name}` }, adminApi);
  const { id } = made.json.organizer as { id: number };
  await logIn(page, server, 'admin@startblock.example', `/admin/organizer/${id}`);
  await look(page, 'organizer-of-admin');
  await page.getByRole('link', { name: texts.t('organizers.events.link') }).click();
  await page.locator('main input[name=q]').fill('marathon');
  await page.locator('main form[role=search] button').click();
  await look(page, 'organizer-events');
  await page
    .getByRole('button', { name: texts.t('organizerEvents.assignDo') })
    .first()
    .click();
  await page.locator('main th a[href^="/admin/organizers/"]').click();
  await look(page, 'organizers-of-event');
  await page
    .getByRole('button', { name: texts.t('organizerEvents.remove') })
    .last()
    .click();
  await expect(page.locator('main [role=status], main .alert').first()).toBeVisible();
});

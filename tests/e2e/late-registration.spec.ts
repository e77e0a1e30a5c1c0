/** Late registration at the desk: somebody without a place comes with cash and goes with a number. */
import { call } from '../support/crowd.ts';
import { expect, logIn, look, newOrganizer, test, withoutScriptFirst } from './fixtures.ts';

test('whoever comes late pays in cash, gets a number and the ticket, and the till knows', {
  tag: withoutScriptFirst,
}, async ({ server, adminApi, texts, page, openBrowser }) => {
  const { t } = texts;
  const hasScripts = test.info().project.use.javaScriptEnabled !== false;
  const inHour = new Date(Date.now() + 3_600_000).toISOString();
  const ago = new Date(Date.now() - 3_600_000).toISOString();
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const made = await post('/api/admin/events', {
    ...{ title: 'Lauf mit Nachmeldung', organizerId: 1, startTimestamp: inHour, endTimestamp: inHour },
  });
  const eventId = Number(made.eventId);
  const { competition } = await post(`/api/admin/competitions/${eventId}`, {
    ...{ title: '10 km', totalTicketCount: 50, timestamp: inHour, minAge: 16 },
  });
  const { id: competitionId } = competition as { id: number };
  // Online the registration has ended.
  await post(`/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: 50, availableTo: ago });
  const { article } = await post(`/api/admin/articles/${eventId}`, { name: 'Shirt', price: 1500 });
  const { id: articleId } = article as { id: number };
  await post(`/api/admin/article-variants/${articleId}`, { name: 'M', availableAmount: 5 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);

  await logIn(page, server, await newOrganizer(server, adminApi, 'late'), '/admin');
  await page.goto(`/scan?event=${eventId}`);
  await expect(page.getByRole('link', { name: t('late.link') })).toHaveCount(0);
  // The organizer allows it, and is told what that means.
  await page.goto(`/admin/events/${eventId}/settings/sale`);
  await expect(page.getByText(t('events.form.cashAtDeskHint'))).toBeVisible();
  await page.getByLabel(t('events.form.cashAtDesk')).check();
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await page.goto(`/scan?event=${eventId}`);
  await page.getByRole('link', { name: t('late.link') }).click();
  await page.getByRole('link', { name: /10 km/ }).click();

  await page.getByRole('button', { name: t('late.toPrice') }).click();
  await expect(page.locator('.field-error').first()).toBeVisible();
  await page.getByLabel(t('orders.field.firstName')).fill('Lea');
  await page.getByLabel(t('orders.field.lastName')).fill('Spät');
  await page.getByLabel(t('orders.field.birthDate')).fill(texts.typedDate('1994-03-02'));
  await page.getByLabel(/Shirt/).selectOption({ label: 'M' });
  await look(page, 'late-entry');
  await page.getByRole('button', { name: t('late.toPrice') }).click();
  const button = page.getByRole('button', { name: t('late.book', { total: texts.money(4000) }) });
  await expect(button).toBeVisible();
  await look(page, 'late-check');
  if (hasScripts) {
    await page.context().setOffline(true);
    await expect(page.getByText(t('late.offline'))).toBeVisible();
    await button.click();
    await expect(button).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(t('late.offline'))).toBeHidden();
    await button.dblclick();
  } else await button.click();
  await page.waitForURL(/late-registration\/\d+$/);
  await expect(page.getByText(t('late.done.handedOut'))).toHaveCount(0);
  await page.getByLabel(t('late.done.bib')).fill('217');
  await page.getByRole('button', { name: t('late.done.setBib') }).click();
  await expect(page.locator('.late-bib')).toContainText('217');
  await page.getByRole('button', { name: t('late.done.handOut') }).click();
  await expect(page.getByText(t('late.done.handedOut'))).toBeVisible();
  await page.getByText(t('late.done.ticket'), { exact: true }).click();
  await look(page, 'late-done');
  // On the phone of the person.
  const ticket = await page.getByRole('link', { name: t('late.done.open') }).getAttribute('href');
  const own = await openBrowser();
  await own.goto(ticket ?? '');
  await expect(own.getByText('Lea Spät').first()).toBeVisible();

  await page.getByRole('link', { name: t('late.next') }).click();
  await expect(page.getByText(t('late.tills.title'))).toBeVisible();
  const { json } = await call(server, 'GET', `/api/admin/events/${eventId}/late-registrations`, undefined, adminApi);
  expect(json).toMatchObject({ taken: 4000, rows: [{ amount: 4000 }] });
});

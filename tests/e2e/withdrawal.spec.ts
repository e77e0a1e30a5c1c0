/** Goods are gone back on: from the footer of any page without a login, with a receipt, and the organizer's answer by line. */
import { call, loginByCode } from '../support/crowd.ts';
import { actAs, expect, logIn, look, newOrganizer, test, withoutScriptFirst } from './fixtures.ts';

test('a buyer withdraws from a shirt in two steps, and the organizer answers each line', {
  tag: [...withoutScriptFirst, '@english'],
}, async ({ server, adminApi, texts, page, openBrowser }) => {
  const { t, money } = texts;
  const world = test.info().project.name;
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const times = { startTimestamp: in60Days, endTimestamp: in60Days };
  const made = await post('/api/admin/events', {
    ...{ title: 'Lauf mit Shirt', organizerId: 1, paymentInAdvancePossible: true, ...times },
  });
  const eventId = Number(made.eventId);
  const { competition } = await post(`/api/admin/competitions/${eventId}`, {
    ...{ title: '10 km', totalTicketCount: 50, timestamp: in60Days },
  });
  const { id: competitionId } = competition as { id: number };
  await post(`/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: 50 });
  const articles = [];
  for (const [name, price, withdrawalRight] of [
    ['Finisher-Shirt', 2500, 'goods_14'],
    ['Gravur', 500, 'custom_made'],
  ] as const) {
    const { article } = await post(`/api/admin/articles/${eventId}`, { name, price, withdrawalRight });
    const { id: articleId } = article as { id: number };
    const { articleVariant } = await post(`/api/admin/article-variants/${articleId}`, {
      name: 'M',
      availableAmount: 9,
    });
    articles.push({ uniqueLocalId: name, articleId, variantId: (articleVariant as { id: number }).id, quantity: 1 });
  }
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);
  const email = `back-${world}@runner.example`;
  const session = await loginByCode(server, email, texts.locale);
  const person = { localId: 'p', firstName: 'Ana', lastName: 'Huber', birthDate: '1991-04-05', email, articles };
  const body = {
    teams: [{ competitionId, participants: [person] }],
    ...{ totalPrice: 5500, contactAddress: { firstName: 'Ana', lastName: 'Huber' } },
    ...{ termsAccepted: true, eventConditionsAccepted: true },
  };
  const { json } = await call(server, 'POST', `/api/events/${eventId}/book`, body, session, texts.locale);
  const orderId = Number(json.orderId);
  await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi);

  // Whoever is no longer logged in: one click from the foot of any page.
  await page.goto('/conditions');
  await page
    .locator('footer')
    .getByRole('link', { name: t('withdrawals.title') })
    .click();
  await look(page, 'withdrawal-empty');
  await page.getByRole('button', { name: t('withdrawals.next') }).click();
  await expect(page.getByRole('button', { name: t('withdrawals.next') })).toBeVisible();
  await look(page, 'withdrawal-errors');
  await page.getByLabel(t('withdrawals.form.name')).fill('Ana Huber');
  await page.getByLabel(t('withdrawals.form.orderNumber')).fill(String(orderId));
  await page.getByLabel(t('withdrawals.form.email')).fill(email);
  await page.getByRole('button', { name: t('withdrawals.next') }).click();
  await expect(page.getByText(t('withdrawals.confirm.lead'))).toBeVisible();
  await look(page, 'withdrawal-question');
  await page.getByRole('button', { name: t('withdrawals.confirm.back') }).click();
  await expect(page.getByLabel(t('withdrawals.form.name'))).toHaveValue('Ana Huber');
  await page.getByRole('button', { name: t('withdrawals.next') }).click();
  await page.getByRole('button', { name: t('withdrawals.confirm.button') }).click();
  await expect(page.getByText(t('withdrawals.received.title'))).toBeVisible();
  await look(page, 'withdrawal-received');
  await expect(page.getByText('Finisher-Shirt')).toHaveCount(0);

  // The order's page has what its buyer declared, and leads there filled in.
  const buyer = await openBrowser(page.viewportSize() ? { viewport: page.viewportSize() } : {});
  await actAs(buyer, session, server.url);
  await buyer.goto(`/orders/${orderId}`);
  await expect(buyer.getByText(t('withdrawals.order.waits'))).toBeVisible();
  await look(buyer, 'order-withdrawal');
  await buyer
    .locator('main')
    .getByRole('link', { name: t('withdrawals.title') })
    .click();
  await expect(buyer.getByLabel(t('withdrawals.form.orderNumber'))).toHaveValue(String(orderId));
  await expect(buyer.getByLabel(t('withdrawals.form.what'))).toHaveValue(/Finisher-Shirt/);
  await look(buyer, 'withdrawal-filled');

  // The organizer answers.
  await logIn(
    page,
    server,
    await newOrganizer(server, adminApi, `back-${world}`),
    `/admin/withdrawals?event=${eventId}`,
  );
  await look(page, 'withdrawals');
  await page.getByRole('link', { name: 'Ana Huber' }).click();
  await expect(page.getByLabel(/Finisher-Shirt/)).toHaveValue('accepted');
  await expect(page.getByLabel(/Gravur/)).toHaveValue('custom');
  await look(page, 'withdrawal-decide');
  await page.getByLabel(t('withdrawals.one.note')).fill('Bitte an den Verein, Hauptplatz 1, Linz.');
  await page.getByRole('button', { name: t('withdrawals.one.submit') }).click();
  await expect(page.getByText(t('withdrawals.done'))).toBeVisible();
  await expect(page.getByText(money(2500))).toBeVisible();
  await look(page, 'withdrawal-answered');
  await page.goto(`/admin/orders/${orderId}`);
  await look(page, 'withdrawal-in-order');
  await page.goto(`/admin/events/${eventId}/articles/${articles[1]?.articleId}`);
  await look(page, 'article-right');
  await buyer.goto(`/events/${eventId}`);
});

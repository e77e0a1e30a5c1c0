/** A gift card: sold at the desk, spent on one order whole and on the next in part, and given back by a cancellation. */
import { call, loginByCode } from '../support/crowd.ts';
import { actAs, expect, glance, logIn, look, newOrganizer, phoneFirst, test } from './fixtures.ts';

test('a card pays one order whole and a part of the next, whose rest is transferred, and comes back with a cancellation', {
  tag: phoneFirst,
}, async ({ server, adminApi, texts, page, openBrowser }) => {
  const { t, money } = texts;
  const world = test.info().project.name;
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const times = { startTimestamp: in60Days, endTimestamp: in60Days };
  const made = await post('/api/admin/events', {
    ...{ title: 'Lauf zum Verschenken', organizerId: 1, paymentInAdvancePossible: true, ...times },
  });
  const eventId = Number(made.eventId);
  const { competition } = await post(`/api/admin/competitions/${eventId}`, {
    ...{ title: '10 km', totalTicketCount: 50, timestamp: in60Days },
  });
  const { id: competitionId } = competition as { id: number };
  await post(`/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: 50 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);
  const iban = { iban: 'AT611904300234573201' };
  await call(server, 'PATCH', '/api/admin/organizers/1', iban, adminApi);

  // The organizer switches it on, and sells a card of 40 € at the desk.
  const cards = '/admin/organizer/1/gift-cards';
  await logIn(page, server, await newOrganizer(server, adminApi, 'gifts'), `${cards}/settings`);
  if (!(await page.getByLabel(t('giftCards.form.isOn')).isChecked()))
    await page.getByLabel(t('giftCards.form.isOn')).check();
  await look(page, 'gift-card-settings');
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await expect(page.getByText(t('ui.form.saved')).first()).toBeVisible();
  await page.goto(`${cards}/new`);
  await page.getByLabel(t('giftCards.form.amount')).fill('40');
  await page.getByLabel(t('giftCards.form.buyerName')).fill('Jana Steiner');
  await look(page, 'gift-card-new');
  await page.getByRole('button', { name: t('giftCards.new.submit') }).click();
  await expect(page.getByText(t('giftCards.done.new'))).toBeVisible();
  const card = page.url();
  const code = (await page.locator('code').first().textContent()) ?? '';
  await look(page, 'gift-card');

  // Somebody signs up twice, and pays with the card.
  const email = `gift-${world}@runner.example`;
  const session = await loginByCode(server, email, texts.locale);
  const order = async (firstName: string): Promise<number> => {
    const person = { localId: 'p', firstName, lastName: 'Huber', birthDate: '1991-04-05', email };
    const body = {
      teams: [{ competitionId, participants: [person] }],
      ...{ totalPrice: 2500, contactAddress: { firstName: 'Ana', lastName: 'Huber' } },
      ...{ termsAccepted: true, eventConditionsAccepted: true },
    };
    const { json } = await call(server, 'POST', `/api/events/${eventId}/book`, body, session, texts.locale);
    return Number(json.orderId);
  };
  const [first, second] = [await order('Ana'), await order('Ben')];
  const buyer = await openBrowser(page.viewportSize() ? { viewport: page.viewportSize() } : {});
  await actAs(buyer, session, server.url);
  const redeem = async (orderId: number, name?: string): Promise<void> => {
    await buyer.goto(`/events/${eventId}/payment?order=${orderId}`);
    await buyer.getByLabel(t('payments.method.giftcard')).check();
    if (name) await look(buyer, `${name}-choice`);
    await buyer.getByRole('button', { name: t('payments.page.submit') }).click();
    await buyer.getByLabel(t('giftCards.pay.code')).fill(code.toLowerCase());
    if (name) await look(buyer, name);
    await buyer.getByRole('button', { name: t('giftCards.pay.submit') }).click();
  };
  await redeem(first, 'gift-card-pay');
  await expect(buyer).toHaveURL(/payment-success/);
  await glance(buyer, 'gift-card-paid');
  await redeem(second);
  await expect(buyer.getByText(t('payments.paidSoFar.open', { open: money(1000) }))).toBeVisible();
  await look(buyer, 'gift-card-rest');
  await buyer.getByLabel(t('payments.method.bank')).check();
  await buyer.getByRole('button', { name: t('payments.page.submit') }).click();
  await expect(buyer.getByText(money(1000)).first()).toBeVisible();

  // The first order is canceled by the organizer: the card has its 25 € again.
  const { status } = await call(server, 'PATCH', `/api/admin/orders/${first}/status`, { status: 'canceled' }, adminApi);
  expect(status).toBe(200);
  const all = { orderIds: [first], mode: 'full' };
  expect((await call(server, 'POST', '/api/admin/orders/refund-orders', all, adminApi)).status).toBe(200);
  await page.goto(card);
  await expect(page.getByText(t('giftCards.move.returned')).first()).toBeVisible();
  await look(page, 'gift-card-history');
  await page.goto(cards);
  await look(page, 'gift-cards');
  await buyer.goto('/gift-cards/1/balance');
  await buyer.getByLabel(t('giftCards.pay.code')).fill(code);
  await buyer.getByRole('button', { name: t('giftCards.balance.submit') }).click();
  await expect(buyer.getByText(money(2500)).first()).toBeVisible();
  await look(buyer, 'gift-card-balance');
  await buyer.goto('/gift-cards/1');
  await look(buyer, 'gift-card-shop');
});

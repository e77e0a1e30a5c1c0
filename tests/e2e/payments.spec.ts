/** Paying at once: the provider's page and back, a card that is declined, and what the shop makes of it. */
import { bookOne, guest, newCompetition } from '../support/crowd.ts';
import { actAs, expect, glance, look, test } from './fixtures.ts';

const declinedCard = /9010 4031 5315 0003/;
const goodCard = /9010 0031 5000 0001/;

test('a card is declined, another one pays, and the order is complete', {
  tag: ['@phone', '@without-javascript'],
}, async ({ page, texts, server, adminApi }) => {
  const place = await newCompetition(server, adminApi, 5);
  const buyer = await guest(server, place.eventId);
  const { orderId } = await bookOne(server, buyer, place, 'a');
  await actAs(page, buyer, server.url);
  const payBy = async (card: RegExp, submit: 'payments.page.submit' | 'afterOrder.fail.submit') => {
    await page.getByRole('radio', { name: texts.t('payments.method.visa') }).check();
    await page.getByRole('button', { name: texts.t(submit), exact: true }).click();
    await page.waitForURL(/\/dev\/saferpay\//);
    await page.getByRole('link', { name: card }).click();
    await page.locator('form:has([name=cvc]) button[type=submit]').first().click();
  };
  await page.goto(`/events/${place.eventId}/payment?order=${orderId}`);
  await glance(page, 'payment-choice');
  await payBy(declinedCard, 'payments.page.submit');
  await page.waitForURL(new RegExp(`/payment-fail/${orderId}\\?token=`));
  await expect(page.locator('.alert').first()).toContainText(
    texts.t('payments.failed.otherMeans', { method: texts.t('payments.method.visa') }),
  );
  await expect(page.getByRole('radio', { name: texts.t('payments.method.mastercard') })).toBeChecked();
  await look(page, 'payment-declined');
  await payBy(goodCard, 'afterOrder.fail.submit');
  await page.waitForURL(new RegExp(`/payment-success/${orderId}\\?token=`));
  await expect(page.locator('h1')).toHaveText(texts.t('afterOrder.success.title'));
});

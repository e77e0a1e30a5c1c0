/** What a browser does after the order, beyond what the pages themselves say (modules/payments/after-order.test.ts). */
import { bookOne, call, guest, newCompetition } from '../support/crowd.ts';
import { actAs, expect, glance, look, test } from './fixtures.ts';

test('a page put back from the back-forward cache asks anew, and a word for the team is copied', {
  tag: ['@english', '@phone', '@desktop'],
}, async ({ page, texts, server, adminApi }) => {
  const place = await newCompetition(server, adminApi, 5);
  const buyer = await guest(server, place.eventId);
  const { orderId } = await bookOne(server, buyer, place, 'a');
  await actAs(page, buyer, server.url);
  await page.goto(`/payment-fail/${orderId}`);
  await expect(page.locator('h1')).toHaveText(texts.t('afterOrder.fail.title'));
  await look(page, 'payment-fail');
  // As long as nothing was in the cache, showing the page is no reason to ask.
  const restore = (persisted: boolean) =>
    page.evaluate((was) => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: was }));
    }, persisted);
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
  await restore(false);
  await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminApi);
  await expect(page.locator('html[data-same-page]')).toBeAttached();
  await restore(true);
  await expect(page.locator('h1')).toHaveText(texts.t('afterOrder.success.title'));

  await page.goto(`/events/${place.eventId}/completed?order=${orderId}`);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => document.documentElement.setAttribute('data-copied', text) },
    });
  });
  await look(page, 'completed');
  await page.getByRole('button', { name: texts.t('afterOrder.share.copy') }).click();
  await expect(page.locator('.toast')).toHaveText(texts.t('afterOrder.share.copied'));
  await expect(page.locator('html')).toHaveAttribute(
    'data-copied',
    new RegExp(`${server.url}/events/${place.eventId}$`),
  );
  await page.locator('.bib a').first().click();
  await page.waitForURL(/\/tickets\/\d+\?/);
  await glance(page, 'ticket');
});

/** Three people wait for the last shirt of size M: one lets the offer lapse, one declines, the last takes it and pays. */
import { createClient } from '@libsql/client';
import { bookOne, call, loginByCode, newCompetition, type Session } from '../support/crowd.ts';
import { actAs, expect, look, mailTo, phoneFirst, test } from './fixtures.ts';

const link = /\/waitlist\/\d+\?signature=\S+/;

test('three people wait for a sold-out size, one lets it lapse, and the last one takes it and pays', {
  tag: [...phoneFirst, '@english'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t, locale, money } = texts;
  const project = test.info().project.name;
  const language = locale === 'de' ? 'de' : 'en-US';
  const admin = (method: string, path: string, body: object) =>
    call(server, method, `/api/admin/${path}`, body, adminApi);
  const place = await newCompetition(server, adminApi, 20, { offerHours: 24, location: 'Linz' });
  const { eventId } = place;
  const { id: articleId } = (await admin('POST', `articles/${eventId}`, { name: 'Laufshirt', price: 2500 })).json
    .article as { id: number };
  const variant = async (name: string, availableAmount: number) =>
    (
      (await admin('POST', `article-variants/${articleId}`, { name, availableAmount })).json.articleVariant as {
        id: number;
      }
    ).id;
  const variantId = await variant('M', 1);
  await variant('L', 5);

  const office = await openBrowser({ ...(locale === 'de' ? {} : { locale: 'en-US' }) });
  await actAs(office, adminApi, server.url);
  await office.goto(`/admin/events/${eventId}/articles/${articleId}?lang=${locale}`);
  await office.getByLabel(t('events.form.hasWaitlist')).check();
  await look(office, 'size-list-form');
  await office
    .getByRole('button', { name: t('ui.form.save') })
    .first()
    .click();

  const email = (n: number) => `size-${n}-${project}@example.org`;
  const order = async (n: number, articles: object[] = []) => {
    const session = await loginByCode(server, email(n), language);
    const price = articles.length > 0 ? 5000 : 2500;
    const { orderId } = await bookOne(server, session, { ...place, price, articles }, `runner${n}`);
    await admin('PATCH', `orders/${orderId}/status`, { status: 'complete' });
    return { session, orderId: Number(orderId) };
  };
  const owner = await order(0, [{ articleId, variantId, quantity: 1, uniqueLocalId: 'm' }]);
  const people = [await order(1), await order(2), await order(3)];
  const [first, second, third] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];

  await actAs(page, first.session, server.url);
  await page.goto(`/orders/${first.orderId}`);
  const wait = t('waitlist.order.wait', { size: 'Laufshirt, M' });
  await expect(page.getByRole('link', { name: wait })).toBeVisible();
  await look(page, 'size-order');
  await page.getByRole('link', { name: wait }).click();
  await expect(page.locator('h1')).toHaveText(t('waitlist.size.title', { size: 'Laufshirt, M' }));
  await look(page, 'size-join');
  await page.locator('input[name=places]').fill('200');
  await page.getByRole('button', { name: t('waitlist.form.join') }).click();
  await expect(page.locator('.field-error')).toBeVisible();
  await page.locator('input[name=places]').fill('1');
  await page.getByRole('button', { name: t('waitlist.form.join') }).click();
  await expect(page.locator('h1')).toHaveText(t('waitlist.waiting.title'));
  await look(page, 'size-waiting');

  const join = async ({ session, orderId }: { session: Session; orderId: number }) => {
    const { json } = await call(server, 'GET', `/api/orders/${orderId}/waitlist`, undefined, session);
    const [open] = json.open as { participantId: number }[];
    const body = { participantId: open?.participantId, variantId };
    return call(server, 'POST', `/api/orders/${orderId}/waitlist`, body, session, language);
  };
  expect((await join(second)).json).toEqual({ state: 'waiting', position: 2 });
  expect((await join(third)).json).toEqual({ state: 'waiting', position: 3 });
  await office.goto(`/admin/events/${eventId}/waitlist`);
  await expect(office.locator('main')).toContainText('Laufshirt, M');
  await look(office, 'size-list-office');

  const canceled = await admin('PATCH', `orders/${owner.orderId}/status`, { status: 'canceled' });
  expect(canceled.status).toBe(200);
  const offerOf = async (n: number) =>
    link.exec(
      (await mailTo(server, email(n), new RegExp(t('waitlist.size.mail.offer.hint', { count: 1 }).slice(0, 30)))).text,
    )?.[0] ?? '';
  const visitor = await openBrowser({ ...(locale === 'de' ? {} : { locale: 'en-US' }) });
  await visitor.goto(await offerOf(1));
  const take = visitor.locator('form[action*="/take?"] button');
  await expect(take).toContainText(money(2500));
  await look(visitor, 'size-offered');

  // A day goes by, and the house looks at its lists, as a job does every minute.
  const database = createClient({ url: `file:${server.dataDir}/startblock.db`, timeout: 30_000 });
  await database.execute({
    sql: `update waitlist_entries set offer_until = 1 where event_id = ? and state = 'offered'`,
    args: [eventId],
  });
  database.close();
  await admin('PATCH', `events/${eventId}`, { location: 'Linden' });
  await visitor.goto(await offerOf(2));
  await visitor.getByRole('link', { name: t('waitlist.leave.declineLink') }).click();
  await visitor.getByRole('button', { name: t('waitlist.decline.button') }).click();
  await expect(visitor.locator('h1')).toHaveText(t('waitlist.ended.declined.title'));
  await visitor.goto(await offerOf(3));
  await take.click();
  await expect(visitor.locator('h1')).toHaveText(t('waitlist.size.ended.bought.title', { count: 1 }));
  await look(visitor, 'size-taken');
  await visitor.getByRole('link', { name: t('waitlist.size.toOrder') }).click();
  await expect(visitor.locator('main')).toContainText(t('moves.rest.title', { amount: money(2500) }));
  await look(visitor, 'size-rest');

  await actAs(page, third.session, server.url);
  await page.goto(`/events/${eventId}/payment?order=${third.orderId}`);
  await page.getByRole('radio', { name: t('payments.method.visa') }).check();
  await page.getByRole('button', { name: t('payments.page.submit'), exact: true }).click();
  await page.waitForURL(/\/dev\/saferpay\//);
  await page.getByRole('link', { name: /9010 0031 5000 0001/ }).click();
  await page.locator('form:has([name=cvc]) button[type=submit]').first().click();
  await page.waitForURL(/\/payment-success\//);
  await page.goto(`/orders/${third.orderId}`);
  await expect(page.locator('main')).toContainText('Laufshirt, M');
  await expect(page.locator('main')).not.toContainText(t('moves.rest.title', { amount: money(2500) }));
  await look(page, 'size-paid');
});

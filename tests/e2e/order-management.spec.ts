/** An organizer opens an order and does one after the other what there is to do with it, until it is handed over. */
import type { Page } from '@playwright/test';
import { type Called, call, guest, newCompetition, type Session } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import { actAs, expect, glance, look, test } from './fixtures.ts';
import { textsOf } from './texts.ts';

const record = ({ json }: Called, name: string) => (json[name] as { id: number }).id;

/** An order of a runner and a pair, for an event that asks a question and has shirts. */
async function ordered(server: RunningServer, admin: Session): Promise<string> {
  const { eventId, competitionId } = await newCompetition(server, admin, 20);
  const post = (path: string, body: unknown) => call(server, 'POST', path, body, admin);
  const pairId = record(
    await post(`/api/admin/competitions/${eventId}`, {
      title: 'Paarlauf',
      type: 'team',
      minTeamSize: 2,
      totalTicketCount: 20,
      timestamp: new Date(Date.now() + 60 * 86_400_000).toISOString(),
    }),
    'competition',
  );
  await post(`/api/admin/competition-prices/${pairId}`, { price: 2000, quantity: 20 });
  const shirtId = record(await post(`/api/admin/articles/${eventId}`, { name: 'Laufshirt', price: 2500 }), 'article');
  await post(`/api/admin/article-variants/${shirtId}`, { name: 'M', availableAmount: 5 });
  const fieldId = record(
    await post(`/api/admin/events/${eventId}/form-fields`, { name: { de: 'Verein', en: 'Club' }, type: 'text' }),
    'formField',
  );
  const runner = (localId: string, firstName: string) => ({
    localId,
    firstName,
    lastName: 'Huber',
    email: `${localId}@race.test`,
    birthDate: '1990-05-01',
    gender: 'female',
    nationalityCountryCode: 'AT',
    formFieldsSelected: [{ fieldId, value: 'LC Linz' }],
  });
  const booked = await call(
    server,
    'POST',
    `/api/events/${eventId}/book`,
    {
      teams: [
        { competitionId, participants: [runner('ana', 'Ana')] },
        { competitionId: pairId, teamName: 'Die Zwei', participants: [runner('bea', 'Bea'), runner('cora', 'Cora')] },
      ],
      contactAddress: { firstName: 'Ana', lastName: 'Huber', street: 'Ring', houseNumber: '1', zipCode: '1010' },
      totalPrice: 6500,
      termsAccepted: true,
      eventConditionsAccepted: true,
    },
    await guest(server, eventId),
  );
  return String(booked.json.orderId);
}

const done = (page: Page) => page.locator('.alert[data-tone=good]').first();

test('an organizer changes, pays, ships, cancels, brings back and hands over an order', {
  tag: ['@without-javascript', '@desktop'],
}, async ({ page, server, adminApi }) => {
  // The account of the demo's super admin is a German one.
  const texts = textsOf('de');
  const { t } = texts;
  const order = `/admin/orders/${await ordered(server, adminApi)}`;
  const press = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).first().click();
  const follow = (name: string) => page.locator('main').getByRole('link', { name, exact: true }).first().click();
  await actAs(page, adminApi, server.url);
  await page.goto(order);

  await follow('Ana Huber');
  await page.locator('input[name=firstName]').fill('Anna');
  await page.locator('input[name=birthDate]').fill('gestern');
  await press(t('ui.form.save'));
  await expect(page.locator('.error-summary')).toBeVisible();
  await look(page, 'order-person-wrong');
  await page.locator('input[name=birthDate]').fill(texts.typedDate('1991-06-02'));
  await page.getByLabel('Verein').fill('LC Wien');
  await press(t('ui.form.save'));
  await expect(done(page)).toContainText(t('orderActions.done.personChanged'));
  await follow(t('orderActions.person.addArticle'));
  await page.locator('select[name=article]').selectOption({ index: 1 });
  await page.locator('input[name=quantity]').fill('9');
  await press(t('orderActions.article.submit'));
  await expect(page.locator('.alert[data-tone=bad]')).toContainText(t('problem.RESERVING_ARTICLES_FAILED'));
  await page.locator('input[name=quantity]').fill('1');
  await press(t('orderActions.article.submit'));
  await expect(page.locator('main')).toContainText('1 × Laufshirt, M');
  await follow(t('orderActions.person.changeArticle'));
  await look(page, 'order-article');
  await press(t('moves.article.submit'));
  await expect(page.locator('.error-summary')).toContainText(t('moves.article.to'));
  await page.locator('select[name=to]').selectOption('none');
  await press(t('moves.article.submit'));
  await expect(done(page)).toContainText(t('orderActions.done.articleChanged'));
  await expect(page.locator('main')).not.toContainText('1 × Laufshirt, M');
  await follow(t('orderActions.person.changeArticle'));
  await page.locator('select[name=to]').selectOption({ index: 1 });
  await page.locator('select[name=difference]').selectOption('keep');
  await press(t('moves.article.submit'));
  await expect(page.locator('main')).toContainText('1 × Laufshirt, M');

  await page.goto(order);
  await follow('Die Zwei');
  await page.locator('input[name=teamName]').fill('Die Schnellen');
  await press(t('ui.form.save'));
  await expect(page.locator('#people')).toContainText('Die Schnellen');
  await follow(t('orderActions.address.contactAddress.change'));
  await page.locator('input[name=city]').fill('Wien');
  await look(page, 'order-address');
  await press(t('ui.form.save'));
  await expect(done(page)).toContainText(t('orderActions.done.addressChanged'));

  await follow(t('ordersAdmin.markPaid'));
  await press(t('payments.markPaid.submit'));
  await expect(done(page)).toContainText(t('ordersAdmin.done.paid'));
  await press(t('orderActions.resend'));
  await expect(done(page)).toContainText(t('orderActions.done.mailResent'));
  await press(t('orderActions.resend'));
  await expect(page.locator('.alert[data-tone=bad]')).toContainText(t('problem.MAIL_ALREADY_SENT'));
  await press(t('ordersAdmin.ship'));
  await follow(t('orderActions.status.change'));
  await page.getByRole('radio', { name: t('ui.status.canceled') }).check();
  await press(t('orderActions.status.submit'));
  // It is paid, so canceling asks what goes back.
  await page.getByRole('radio', { name: t('ordersAdmin.cancelMode.none') }).check();
  await look(page, 'order-cancel');
  await press(t('ordersAdmin.cancelConfirm'));
  await expect(done(page)).toContainText(t('ordersAdmin.done.canceled'));
  await follow(t('ordersAdmin.reactivate'));
  await look(page, 'order-reactivate');
  await press(t('orderActions.reactivate.confirm'));
  await expect(done(page)).toContainText(t('ordersAdmin.done.reactivated'));

  await page.locator('textarea[name=comment]').fill('Startnummer wird nachgereicht.');
  await press(t('ordersAdmin.addComment'));
  await follow(t('orderActions.buyer.link'));
  await page.locator('input[name=newEmail]').fill('trainer@race.test');
  await press(t('orderActions.buyer.submit'));
  await expect(done(page)).toContainText(t('orderActions.done.buyerChanged'));

  const history = page.locator('#history');
  await expect(history).toContainText('Ana → Anna');
  await expect(history).toContainText('LC Linz → LC Wien');
  await expect(history).toContainText('Die Zwei → Die Schnellen');
  await expect(history).toContainText('crowd@race.test → trainer@race.test');
  await page.goto(`${order}?lang=en-us`);
  await look(page, 'order-done-english');
  await page.goto(order);
  await page.setViewportSize({ width: 360, height: 740 });
  await glance(page, 'order-done-phone');
  await follow('Anna Huber');
  await glance(page, 'order-person-phone');
});

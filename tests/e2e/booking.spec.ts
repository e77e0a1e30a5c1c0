/** Booking on a phone and in English, and what happens when something comes in between. */
import { bookOne, guest, newCompetition, type Session } from '../support/crowd.ts';
import { enterAddressAndCode, expect, glance, loginByMail, look, type OpenBrowser, test } from './fixtures.ts';
import { BookingPages, buyerInLinden, type Runner } from './pages/booking.ts';

const trail = '/events/kranzspitz-trail';
const alpineRound = 'Almrunde 9 km';
const runner: Runner = { firstName: 'Bożena', lastName: 'Wöß-Łętowska', birthDate: '1984-12-31', gender: 'female' };

test('a runner books on the way', { tag: ['@phone', '@english'] }, async ({ page, texts, server }) => {
  const { project } = test.info();
  const email = `${project.name}@example.org`;
  const booking = new BookingPages(page, texts);
  await page.goto('/');
  await glance(page, 'home');
  await page.goto(trail);
  await glance(page, 'event');
  await (await booking.openSignUp()).getByRole('link', { name: texts.t('events.signUp.login') }).click();
  await page.waitForURL(/\/auth/);
  await look(page, 'auth');
  await enterAddressAndCode(page, server, email);
  await booking.at('competitions');
  await look(page, 'participants-empty');

  await booking.add('Gratlauf 24 km, 1.450 Höhenmeter');
  await booking.pressNext();
  await expect(page.locator('[name$=".firstName"][aria-invalid=true]')).toBeVisible();
  await look(page, 'participants-missing');
  await page.locator('button[value^="remove:"]').click();
  await expect(page.locator('.entry')).toHaveCount(0);
  await expect(page.locator('button[value^="add:"]:focus'), 'the focus stays where somebody was').toHaveCount(1);

  await booking.addRunner(alpineRound, runner);
  await booking.total(2600 + 100);
  await glance(page, 'participants');
  await booking.toArticles();
  await booking.article(0, 'Faltbecher', texts.t('orders.articles.quantity'), 2);
  await glance(page, 'articles');
  await booking.toAddress();
  await booking.address(buyerInLinden);
  await glance(page, 'address');
  await booking.toCheck();
  await expect(page.locator('main')).toContainText(texts.money(2600 + 2 * 650 + 100));
  await glance(page, 'check-order');
  await booking.accept();
  const orderId = await booking.orderByTransfer();
  await expect(page.locator('main')).toContainText(texts.money(2600 + 2 * 650 + 100));
  await glance(page, 'bank-transfer');
  await page.goto('/orders');
  await expect(page.locator('.order-list')).toContainText(texts.t('ui.status.pending'));
  await glance(page, 'my-orders');
  await page.goto(`/orders/${orderId}`);
  await glance(page, 'order');
  if (texts.locale === 'en-us') {
    await expect(page.locator('main'), 'dates as Americans write them').toContainText(
      /[A-Z][a-z]+ \d{1,2}, 20\d\d|\d\d\/\d\d\/20\d\d/,
    );
  }
});

test.describe('what was typed', { tag: ['@desktop', '@without-javascript'] }, () => {
  test('stays over reload, second tab, closing the browser, and is joined to the account', async ({
    page,
    texts,
    server,
    openBrowser,
  }) => {
    const email = 'bleibt@example.org';
    const booking = new BookingPages(page, texts);
    await page.goto(`${trail}/competitions`);
    await page.waitForURL(/\/auth/);
    await page.locator('input[name=email]').fill(email);
    await page.getByRole('button', { name: texts.t('accounts.auth.alone') }).click();
    await booking.at('competitions');
    await booking.addRunner(alpineRound, runner);
    await booking.pressNext();
    await (booking.hasScripts ? page.locator('#decline').waitFor() : booking.at('articles'));

    await page.reload();
    await expect(page.locator('legend').first()).toContainText('Bożena');
    const second = await page.context().newPage();
    await second.goto(`${trail}/competitions`);
    await expect(second.locator('[name$=".lastName"]')).toHaveValue(runner.lastName);
    await second.close();

    const later = await openBrowser({ storageState: await page.context().storageState() });
    await later.goto(`${trail}/competitions`);
    await expect(later.locator('[name$=".firstName"]')).toHaveValue(runner.firstName);
    await loginByMail(later, server, email, `${trail}/competitions`);
    await later.waitForURL(/competitions$/);
    await expect(later.locator('[name$=".firstName"]'), 'proving the address keeps the booking').toHaveValue(
      runner.firstName,
    );
    await expectNothingForStrangers(openBrowser, email);
  });

  test('stays when the last place goes to somebody else meanwhile', async ({ page, texts, server, adminApi }) => {
    const place = await newCompetition(server, adminApi, 2);
    const booking = new BookingPages(page, texts);
    await page.goto(`/events/${place.eventId}/competitions`);
    await page.locator('input[name=email]').fill('knapp@example.org');
    await page.getByRole('button', { name: texts.t('accounts.auth.alone') }).click();
    await booking.at('competitions');
    await booking.addRunner('All at once', runner);
    await booking.next();
    await booking.at('check-order');
    await booking.accept();

    const rival: Session = await guest(server, place.eventId);
    for (const name of ['Eins', 'Zwei']) {
      expect((await bookOne(server, rival, place, name)).status).toBe(201);
    }
    await booking.order();
    await expect(page.locator('.alert[data-tone=bad]')).toBeVisible();
    await look(page, 'sold-out-meanwhile');
    await page.goto(`/events/${place.eventId}/competitions`);
    await expect(page.locator('[name$=".lastName"]')).toHaveValue(runner.lastName);
    await expect(page.locator('[name$=".birthDate"]')).toHaveValue(texts.typedDate(runner.birthDate));
  });

  test('is ordered once, even from two tabs and after going back', async ({ page, texts }) => {
    const booking = new BookingPages(page, texts);
    await page.goto('/events/lichterlauf/competitions');
    await page.locator('input[name=email]').fill('doppelt@example.org');
    await page.getByRole('button', { name: texts.t('accounts.auth.alone') }).click();
    await booking.at('competitions');
    await booking.addRunner('Lichterrunde 5 km', runner);
    await booking.toArticles();
    const amount = page.locator('[name^="amount."]');
    const [typed, sign] = [await amount.boundingBox(), await page.locator('.input-money > span').boundingBox()];
    const padding = Number.parseFloat(await amount.evaluate((input) => getComputedStyle(input).paddingInlineEnd));
    expect((typed?.x ?? 0) + (typed?.width ?? 0) - padding, 'the figures end before the sign').toBeLessThan(
      sign?.x ?? 0,
    );
    // The smallest donation is 1 €: whoever types 0,5 is on the way there, and nothing has failed.
    await amount.fill(texts.locale === 'de' ? '0,5' : '0.5');
    if (booking.hasScripts) await expect(page.locator('#summary output')).toHaveText('–');
    await expect(page.locator('.alert[data-tone=bad]')).toHaveCount(0);
    await amount.fill(texts.locale === 'de' ? '12,50' : '12.50');
    await booking.next();
    await booking.at('check-order');
    await expect(page.locator('main')).toContainText(texts.money(1500 + 1250));
    const second = await page.context().newPage();
    await second.goto(page.url());
    const there = new BookingPages(second, texts);
    await there.accept();
    await booking.accept();
    const orderId = await booking.orderByTransfer();
    await there.order();
    await second.waitForURL(`/orders/${orderId}`);
    await second.close();
    await page.goBack();
    await page.goto('/events/lichterlauf/check-order');
    await expect(page, 'what was typed is an order by now').toHaveURL(`/payment-fail/${orderId}`);
  });

  test('stays when a field is wrong, and the summary leads there', async ({ page, texts }) => {
    const booking = new BookingPages(page, texts);
    await page.goto('/events/donau-marathon/competitions');
    await page.locator('input[name=email]').fill('falsch@example.org');
    await page.getByRole('button', { name: texts.t('accounts.auth.alone') }).click();
    await booking.at('competitions');
    const entry = await booking.add('Marathon 42,195 km');
    await booking.person(entry, 0, { ...runner, birthDate: '2024-02-01' });
    const never = texts.locale === 'de' ? '31.02.1990' : '02/31/1990';
    await page.locator('[name$=".birthDate"]').fill(never);
    await booking.pressNext();
    const date = page.locator('[name$=".birthDate"]');
    await expect(date).toHaveAttribute('aria-invalid', 'true');
    await expect(date).toHaveValue(never);
    await expect(page.locator('[name$=".firstName"]')).toHaveValue(runner.firstName);
    await look(page, 'wrong-date');
    await date.fill(texts.typedDate('2024-02-01'));
    await booking.pressNext();
    await expect(page.locator('main'), 'too young').toContainText(
      texts.locale === 'de' ? 'ab 18 Jahren' : 'age 18 and over',
    );
    await date.fill(texts.locale === 'de' ? '1.2.1990' : '2/1/1990');
    await booking.pressNext();
    await (booking.hasScripts ? page.locator('#decline').waitFor() : booking.at('articles'));
  });
});

/** Somebody who merely claims an address sees nothing that lies under it. */
async function expectNothingForStrangers(openBrowser: OpenBrowser, email: string): Promise<void> {
  const stranger = await openBrowser();
  await stranger.goto(`${trail}/competitions`);
  await stranger.locator('input[name=email]').fill(email);
  await stranger.locator('button[name=way][value=alone]').click();
  await stranger.waitForURL(/competitions$/);
  await expect(stranger.locator('.entry')).toHaveCount(0);
}

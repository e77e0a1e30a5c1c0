/** Codes as a visitor meets them: wrong ones, unfit ones, one that works, a free order, a ticket for holders. */
import type { Page } from '@playwright/test';
import { call, newCompetition, type Place } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import { giveCodes } from '../support/vouchers.ts';
import { everywhere, expect, glance, look, phoneFirst, test } from './fixtures.ts';
import { BookingPages, buyerInLinden, type Runner } from './pages/booking.ts';
import type { Texts } from './texts.ts';

const trail = '/events/kranzspitz-trail';
// Somebody of her own: a browser test that ordered for the same person before would leave no place for her.
const runner: Runner = { firstName: 'Žofie', lastName: 'Größl-Łucka', birthDate: '1987-03-29', gender: 'female' };

/** The box, by what people see of it. */
class VoucherBox {
  constructor(
    readonly page: Page,
    readonly texts: Texts,
  ) {}
  readonly field = () => this.page.getByLabel(this.texts.t('voucherBox.label'), { exact: true });
  readonly code = (code: string) => this.page.locator('.voucher-codes li', { hasText: code });

  /** By the button, or by Enter in the field. */
  async enter(code: string, by: 'button' | 'enter' = 'button'): Promise<void> {
    await this.field().fill(code);
    if (by === 'enter') await this.field().press('Enter');
    else await this.page.getByRole('button', { name: this.texts.t('voucherBox.redeem'), exact: true }).click();
  }
  says = (code: string, text: string): Promise<void> => expect(this.code(code)).toContainText(text);
  refuses = (message: string): Promise<void> =>
    expect(this.page.locator('#vouchers [role=alert]')).toHaveText(this.texts.t(`voucherBox.message.${message}`));
  async remove(code: string): Promise<void> {
    await this.page.getByRole('button', { name: this.texts.t('voucherBox.removeCode', { code }) }).click();
    await expect(this.code(code)).toHaveCount(0);
  }
}

const script = () => test.info().project.use.javaScriptEnabled !== false;

/** As somebody who gives an address alone. */
async function begin(page: Page, texts: Texts, event: string): Promise<BookingPages> {
  await page.goto(`${event}/competitions`);
  await page.locator('input[name=email]').fill('gutschein@example.org');
  await page.getByRole('button', { name: texts.t('accounts.auth.alone') }).click();
  const booking = new BookingPages(page, texts);
  await booking.at('competitions');
  if (script()) await page.locator('.island[data-ready]').waitFor();
  return booking;
}

async function trailFacts(server: RunningServer): Promise<{ eventId: number; cupId: number }> {
  const { event } = (await (await fetch(`${server.url}/api/events/kranzspitz-trail`)).json()) as {
    event: { id: number; articles: { id: number; name: string }[] };
  };
  return { eventId: event.id, cupId: event.articles.find(({ name }) => name === 'Faltbecher')?.id ?? 0 };
}

test('codes say at once what they give, in every step', { tag: phoneFirst }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const { eventId, cupId } = await trailFacts(server);
  await giveCodes(server, adminApi, eventId, {
    LAUF899: { name: 'Laufgruß', amount: 899, target: 'participant' },
    BECHER: { name: 'Becher geschenkt', unit: 'percentage', amount: 10_000, target: 'article', articleId: cupId },
  });
  const booking = await begin(page, texts, trail);
  const box = new VoucherBox(page, texts);
  await booking.addRunner('Almrunde 9 km', runner);
  await booking.total(2600 + 100);

  await box.enter('NEBELHORN');
  await box.refuses('codeInvalid');
  await expect(box.field()).toHaveValue('NEBELHORN');
  await look(page, 'wrong-code');
  await box.enter('becher', 'enter');
  await box.says('BECHER', texts.t('voucherBox.message.noArticlesSelectedForVoucher'));
  await box.enter(' lauf 899', 'enter');
  await box.says('LAUF899', texts.money(-899));
  await booking.total(2600 + 100 - 899);
  if (script()) await expect(box.field(), 'the next code may be typed').toBeFocused();
  await expect(page.locator('[name$=".lastName"]'), 'what was typed stays').toHaveValue(runner.lastName);
  await look(page, 'codes-at-participants');
  await box.enter('LAUF899');
  await box.refuses('voucherCodeAlreadyEntered');
  await box.remove('LAUF899');
  await booking.total(2600 + 100);

  await booking.toArticles();
  await booking.article(0, 'Faltbecher', texts.t('orders.articles.quantity'), 2);
  await box.enter('LAUF899', 'enter');
  await box.says('LAUF899', texts.money(-899));
  await box.says('BECHER', texts.money(-1300));
  await booking.total(2600 + 100 - 899);
  await expect(page.locator('[name^="quantity."]').first()).toHaveValue('2');
  await look(page, 'codes-at-articles');

  await booking.toAddress();
  await booking.address(buyerInLinden);
  await box.remove('BECHER');
  await booking.total(2600 + 1300 + 100 - 899);
  await expect(page.locator('[name="contact.lastName"]')).toHaveValue(buyerInLinden.lastName);

  await booking.toCheck();
  await booking.accept();
  await box.enter('BECHER');
  await box.says('BECHER', texts.money(-1300));
  await expect(page.locator('[name=accepted]')).toBeChecked();
  await expect(page.locator('#order-lines .summary-total')).toContainText(texts.money(2600 + 100 - 899));
  await look(page, 'codes-at-check-order');
  const orderId = await booking.orderByTransfer();
  await page.goto(`/orders/${orderId}`);
  await expect(page.locator('main')).toContainText('LAUF899');
  await expect(page.locator('main')).toContainText(texts.money(2600 + 100 - 899));
  await glance(page, 'order-with-codes');
});

test('without a connection the box says so, and nothing that was typed is lost', { tag: ['@phone'] }, async ({
  browser,
  texts,
  baseURL,
}) => {
  // A browser of its own: that nothing answers stands in its console, too.
  const context = await browser.newContext();
  await context.addCookies([{ name: 'ccn-interacted', value: 'necessary', url: baseURL ?? '' }]);
  const page = await context.newPage();
  const booking = await begin(page, texts, trail);
  const box = new VoucherBox(page, texts);
  await booking.addRunner('Almrunde 9 km', runner);
  for (const step of ['competitions', 'delivery-address']) {
    await page.locator('[data-island=BookingStep][data-ready]').waitFor();
    await context.setOffline(true);
    await box.enter('LAUF899');
    await expect(page.locator('.toast')).toHaveText(texts.t('voucherBox.noAnswer'));
    await context.setOffline(false);
    await expect(box.field(), step).toHaveValue('LAUF899');
    if (step === 'delivery-address') continue;
    await expect(page.locator('[name$=".lastName"]')).toHaveValue(runner.lastName);
    await box.field().fill('');
    await booking.nextWithoutArticlesFor(runner.lastName);
    await booking.at(step === 'competitions' ? 'delivery-address' : step);
  }
  await context.close();
});

test('nothing is left to pay', { tag: ['@without-javascript', '@desktop'] }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const place = await newCompetition(server, adminApi, 50);
  await giveCodes(server, adminApi, place.eventId, {
    GESCHENKT: { name: 'Alles geschenkt', unit: 'percentage', amount: 10_000, target: 'order', useType: 'single' },
  });
  const booking = await begin(page, texts, `/events/${place.eventId}`);
  await booking.addRunner('All at once', runner);
  await booking.next();
  await booking.at('check-order');
  await booking.accept();
  const box = new VoucherBox(page, texts);
  await box.enter('geschenkt', 'enter');
  await box.says('GESCHENKT', texts.money(-2500));
  await look(page, 'free-check-order');
  await page.getByRole('button', { name: texts.t('orders.check.orderFree'), exact: true }).click();
  await page.waitForURL(/\/completed\?order=\d+$/);
  await glance(page, 'free-order');
});

test('a ticket for voucher holders is had with a code', { tag: everywhere }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const place = await newCompetition(server, adminApi, 12);
  await makeItForHolders(server, adminApi, place);
  await giveCodes(server, adminApi, place.eventId, {
    PARTNER: { name: 'Partnerplatz', amount: 500, target: 'competition', competitionId: place.competitionId },
  });
  await page.goto(`/events/${place.eventId}`);
  await expect(page.locator('main')).toContainText(texts.t('events.price.voucherOnly'));
  await glance(page, 'event-for-holders');
  const booking = await begin(page, texts, `/events/${place.eventId}`);
  const box = new VoucherBox(page, texts);
  await booking.addRunner('All at once', runner);
  await booking.pressNext();
  await expect(page.locator('.alert[data-tone=bad]')).toContainText(
    texts.t('voucherBox.onlyWithVoucher', { name: `${runner.firstName} ${runner.lastName}` }),
  );
  await look(page, 'ticket-for-holders');
  await box.enter('PARTNER', 'enter');
  await box.says('PARTNER', texts.money(-500));
  await expect(page.locator('.alert[data-tone=bad]')).toHaveCount(0);
  await booking.next();
  await booking.at('check-order');
  await expect(page.locator('#order-lines')).toContainText(texts.money(2000));
});

async function makeItForHolders(server: RunningServer, as: Parameters<typeof call>[4], place: Place): Promise<void> {
  const { event } = (await (await fetch(`${server.url}/api/events/${place.eventId}`)).json()) as {
    event: { competitions: { prices: { id: number }[] }[] };
  };
  const priceId = event.competitions[0]?.prices[0]?.id;
  const path = `/api/admin/competition-prices/${priceId}`;
  const { status } = await call(server, 'PATCH', path, { onlyBuyableWithVoucher: true }, as);
  expect(status).toBe(200);
}

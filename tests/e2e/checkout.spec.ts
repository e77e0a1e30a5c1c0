/** A family, a relay, somebody without scripts, and somebody whom everything happens to: all of them get to their order. */
import type { Page } from '@playwright/test';
import { call } from '../support/crowd.ts';
import { enterAddressAndCode, expect, glance, look, test, withoutScriptFirst } from './fixtures.ts';
import { BookingPages, buyerInLinden, type Runner } from './pages/booking.ts';
import { textsOf } from './texts.ts';

const marathon = '/events/donau-marathon';
const year = new Date().getFullYear();

/** On the page that asks who one is: an address alone is enough to book. */
async function begin(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.locator('input[name=email]').fill(email);
  await page.locator('button[name=way][value=alone]').click();
  await page.waitForURL(/\/competitions/);
}

test('a family of four, with shirts, protection and a voucher', { tag: withoutScriptFirst }, async ({
  page,
  texts,
}) => {
  const booking = new BookingPages(page, texts);
  const [adult, child] = ['Halbmarathon 21,1 km', `Jugendlauf 2,5 km, Jahrgang ${year - 12} bis ${year - 9}`];
  await begin(page, `${marathon}/competitions`, `familie-${test.info().project.name}@example.org`);
  const child10 = page.getByRole('heading', { name: /^Jugendlauf/ });
  const childTitle = (await child10.textContent()) ?? child;
  const family: [string, Runner][] = [
    [adult, { firstName: 'Ada', lastName: 'Nussbaumer', birthDate: '1985-04-03', gender: 'female' }],
    [adult, { firstName: 'Ben', lastName: 'Nussbaumer', birthDate: '1983-10-30', gender: 'male' }],
    [childTitle, { firstName: 'Cleo', lastName: 'Nussbaumer', birthDate: `${year - 11}-02-01`, gender: 'female' }],
    [childTitle, { firstName: 'Dino', lastName: 'Nussbaumer', birthDate: `${year - 10}-06-09`, gender: 'male' }],
  ];
  for (const [title, runner] of family) await booking.addRunner(title, runner);
  const tickets = 2 * 4500 + 2 * 1000;
  await booking.total(tickets + 150 + 390);
  await glance(page, 'family-participants');

  await booking.toArticles();
  for (const [index, size] of ['S', 'L', 'XS', 'XS'].entries()) await booking.article(index, 'Finisher-Shirt', size, 1);
  await glance(page, 'family-articles');

  await booking.toProtection();
  await booking.total(tickets + 4 * 2490 + 150 + 390);
  await booking.protect('Stornoschutz');
  // Without a script the next page says what it costs.
  if (booking.hasScripts) await booking.total(tickets + 4 * 2490 + 590 + 150 + 390);
  await page.locator('input[name=voucherCode]').fill('verein10');
  await page.locator('button[value=voucher]').click();
  // 10 % of everything of each participant: 4,50 and 1,00 on the tickets, 2,49 on each shirt.
  const discount = 2 * 450 + 2 * 100 + 4 * 249;
  await booking.total(tickets + 4 * 2490 + 590 + 150 + 390 - discount);
  await glance(page, 'family-protection');

  await booking.toAddress();
  await booking.address(buyerInLinden);
  const total = tickets + 4 * 2490 + 590 + 150 + 390 - discount;
  await glance(page, 'family-address');

  await booking.toCheck();
  await expect(page.locator('.order-sum .summary-total')).toContainText(texts.money(total));
  await glance(page, 'family-check-order');
  await booking.accept();
  await booking.orderByTransfer();
  await expect(page.locator('main')).toContainText(texts.money(total));
});

test('a team of four with questions for the team and for each', { tag: ['@phone', '@desktop'] }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const made = await call(
    server,
    'POST',
    '/api/admin/events',
    { title: 'Staffel am See', startTimestamp: at, endTimestamp: at, adoptTeamEmail: true },
    adminApi,
  );
  const eventId = Number(made.json.eventId);
  const team = {
    title: 'Viererstaffel',
    type: 'team',
    minTeamSize: 4,
    maxTeamSize: 4,
    totalTicketCount: 40,
    timestamp: at,
  };
  const { json } = await call(server, 'POST', `/api/admin/competitions/${eventId}`, team, adminApi);
  const competitionId = (json.competition as { id: number }).id;
  await call(server, 'POST', `/api/admin/competition-prices/${competitionId}`, { price: 2000, quantity: 40 }, adminApi);
  for (const field of [
    { name: { de: 'Firma', en: 'Company' }, type: 'text', isRequired: true, editableOnlyOncePerTeam: true },
    { name: { de: 'Abteilung', en: 'Department' }, type: 'text', adoptPrevious: true },
    { name: { de: 'Kilometer', en: 'Kilometres' }, type: 'number', isRequired: true },
  ]) {
    await call(server, 'POST', `/api/admin/events/${eventId}/form-fields`, field, adminApi);
  }
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);

  const booking = new BookingPages(page, texts);
  await begin(page, `/events/${eventId}/competitions`, 'staffel@example.org');
  const entry = await booking.add('Viererstaffel');
  const names = ['Ivo', 'Jana', 'Karl', 'Lotte'];
  for (const [index, firstName] of names.entries()) {
    await booking.person(entry, index, {
      firstName,
      lastName: 'Berger',
      birthDate: `198${index}-05-05`,
      gender: 'diverse',
    });
    await entry.locator('.entry-person').nth(index).getByLabel('Kilometer').fill('10,5');
  }
  await expect(entry.getByLabel('Firma'), 'asked once').toHaveCount(1);
  await entry.getByLabel('Firma').fill('Berger & Söhne');
  await booking.showMore(entry.locator('.entry-person').first());
  await entry.locator('.entry-person').first().locator('[name$=".email"]').fill('staffel@example.org');
  await look(page, 'team-participants');
  await booking.next();
  await booking.at('check-order');
  for (const name of names) await expect(page.locator('main')).toContainText(`${name} Berger`);
  await booking.accept();
  const orderId = await booking.orderByTransfer();
  const { json: answer } = await call(server, 'GET', `/api/admin/orders/${orderId}`, undefined, adminApi);
  type Member = { email: string; formFieldsSelected: { value: string }[] };
  const [competition] = (answer.order as { competitions: { teams: { participants: Member[] }[] }[] }).competitions;
  for (const member of competition?.teams[0]?.participants ?? []) {
    expect(member.email).toBe('staffel@example.org');
    expect(member.formFieldsSelected.map(({ value }) => value).sort()).toEqual(['10.5', 'Berger & Söhne']);
  }
});

test('from the event page to the order without a script, in twelve requests', { tag: '@without-javascript' }, async ({
  page,
  texts,
  server,
}) => {
  const booking = new BookingPages(page, texts);
  await page.goto(`/auth?to=${encodeURIComponent(marathon)}`);
  await enterAddressAndCode(page, server, 'ohne-script@example.org');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(marathon);
  await page.locator('a[href*="/competitions?competition="]').first().click();
  await booking.at('competitions');
  const entry = page.locator('.entry').first();
  await booking.person(entry, 0, {
    firstName: 'Mona',
    lastName: 'Ohnescript',
    birthDate: '1990-01-31',
    gender: 'female',
  });
  await booking.next();
  await booking.at('articles');
  await booking.article(0, 'Finisher-Shirt', 'M', 1);
  await booking.next();
  await booking.at('cancellation-protection');
  await booking.protect('Stornoschutz');
  await booking.next();
  await booking.at('delivery-address');
  await booking.address(buyerInLinden);
  await booking.next();
  await booking.at('check-order');
  await booking.accept();
  await booking.orderByTransfer();
  expect(
    asked.slice(0, asked.findIndex((request) => request.startsWith('POST') && request.endsWith('check-order')) + 1)
      .length,
    asked.join('\n'),
  ).toBeLessThanOrEqual(12);
});

test('the language, the browser, a second tab and the session change in the middle', { tag: '@desktop' }, async ({
  page,
  texts,
  server,
  openBrowser,
}) => {
  const email = 'unterwegs@example.org';
  const booking = new BookingPages(page, texts);
  const trail = '/events/kranzspitz-trail';
  const round = 'Almrunde 9 km';
  await page.goto(`/auth?to=${encodeURIComponent(`${trail}/competitions`)}`);
  await enterAddressAndCode(page, server, email);
  await booking.at('competitions');
  await test.step('two tabs, each with somebody of its own', async () => {
    const second = await page.context().newPage();
    await second.goto(page.url());
    const there = new BookingPages(second, texts);
    await there.addRunner(round, { firstName: 'Nina', lastName: 'Tab', birthDate: '1990-02-01', gender: 'female' });
    await there.nextWithoutArticlesFor('Nina Tab');
    await second.close();
    // This tab has never heard of her.
    await booking.addRunner(round, { firstName: 'Olaf', lastName: 'Tab', birthDate: '1991-03-02', gender: 'male' });
    await booking.nextWithoutArticlesFor('Olaf Tab');
    await page.goto(`${trail}/articles`);
    await expect(page.locator('.entry-person > legend')).toHaveText([/Olaf Tab/, /Nina Tab/]);
  });
  await test.step('another language', async () => {
    await page.goto(`${trail}/competitions?lang=en-us`);
    await expect(page.locator('[name$=".birthDate"]').first()).toHaveValue('03/02/1991');
    await new BookingPages(page, textsOf('en-us')).next();
    await page.goto(`${trail}/competitions?lang=de`);
    await expect(page.locator('[name$=".birthDate"]').first()).toHaveValue('02.03.1991');
    await booking.unfold(page.locator('.entry-person').first());
    await page.locator('[name$=".birthDate"]').first().fill('3.3.1991');
    await page.locator('.languages [lang=en]').click();
    await expect(page.locator('[name$=".birthDate"]').first(), 'typed and not posted').toHaveValue('03/03/1991');
    await page.locator('.languages [lang=de]').click();
    await expect(page.locator('[name$=".birthDate"]').first()).toHaveValue('03.03.1991');
  });
  await test.step('the browser is closed while somebody types', async () => {
    await booking.showMore(page.locator('.entry-person').first());
    await page.locator('[name$=".nationalityCountryCode"]').first().selectOption('AT');
    await page.locator('[name$=".firstName"]').first().fill('Olof');
    await page.locator('.site-logo').click();
    await page.waitForURL(/\/$/);
    const later = await openBrowser({ storageState: await page.context().storageState() });
    // The browser sends it on its own while the page goes away.
    await expect(async () => {
      await later.goto(`${trail}/competitions`);
      await expect(later.locator('[name$=".firstName"]').first()).toHaveValue('Olof', { timeout: 1000 });
    }).toPass();
  });
  await page.goto(`${trail}/articles`);
  await booking.article(1, 'Faltbecher', texts.t('orders.articles.quantity'), 2);
  await booking.toAddress();
  await booking.address(buyerInLinden);
  await booking.toCheck();
  const total = texts.money(2 * 2600 + 2 * 650 + 100);
  await expect(page.locator('.order-sum .summary-total')).toContainText(total);
  await test.step('the session is lost at the last step', async () => {
    await booking.accept();
    await page.context().clearCookies({ name: /^(session|visit)$/ });
    await booking.order();
    await page.waitForURL(/\/auth/);
    await enterAddressAndCode(page, server, email);
    await booking.at('delivery-address');
    await expect(page.locator('.order-sum .summary-total')).toContainText(total);
    await expect(page.locator('#order-lines')).toContainText('Olof Tab');
    await booking.accept();
    await booking.orderByTransfer();
  });
});

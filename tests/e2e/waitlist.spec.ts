/** Three people wait for the last place: the first lets the offer lapse, the second buys, the third moves up. */
import { createClient } from '@libsql/client';
import { bookOne, call, guest, loginByCode, newCompetition } from '../support/crowd.ts';
import { actAs, expect, look, mailTo, phoneFirst, test, withoutScriptFirst } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';

const link = /\/waitlist\/\d+\?signature=\S+/;

test('three people wait for the last place, one lets it lapse, and the next one buys it', {
  tag: [...phoneFirst, '@english'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t, locale } = texts;
  const name = test.info().project.name;
  const place = await newCompetition(server, adminApi, 1, { offerHours: 24 });
  const { eventId, competitionId } = place;
  const owner = await guest(server, eventId);
  const { orderId } = await bookOne(server, owner, place, 'first');

  await page.goto(`/events/${eventId}`);
  await look(page, 'waitlist-event');
  await page
    .getByRole('link', { name: t('events.event.waitlist') })
    .first()
    .click();
  await expect(page.locator('h1')).toHaveText(t('waitlist.join.title'));
  await look(page, 'waitlist-join');
  await page.locator('input[name=places]').fill('99');
  await page.getByRole('button', { name: t('waitlist.form.join') }).click();
  await expect(page.locator('.field-error')).toBeVisible();
  await page.locator('input[name=places]').fill('1');
  const first = `list-1-${name}@example.org`;
  await page.locator('input[name=email]').fill(first);
  await page.getByRole('button', { name: t('waitlist.form.join') }).click();
  await expect(page.getByText(t('waitlist.asked.title'))).toBeVisible();
  await look(page, 'waitlist-asked');

  const linkTo = async (email: string, matching: RegExp | string) => {
    const mail = await mailTo(
      server,
      email,
      typeof matching === 'string' ? new RegExp(matching.slice(0, 24)) : matching,
    );
    return link.exec(mail.text)?.[0] ?? '';
  };
  await page.goto(await linkTo(first, t('waitlist.mail.proof.hint')));
  await look(page, 'waitlist-confirm');
  await page.getByRole('button', { name: t('waitlist.confirm.button') }).click();
  await expect(page.locator('h1')).toHaveText(t('waitlist.waiting.title'));
  await look(page, 'waitlist-waiting');

  const [second, third] = [2, 3].map((n) => `list-${n}-${name}@example.org`) as [string, string];
  const language = locale === 'de' ? 'de' : 'en-US';
  for (const email of [second, third]) {
    const session = await loginByCode(server, email, language);
    const joined = await call(server, 'POST', `/api/events/${eventId}/waitlist`, { competitionId }, session, language);
    expect(joined.json).toMatchObject({ state: 'waiting' });
  }
  const thirdLink = await linkTo(third, t('waitlist.mail.joined.hint'));

  expect((await call(server, 'PATCH', `/api/orders/${orderId}/cancel`, {}, owner)).status).toBe(200);
  const offered = await linkTo(first, t('waitlist.mail.offer.hint', { count: 1 }));
  await page.goto(offered);
  await expect(page.getByRole('button', { name: t('waitlist.offered.button') })).toBeVisible();
  await look(page, 'waitlist-offered');
  const walkIn = await guest(server, eventId);
  expect((await bookOne(server, walkIn, place, 'walk-in')).status).toBe(409);

  // A day goes by. Whatever changes at the event makes the house look at its lists, as a job does every minute.
  const database = createClient({ url: `file:${server.dataDir}/startblock.db`, timeout: 30_000 });
  await database.execute({ sql: 'update place_holds set until = 1 where event_id = ?', args: [eventId] });
  database.close();
  await call(server, 'PATCH', `/api/admin/events/${eventId}`, { location: 'Linden' }, adminApi);
  const next = await linkTo(second, t('waitlist.mail.offer.hint', { count: 1 }));
  await page.goto(offered);
  await expect(page.locator('h1')).toHaveText(t('waitlist.ended.lapsed.title'));
  await look(page, 'waitlist-lapsed');

  const phone = await openBrowser({ ...(locale === 'de' ? {} : { locale: 'en-US' }) });
  await phone.goto(next);
  await phone.getByRole('button', { name: t('waitlist.offered.button') }).click();
  const booking = new BookingPages(phone, texts);
  await booking.at('competitions');
  const runner = { firstName: 'Ida', lastName: 'Huber', birthDate: '1990-05-01', gender: 'female' } as const;
  if ((await phone.locator('.entry').count()) === 0) await booking.addRunner('All at once', runner);
  else await booking.person(phone.locator('.entry').first(), 0, runner);
  await look(phone, 'waitlist-booking');
  await booking.next();
  await booking.at('check-order');
  await booking.accept();
  await booking.orderByTransfer();
  await phone.goto(next);
  await expect(phone.locator('h1')).toHaveText(t('waitlist.ended.bought.title'));

  await page.goto(thirdLink);
  await expect(page.locator('main')).toContainText(/(Position|position) 1\./);
  await page.getByRole('link', { name: t('waitlist.leave.link') }).click();
  await look(page, 'waitlist-leave');
  await page.getByRole('button', { name: t('waitlist.leave.button') }).click();
  await expect(page.locator('h1')).toHaveText(t('waitlist.ended.left.title'));

  const office = await openBrowser({ ...(locale === 'de' ? {} : { locale: 'en-US' }) });
  await actAs(office, adminApi, server.url);
  await office.goto(`/admin/events/${eventId}/waitlist?lang=${locale}`);
  await expect(office.locator('main')).toContainText(t('waitlist.state.bought'));
  await look(office, 'waitlist-office');
});

test('the early price is sold out while a later one sells: one waits for it, is offered it, and pays it', {
  tag: withoutScriptFirst,
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t, money, locale } = texts;
  const place = await newCompetition(server, adminApi, 1, { offerHours: 24 });
  const { eventId, competitionId } = place;
  const owner = await guest(server, eventId);
  const { orderId } = await bookOne(server, owner, place, 'first');
  const admin = (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) =>
    call(server, method, `/api/admin/${path}`, body, adminApi);
  const { json } = await admin('GET', `events/${eventId}`);
  const [{ prices }] = (json.event as { competitions: [{ prices: { id: number; price: number }[] }] }).competitions;
  const [early] = prices as [{ id: number; price: number }];
  await admin('PATCH', `competitions/${competitionId}`, { totalTicketCount: 10 });
  await admin('POST', `competition-prices/${competitionId}`, { price: early.price + 1000, quantity: 9, priceOrder: 2 });
  const office = await openBrowser({ ...(locale === 'de' ? {} : { locale: 'en-US' }) });
  await actAs(office, adminApi, server.url);
  await office.goto(`/admin/tickets/${eventId}/${competitionId}/prices/${early.id}?lang=${locale}`);
  await office.getByLabel(t('events.form.hasWaitlist')).check();
  await look(office, 'price-list-form');
  await office.getByRole('button', { name: t('ui.form.save') }).click();

  await page.goto(`/events/${eventId}`);
  await expect(page.getByText(money(early.price + 1000)).first()).toBeVisible();
  await look(page, 'price-list-event');
  await page
    .getByRole('link', { name: t('events.event.waitlistAtPrice', { price: money(early.price) }) })
    .first()
    .click();
  await expect(page.locator('select[name=competition]')).toHaveValue(`${competitionId}-${early.id}`);
  await look(page, 'price-list-join');
  const email = `early-${test.info().project.name}@example.org`;
  await page.locator('input[name=email]').fill(email);
  await page.getByRole('button', { name: t('waitlist.form.join') }).click();
  await page.goto(
    link.exec((await mailTo(server, email, new RegExp(t('waitlist.mail.proof.hint').slice(0, 24)))).text)?.[0] ?? '',
  );
  await page.getByRole('button', { name: t('waitlist.confirm.button') }).click();
  await expect(page.locator('main')).toContainText(money(early.price));
  await look(page, 'price-list-waiting');

  expect((await call(server, 'PATCH', `/api/orders/${orderId}/cancel`, {}, owner)).status).toBe(200);
  const offer = await mailTo(server, email, new RegExp(t('waitlist.mail.offer.hint', { count: 1 }).slice(0, 24)));
  const walkIn = await guest(server, eventId);
  expect((await bookOne(server, walkIn, place, 'walk-in')).status).toBe(409);
  await page.goto(link.exec(offer.text)?.[0] ?? '');
  await page.getByRole('button', { name: t('waitlist.offered.button') }).click();
  const booking = new BookingPages(page, texts);
  await booking.at('competitions');
  const runner = { firstName: 'Ida', lastName: 'Huber', birthDate: '1990-05-01', gender: 'female' } as const;
  if ((await page.locator('.entry').count()) === 0) await booking.addRunner('All at once', runner);
  else await booking.person(page.locator('.entry').first(), 0, runner);
  await booking.next();
  await booking.at('check-order');
  await expect(page.locator('main')).toContainText(money(early.price));
  await booking.accept();
  await booking.orderByTransfer();
  await page.goto(link.exec(offer.text)?.[0] ?? '');
  await expect(page.locator('h1')).toHaveText(t('waitlist.ended.bought.title'));
  await office.goto(`/admin/events/${eventId}/waitlist`);
  await expect(office.locator('main')).toContainText(money(early.price));
  await look(office, 'price-list-office');
});

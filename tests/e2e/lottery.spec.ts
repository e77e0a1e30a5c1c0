/** Three places are drawn among two people and a group of two: the winner books, the group lets it lapse, the last moves up. */
import { createClient } from '@libsql/client';
import { drawOrder, seedHashOf } from '#modules/waiting-room/draw-order.ts';
import { bookOne, call, guest, loginByCode, newCompetition } from '../support/crowd.ts';
import { actAs, expect, look, mailTo, phoneFirst, test } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';

const lotLink = /\/lots\/\d+\?signature=\S+/;
const lineLink = /\/waitlist\/\d+\?signature=\S+/;
/** With it the first to enter is drawn first, then the third, then the second. */
const seed =
  Array.from({ length: 1000 }, (_, at) => `journey ${at}`).find(
    (each) => drawOrder(each, [1, 2, 3]).join() === '1,3,2',
  ) ?? '';

test('three places are drawn: the winner books, a group lets its places lapse, and the next one moves up', {
  tag: [...phoneFirst, '@english'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t, locale } = texts;
  const name = test.info().project.name;
  const language = locale === 'de' ? 'de' : 'en-US';
  const place = await newCompetition(server, adminApi, 3, { offerHours: 24 });
  const { eventId, competitionId } = place;
  const inDatabase = async (statement: string, args: (string | number)[]) => {
    const database = createClient({ url: `file:${server.dataDir}/startblock.db`, timeout: 30_000 });
    await database.execute({ sql: statement, args });
    database.close();
  };
  /** Whatever changes at the event makes the house look at its draws and lists, as a job does every minute. */
  const wake = (location: string) => call(server, 'PATCH', `/api/admin/events/${eventId}`, { location }, adminApi);

  const office = await openBrowser({ ...(locale === 'de' ? {} : { locale: 'en-US' }) });
  await actAs(office, adminApi, server.url);
  await office.goto(`/admin/events/${eventId}/lottery?lang=${locale}`);
  await look(office, 'lottery-plan');
  await office.getByRole('button', { name: t('lottery.manage.save'), exact: true }).click();
  await expect(office.getByText(t('lottery.done.saved'))).toBeVisible();
  await look(office, 'lottery-planned');
  await inDatabase('update lotteries set seed = ?, seed_hash = ? where event_id = ?', [
    seed,
    seedHashOf(seed),
    eventId,
  ]);
  const walkIn = await guest(server, eventId);
  expect((await bookOne(server, walkIn, place, 'walk-in')).status).toBe(409);

  await page.goto(`/events/${eventId}`);
  await look(page, 'lottery-event');
  await page
    .getByRole('link', { name: t('events.event.lottery') })
    .first()
    .click();
  await expect(page.locator('h1')).toHaveText(t('lottery.title'));
  await look(page, 'lottery-enter');
  await page.locator('input[name=places]').fill('99');
  await page.getByRole('button', { name: t('lottery.form.enter') }).click();
  await expect(page.locator('.field-error')).toBeVisible();
  await page.locator('input[name=places]').fill('1');
  const first = `lot-1-${name}@example.org`;
  await page.locator('input[name=email]').fill(first);
  await page.getByRole('button', { name: t('lottery.form.enter') }).click();
  await expect(page.getByText(t('lottery.asked.title'))).toBeVisible();
  await look(page, 'lottery-asked');
  const linkTo = async (email: string, hint: string, link: RegExp) =>
    link.exec((await mailTo(server, email, new RegExp(hint.slice(0, 24)))).text)?.[0] ?? '';
  await page.goto(await linkTo(first, t('lottery.mail.proof.hint'), lotLink));
  await look(page, 'lottery-confirm');
  await page.getByRole('button', { name: t('lottery.lot.asked.button') }).click();
  await expect(page.locator('h1')).toHaveText(t('lottery.lot.in.title'));
  await look(page, 'lottery-in');

  const [second, group] = [2, 3].map((n) => `lot-${n}-${name}@example.org`) as [string, string];
  for (const [email, places] of [
    [second, 1],
    [group, 2],
  ] as const) {
    const session = await loginByCode(server, email, language);
    const path = `/api/events/${eventId}/lottery`;
    const entered = await call(server, 'POST', path, { competitionId, places }, session, language);
    expect(entered.json).toMatchObject({ state: 'in' });
  }
  await office.goto(`/admin/events/${eventId}/lottery`);
  await look(office, 'lottery-office');

  // The days go by.
  await inDatabase('update lotteries set enters_from = 1, draws_at = ? where event_id = ?', [Date.now() - 1, eventId]);
  await wake('Linden');
  const offered = await linkTo(first, t('waitlist.mail.drawn.hint', { rank: 1, count: 1 }), lineLink);
  const ranked = await mailTo(server, second, new RegExp(t('lottery.mail.ranked.hint').slice(0, 24)));
  await page.goto(lotLink.exec(ranked.text)?.[0] ?? '');
  await expect(page.locator('h1')).toHaveText(t('lottery.lot.drawn.title', { rank: 3, lots: 3 }));
  await look(page, 'lottery-drawn');
  const draw = await page.request.get(/\/events\/\d+\/lottery\/\d+\/draw\.txt/.exec(ranked.text)?.[0] ?? '');
  expect(await draw.text()).toContain(`seed ${seed}\n\n1 1 1\n2 3 2\n3 2 1\n`);
  await page.goto(`/events/${eventId}/lottery`);
  await look(page, 'lottery-done');

  const phone = await openBrowser({ ...(locale === 'de' ? {} : { locale: 'en-US' }) });
  await phone.goto(offered);
  await phone.getByRole('button', { name: t('waitlist.offered.button') }).click();
  const booking = new BookingPages(phone, texts);
  await booking.at('competitions');
  const runner = { firstName: 'Ida', lastName: 'Huber', birthDate: '1990-05-01', gender: 'female' } as const;
  if ((await phone.locator('.entry').count()) === 0) await booking.addRunner('All at once', runner);
  else await booking.person(phone.locator('.entry').first(), 0, runner);
  await booking.next();
  await booking.at('check-order');
  await booking.accept();
  await booking.orderByTransfer();
  await phone.goto(offered);
  await expect(phone.locator('h1')).toHaveText(t('waitlist.ended.bought.title'));

  // A day goes by.
  await inDatabase('update place_holds set until = 1 where event_id = ?', [eventId]);
  await wake('Lindach');
  await page.goto(await linkTo(second, t('waitlist.mail.offer.hint', { count: 1 }), lineLink));
  await expect(page.getByRole('button', { name: t('waitlist.offered.button') })).toBeVisible();
  await office.goto(`/admin/events/${eventId}/lottery`);
  await expect(office.locator('main')).toContainText(t('lottery.phase.drawn'));
  await look(office, 'lottery-office-drawn');
});

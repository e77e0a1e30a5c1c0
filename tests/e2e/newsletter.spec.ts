/** An organizer offers news, a buyer ticks the box, confirms it by mail, and takes it back by one click. */
import { call } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import {
  enterAddressAndCode,
  expect,
  followNavigation,
  glance,
  logIn,
  look,
  mailTo,
  phoneFirst,
  test,
  withoutScriptFirst,
} from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';

type Admin = Parameters<typeof call>[4];

/** A free race of the demo's organizer, which does not ask for anything yet. */
async function freeRace(server: RunningServer, admin: Admin, title: string): Promise<number> {
  const at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, admin)).json;
  const made = await post('/api/admin/events', { title, organizerId: 1, startTimestamp: at, endTimestamp: at });
  const eventId = Number(made.eventId);
  const competition = { title: '10 km', totalTicketCount: 50, timestamp: at };
  const { id } = (await post(`/api/admin/competitions/${eventId}`, competition)).competition as { id: number };
  await post(`/api/admin/competition-prices/${id}`, { price: 0, quantity: 50 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, admin);
  return eventId;
}

test('the box, the question by mail, the list of the organizer, and one click that ends it', {
  tag: [...phoneFirst, '@english'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t } = texts;
  const { project } = test.info();
  const buyer = `news-${project.name}@example.org`;
  const organizer = `news-organizer-${project.name}@verein.example`;
  await call(server, 'POST', '/api/admin/organizers/1/users', { email: organizer }, adminApi);
  const eventId = await freeRace(server, adminApi, `Neuigkeitenlauf ${project.name}`);

  const office = await openBrowser({ ...(texts.locale === 'de' ? {} : { locale: 'en-US' }) });
  await logIn(office, server, organizer, `/admin/events/${eventId}`);
  await followNavigation(office, texts, t('admin.nav.settings'));
  await office.getByRole('link', { name: t('events.section.people') }).click();
  await look(office, 'news-setting');
  const offer = office.getByRole('checkbox', { name: t('events.form.offersNewsletter') });
  await expect(offer).not.toBeChecked();
  await offer.check();
  await office.getByRole('button', { name: t('ui.form.save') }).click();
  await office.waitForURL(/saved/);
  await expect(offer).toBeChecked();

  const booking = new BookingPages(page, texts);
  await page.goto(`/events/${eventId}/competitions`);
  await page.locator('input[name=email]').fill(buyer);
  await page.locator('button[name=way][value=alone]').click();
  await booking.at('competitions');
  await booking.addRunner('10 km', { firstName: 'Nora', lastName: 'News', birthDate: '1990-01-31', gender: 'female' });
  await booking.next();
  await booking.at('check-order');
  const box = page.locator('input[name=newsletter]');
  await expect(box).not.toBeChecked();
  await expect(page.locator('label', { has: box })).toContainText('Laufverein Donautal');
  await look(page, 'news-box');
  await box.check();
  // What is wrong elsewhere on the page takes nothing back.
  await page.locator('input[name=voucherCode]').fill('GIBTESNICHT');
  await page.locator('button[value=voucher]').click();
  await expect(page.locator('.field-error')).toBeVisible();
  await expect(box).toBeChecked();
  await page.locator('input[name=voucherCode]').fill('');
  await page.getByRole('button', { name: t('orders.check.orderFree') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(box).toBeChecked();
  await booking.accept();
  await page.getByRole('button', { name: t('orders.check.orderFree') }).click();
  await page.waitForURL(/\/completed\?order=\d+$/);

  const link = (text: string, kind: string) => new RegExp(`/newsletter/\\d+/${kind}\\?\\S+`).exec(text)?.[0] ?? '';
  const question = await mailTo(server, buyer, /\/newsletter\/\d+\/confirm/);
  const reader = await openBrowser({ ...(texts.locale === 'de' ? {} : { locale: 'en-US' }) });
  await reader.goto(link(question.text, 'confirm'));
  await look(reader, 'news-confirm');
  await reader.getByRole('button', { name: t('newsletter.confirm.button') }).click();
  await expect(reader.locator('h1')).toHaveText(t('newsletter.confirmed.title'));
  await look(reader, 'news-confirmed');
  const given = await mailTo(server, buyer, new RegExp(t('newsletter.mail.given.hint').slice(0, 20)));

  await office.goto(`/admin/events/${eventId}/exports`);
  const file = office.locator(`a[href$="/export/orders/forNewsletter?format=csv"]`);
  await expect(file).toBeVisible();
  await glance(office, 'news-export');
  const list = await office.context().request.get(server.url + (await file.getAttribute('href')));
  expect(await list.text()).toContain(buyer);

  await reader.goto(link(given.text, 'withdraw'));
  await look(reader, 'news-withdraw');
  await reader.getByRole('button', { name: t('newsletter.withdraw.button') }).click();
  await expect(reader.locator('h1')).toHaveText(t('newsletter.withdrawn.title'));
  await look(reader, 'news-withdrawn');
  const after = await office.context().request.get(server.url + (await file.getAttribute('href')));
  expect(after.status()).toBe(404);
});

test('who is logged in agrees at once, and takes it back in the settings', {
  tag: withoutScriptFirst,
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  const { project } = test.info();
  const eventId = await freeRace(server, adminApi, `Einstellungslauf ${project.name}`);
  await call(server, 'PATCH', `/api/admin/events/${eventId}`, { offersNewsletter: true }, adminApi);
  const booking = new BookingPages(page, texts);
  await page.goto(`/events/${eventId}/competitions`);
  await enterAddressAndCode(page, server, `news-own-${project.name}@example.org`);
  await booking.at('competitions');
  await booking.addRunner('10 km', { firstName: 'Otto', lastName: 'News', birthDate: '1990-01-31', gender: 'male' });
  await booking.next();
  await booking.at('check-order');
  await page.locator('input[name=newsletter]').check();
  await booking.accept();
  await page.getByRole('button', { name: t('orders.check.orderFree') }).click();
  await page.waitForURL(/\/completed\?order=\d+$/);
  await page.goto('/settings');
  await page.getByRole('link', { name: t('account.more.newsletter') }).click();
  await expect(page.locator('main')).toContainText(t('newsletter.settings.state.on'));
  await look(page, 'news-settings');
  await page.getByRole('button', { name: t('newsletter.settings.withdraw') }).click();
  await expect(page.locator('main')).toContainText(t('newsletter.settings.done'));
  await expect(page.locator('main')).toContainText(t('newsletter.settings.state.off'));
  await look(page, 'news-settings-done');
});

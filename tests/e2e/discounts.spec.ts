/** A family and whoever starts twice pay less by itself: the organizer says so, the page tells it, and the order has it. */
import { expect, logIn, look, newOrganizer, phoneFirst, test, withoutScriptFirst } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';
import { newRace } from './race.ts';

test('a discount comes off by itself, from the form of the organizer to the order', {
  tag: withoutScriptFirst,
}, async ({ server, adminApi, texts, page }) => {
  const { t } = texts;
  const { eventId } = await newRace(server, adminApi, { title: 'Familienlauf', competitions: ['5 km', '10 km'] });

  const base = `/admin/events/${eventId}/discounts`;
  await logIn(page, server, await newOrganizer(server, adminApi, 'discount'), base);
  await expect(page.getByText(t('events.discounts.none'))).toBeVisible();
  await page.getByRole('link', { name: t('events.discounts.new') }).click();
  await page.getByLabel(t('events.form.title')).fill('Familienrabatt');
  await page.getByLabel(t('events.form.fromCount')).fill('1');
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await expect(page.getByText(t('events.error.discountOneOf')).first()).toBeVisible();
  await page.getByLabel(t('events.form.percentOff')).fill('20');
  await look(page, 'discount-form');
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await page.goto(base);
  await expect(page.getByRole('link', { name: 'Familienrabatt' })).toBeVisible();
  await look(page, 'discounts');

  await page.goto(`/events/${eventId}`);
  await expect(page.getByText(t('events.discount.self'))).toBeVisible();
  await look(page, 'discount-event');
  const booking = new BookingPages(page, texts);
  await page.goto(`/events/${eventId}/competitions`);
  await booking.addRunner('5 km', { firstName: 'Ida', lastName: 'Berg', birthDate: '2016-04-03', gender: 'female' });
  await booking.addRunner('10 km', { firstName: 'Eva', lastName: 'Berg', birthDate: '1986-05-02', gender: 'female' });
  // With a script the price follows what is typed.
  if (test.info().project.name !== 'without-javascript') await booking.total(4500);
  await look(page, 'discount-people');
  await booking.next();
  await expect(page.locator('#order-lines')).toContainText('Familienrabatt');
  await expect(page.locator('#order-lines')).toContainText(texts.money(4500));
  await look(page, 'discount-order');
});

test('who is on the list of the organizer pays less, once', { tag: phoneFirst }, async ({
  server,
  adminApi,
  texts,
  page,
}) => {
  const { t } = texts;
  const { eventId } = await newRace(server, adminApi, { title: 'Vereinslauf', competitions: ['5 km'] });
  const base = `/admin/events/${eventId}/discounts`;
  await logIn(page, server, await newOrganizer(server, adminApi, 'list'), `${base}/new`);
  await page.getByLabel(t('events.form.title')).fill('Mitgliederrabatt');
  await page.getByLabel(t('events.form.discountKind')).selectOption('list');
  await expect(page.getByLabel(t('events.form.childAge'))).toBeHidden();
  await page.getByLabel(t('events.form.percentOff')).fill('20');
  await look(page, 'list-form');
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await page.getByRole('link', { name: t('events.discount.toList') }).click();
  await look(page, 'list-empty');
  await page.locator('#field-members').fill('ida@verein.example\nnobody');
  await page.getByRole('button', { name: t('memberLists.save') }).click();
  await expect(page.locator('#field-members-error')).toContainText('2');
  await look(page, 'list-wrong');
  await page.locator('#field-members').fill('Ida@Verein.example\nbo@verein.example');
  await page.getByRole('button', { name: t('memberLists.save') }).click();
  await expect(page.getByRole('table')).toContainText('ida@verein.example');
  await look(page, 'list-kept');

  await page.goto(`/events/${eventId}`);
  await expect(page.getByText('Mitgliederrabatt')).toBeVisible();
  const booking = new BookingPages(page, texts);
  await page.goto(`/events/${eventId}/competitions`);
  await booking.addRunner('5 km', {
    ...{ firstName: 'Ida', lastName: 'Berg', birthDate: '1996-04-03', gender: 'female' },
    email: 'ida@verein.example',
  });
  await booking.next();
  await expect(page.locator('#order-lines')).toContainText('Mitgliederrabatt');
  await look(page, 'list-order');
  // Back at the people the browser knows it too, and follows what is typed.
  await page.goto(`/events/${eventId}/competitions`);
  await booking.total(2000);
  if (test.info().project.name === 'without-javascript') return;
  const email = page.locator('[name$=".email"]').first();
  for (const [address, total] of [
    ['ida@elsewhere.example', 2500],
    ['ida@verein.example', 2000],
  ] as const) {
    await email.fill(address);
    await email.blur();
    await booking.total(total);
  }
});

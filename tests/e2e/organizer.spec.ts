/** An organizer puts a new race on sale: two competitions, a price each, visible; a visitor finds it. */
import type { Page } from '@playwright/test';
import { expect, glance, logIn, look, newOrganizer, test } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';
import type { Texts } from './texts.ts';

// What is typed here is German: dates, amounts and what an account of the demo reads.
test.use({ locale: 'de-AT' });

/** Fills fields by name; a select gets its value chosen. */
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]`);
    if (await field.evaluate((element) => element.tagName === 'SELECT').catch(() => false)) {
      await field.selectOption(value);
    } else await field.fill(value);
  }
}

test('a new race goes on sale and is found on the home page', {
  tag: ['@desktop', '@phone', '@without-javascript'],
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { project } = test.info();
  const title = `Seerunde ${project.name}`;
  const year = new Date().getUTCFullYear() + 1;
  await logIn(page, server, await newOrganizer(server, adminApi, 'races'), '/admin/events');
  await page.waitForURL(/\/admin\/events$/);
  await look(page, 'admin-events');
  await page.getByRole('link', { name: texts.t('events.admin.new') }).click();
  await fill(page, { title: '', location: 'Wörth' });
  await page.getByRole('button', { name: texts.t('events.admin.create') }).click();
  await expect(page.locator('[name=title][aria-invalid=true]')).toBeVisible();
  await expect(page.locator('[name=location]'), 'what was typed stays').toHaveValue('Wörth');
  await look(page, 'admin-event-new');
  await fill(page, { title, startTimestamp: `14.06.${year} 09:00`, endTimestamp: `14.06.${year} 15:00` });
  await page.getByRole('button', { name: texts.t('events.admin.create') }).click();
  await page.waitForURL(/\/admin\/events\/\d+\?saved$/);
  const eventPath = new URL(page.url()).pathname;
  await look(page, 'admin-event');

  await addCompetition(page, texts, eventPath, { title: 'Rund um den See 12 km', type: 'single' }, '24,50');
  await addCompetition(
    page,
    texts,
    eventPath,
    { title: 'Seestaffel', type: 'team', minTeamSize: '2', maxTeamSize: '4' },
    '18',
  );
  await page.goto(`${eventPath}/competitions`);
  await glance(page, 'admin-competitions');

  const visitor = await openBrowser();
  await visitor.goto(`/?q=${encodeURIComponent(title)}`);
  await expect(visitor.getByRole('link', { name: title }), 'hidden until it is made visible').toHaveCount(0);
  await page.goto(eventPath);
  await page.getByRole('button', { name: texts.t('events.visibility.visibleButton') }).click();
  await expect(page.locator('main')).toContainText(texts.t('events.visibility.visible'));

  await visitor.goto(`/?q=${encodeURIComponent(title)}`);
  await visitor.getByRole('link', { name: title }).first().click();
  await expect(visitor.locator('h1')).toHaveText(title);
  await expect(visitor.locator('main')).toContainText('24,50');
  await glance(visitor, 'new-event');
  const booking = new BookingPages(visitor, texts);
  await booking.signUp('gast@example.org');
  await expect((await booking.add('Seestaffel')).locator('.entry-person')).toHaveCount(2);
});

async function addCompetition(
  page: Page,
  texts: Texts,
  eventPath: string,
  fields: Record<string, string>,
  price: string,
): Promise<void> {
  await page.goto(`${eventPath}/competitions/new`);
  await fill(page, { ...fields, totalTicketCount: '50' });
  await page.getByRole('button', { name: texts.t('events.admin.create') }).click();
  await page.waitForURL(/\/admin\/tickets\/\d+\/\d+\?saved$/);
  await (fields.type === 'single' ? look : glance)(page, `admin-competition-${fields.type}`);
  await page.getByRole('link', { name: texts.t('events.admin.newPrice') }).click();
  await fill(page, { price, quantity: '50' });
  await glance(page, `admin-price-${fields.type}`);
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await page.waitForURL(/\/admin\/tickets\/\d+\/\d+\?saved$/);
  await expect(page.locator('main')).toContainText(texts.t('events.admin.current'));
}

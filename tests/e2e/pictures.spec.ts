/** An organizer brings pictures; visitors see them on cards, in the event, and where they choose. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { call } from '../support/crowd.ts';
import { jpegOf } from '../support/pictures.ts';
import { everywhere, expect, glance, logIn, look, newOrganizer, test } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';

const drawing = (name: string) => ({
  name: `${name}.svg`,
  mimeType: 'image/svg+xml',
  buffer: readFileSync(`static/pictures/${name}.svg`),
});

/** No picture of the page is broken, and each stood in its place before it had come. */
async function expectPictures(page: Page): Promise<void> {
  const broken = await page.locator('img').evaluateAll((images) =>
    images
      .map((image) => image as HTMLImageElement)
      .filter((image) => !image.hasAttribute('width') || (image.complete && image.naturalWidth === 0))
      .map((image) => image.src),
  );
  expect(broken).toEqual([]);
}

test('pictures are brought, chosen and seen', { tag: everywhere }, async ({
  page,
  texts,
  server,
  adminApi,
  openBrowser,
}) => {
  const { project } = test.info();
  const at = { startTimestamp: '2027-06-14T07:00:00Z', endTimestamp: '2027-06-14T13:00:00Z' };
  const made = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json as never;
  const { eventId } = (await made('/api/admin/events', {
    title: `Bergwelten ${project.name}`,
    organizerId: 1,
    kind: 'trail',
    location: 'Grünau im Almtal',
    description: 'Rund um den Almsee, mit **Blick** auf das Tote Gebirge.',
    visible: true,
    ...at,
  })) as { eventId: number };
  const race = async (title: string) => {
    const { competition } = (await made(`/api/admin/competitions/${eventId}`, { title, totalTicketCount: 80 })) as {
      competition: { id: number };
    };
    await made(`/api/admin/competition-prices/${competition.id}`, { price: 3900, quantity: 80 });
    return competition.id;
  };
  const competitionId = await race('Almseerunde 12 km');
  await race('Gipfelsturm 27 km');
  for (const [name, picture] of [
    ['Almsee-Shirt', 'default:article'],
    ['Pastaparty', null],
  ]) {
    const { article } = (await made(`/api/admin/articles/${eventId}`, { name, picture, price: 2500 })) as {
      article: { id: number };
    };
    for (const size of ['S', 'M', 'L']) {
      await made(`/api/admin/article-variants/${article.id}`, { name: size, availableAmount: 9 });
    }
  }

  await logIn(page, server, await newOrganizer(server, adminApi, `pictures-${project.name}`), '/admin/events');
  const gallery = `/admin/events/${eventId}/pictures`;
  await page.goto(gallery);
  await glance(page, 'pictures-empty');
  const file = page.locator('input[name=file]');
  const upload = page.getByRole('button', { name: texts.t('events.pictures.upload'), exact: true });
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await upload.click();
  await expect(page.locator('main')).toContainText(texts.t('events.pictures.refused.VALIDATION_FAILED'));
  await look(page, 'pictures-refused');
  for (const name of ['autumn', 'trail']) {
    await file.setInputFiles(drawing(name));
    await upload.click();
    await page.waitForURL(`**${gallery}`);
  }
  await file.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpegOf(900, 1200)) });
  await upload.click();
  await expect(page.locator('.picture-item img[src^="/pictures/small/"]')).toHaveCount(3);
  await page
    .getByRole('button', { name: texts.t('events.pictures.takeFor.event') })
    .nth(2)
    .click();
  await expect(page.locator('main')).toContainText(texts.t('events.pictures.use.event'));
  await page.goto(`${gallery}?kind=competition&id=${competitionId}&to=${gallery}`);
  await look(page, 'pictures-choosing');
  await page
    .getByRole('button', { name: texts.t('events.pictures.takeFor.competition') })
    .nth(1)
    .click();
  await page.waitForURL(`**${gallery}`);
  await look(page, 'pictures-gallery');
  await expectPictures(page);

  await page.goto(`/admin/events/${eventId}/settings/look`);
  await expect(page.locator('.picture-box img')).toHaveAttribute('src', /^\/pictures\/small\//);
  await look(page, 'picture-box');

  const visitor = await openBrowser();
  await visitor.goto(`/events/${eventId}`);
  await expectPictures(visitor);
  await look(visitor, 'event-with-pictures');
  await visitor.goto('/?q=Bergwelten');
  await expectPictures(visitor);
  await glance(visitor, 'home-with-pictures');
  const shared = await visitor.request.get(`/events/${eventId}/share.png`);
  expect(shared.headers()['content-type']).toBe('image/png');

  const booking = new BookingPages(visitor, texts);
  await visitor.goto(`/events/${eventId}/competitions`);
  await visitor.locator('input[name=email]').fill(`bild-${project.name}@example.org`);
  await visitor.getByRole('button', { name: texts.t('accounts.auth.alone') }).click();
  await booking.at('competitions');
  await booking.addRunner('Almseerunde 12 km', {
    firstName: 'Ilse',
    lastName: 'Bild',
    birthDate: '1990-05-01',
    gender: 'female',
    email: `bild-${project.name}@example.org`,
  });
  await booking.toArticles();
  await expect(visitor.locator('.entry-article-picture')).toHaveCount(2);
  await expectPictures(visitor);
  await look(visitor, 'articles-with-pictures');
});

/** An organizer tells what the race lives from: picture, course, times, questions; sees it before it is saved; visitors see it then. */
import { call } from '../support/crowd.ts';
import { jpegOf } from '../support/pictures.ts';
import { expect, glance, logIn, look, newOrganizer, test, withoutScriptFirst } from './fixtures.ts';

const points = Array.from({ length: 240 }, (_, index) => {
  const turn = (index / 240) * 2 * Math.PI;
  const [lat, lon] = [47.8 + 0.02 * Math.sin(turn), 13.9 + 0.03 * Math.cos(turn) + 0.008 * Math.cos(3 * turn)];
  return `<trkpt lat="${lat}" lon="${lon}"><ele>${600 + 180 * Math.sin(turn / 2)}</ele></trkpt>`;
});
const gpx = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`;

test('an event’s page is told, previewed, saved and seen', { tag: withoutScriptFirst }, async ({
  page,
  texts,
  server,
  adminApi,
  openBrowser,
}) => {
  const { name } = test.info().project;
  const { t } = texts;
  const made = async <T>(path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json as T;
  const { eventId } = await made<{ eventId: number }>('/api/admin/events', {
    title: `Almtalrunde ${name}`,
    organizerId: 1,
    kind: 'trail',
    location: 'Grünau im Almtal',
    description: 'Einmal um den See.',
    visible: true,
    startTimestamp: '2027-06-14T07:00:00Z',
    endTimestamp: '2027-06-14T13:00:00Z',
  });
  const { competition } = await made<{ competition: { id: number } }>(`/api/admin/competitions/${eventId}`, {
    title: 'Seerunde 13 km',
    totalTicketCount: 80,
  });
  await made(`/api/admin/competition-prices/${competition.id}`, { price: 3900, quantity: 80 });
  await logIn(
    page,
    server,
    await newOrganizer(server, adminApi, `event-page-${name}`),
    `/admin/events/${eventId}/page`,
  );
  await glance(page, 'event-page-empty');

  // A file that is no course is told so, where it was chosen.
  const course = page.locator('#course-file');
  const upload = page.getByRole('button', { name: t('eventPage.courses.upload') });
  await course.setInputFiles({ name: 'notes.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from('no course') });
  await upload.click();
  await expect(page.locator('#courses')).toContainText(t('eventPage.refused.notGpx'));
  await course.setInputFiles({ name: 'runde.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) });
  await upload.click();
  await expect(page.locator('svg.course-map')).toBeVisible();
  await page.getByLabel(t('eventPage.course.form.visible')).check();
  await page.getByLabel(t('eventPage.course.form.gpxDownload'), { exact: false }).check();
  await page.getByLabel(t('eventPage.course.form.competitionId')).selectOption({ label: 'Seerunde 13 km' });
  await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await page.waitForURL(/\?saved$/);
  await look(page, 'course');
  const half = gpx.replace(points.slice(120).join(''), '');
  await page
    .locator('#course-file')
    .setInputFiles({ name: 'halbe.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(half) });
  await page.getByRole('button', { name: t('eventPage.courses.replace') }).click();
  await expect(page.locator('#file')).toContainText(t('eventPage.courses.replaced'));
  await expect(page.getByLabel(t('eventPage.course.form.visible'))).toBeChecked();

  await page.goto(`/admin/events/${eventId}/page`);
  await page.locator('.picture-box input[name=file]').setInputFiles({
    name: 'see.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(jpegOf(1600, 1000)),
  });
  await page.getByRole('button', { name: t('events.pictures.upload'), exact: true }).click();
  await expect(page.locator('.picture-box img')).toHaveAttribute('src', /^\/pictures\/small\//);

  for (const part of await page.locator('.form-more > summary').all()) await part.click();
  await page.locator('[name="schedule[0].timestamp"]').fill('8:15');
  await page.locator('[name="schedule[0].title"]').fill('Aufwärmen am Steg');
  await page.locator('[name="included"]').fill('Medaille\nSuppe im Ziel');
  await page.locator('[name="faqs[0].question"]').fill('Darf mein Hund mit?');
  await page.locator('[name="faqs[0].answer"]').fill('Ja, an der Leine.');
  await page.locator('[name="host.about"]').fill('Wir laufen hier jeden Donnerstag.');
  await page.locator('[name="host.email"]').fill('see@verein.example');
  await page.getByRole('button', { name: t('eventPage.preview.button') }).click();
  const bar = page.locator('.preview-bar');
  await expect(bar).toContainText(t('eventPage.preview.text'));
  await expect(page.locator('.schedule')).toContainText('Aufwärmen am Steg');
  await look(page, 'event-page-preview');
  const visitor = await openBrowser();
  await visitor.goto(`/events/${eventId}`);
  await expect(visitor.locator('.course')).toBeVisible();
  await expect(visitor.locator('main')).not.toContainText('Aufwärmen am Steg');

  // Typing goes on where it was, and what stands there then is saved.
  await bar.getByRole('button', { name: t('eventPage.preview.edit') }).click();
  await page.locator('[name="included"]').fill('Medaille\nSuppe im Ziel\nBad im See');
  await page.getByRole('button', { name: t('eventPage.preview.button') }).click();
  await expect(page.locator('.included')).toContainText('Bad im See');
  await page
    .locator('.preview-bar')
    .getByRole('button', { name: t('ui.form.save'), exact: true })
    .click();
  await page.waitForURL(/\/page\?saved$/);
  await look(page, 'event-page-form');

  await expect(async () => {
    await visitor.goto(`/events/${eventId}`);
    await expect(visitor.locator('.schedule')).toContainText('Aufwärmen am Steg', { timeout: 100 });
  }).toPass();
  await expect(visitor.locator('.event-cover img')).toHaveAttribute('srcset', /640w.*1600w/);
  await expect(visitor.locator('.included')).toContainText('Bad im See');
  await visitor.getByText('Darf mein Hund mit?').click();
  await expect(visitor.getByText('Ja, an der Leine.')).toBeVisible();
  await look(visitor, 'event-page');
  const link = visitor.getByRole('link', { name: t('eventPage.course.download') });
  const file = await visitor.request.get((await link.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toContain('application/gpx+xml');
});

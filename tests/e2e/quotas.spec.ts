/** Two competitions have so many places together: the organizer says so, and visitors see both sold out at once. */
import { bookOne, guest } from '../support/crowd.ts';
import { expect, logIn, look, newOrganizer, test, withoutScriptFirst } from './fixtures.ts';
import { newRace } from './race.ts';

test('two competitions share their places, and are sold out together', { tag: withoutScriptFirst }, async ({
  server,
  adminApi,
  texts,
  page,
}) => {
  const { t } = texts;
  const race = { title: 'Lauf mit Kontingent', competitions: ['5 km', '10 km'] };
  const { eventId, competitionIds } = await newRace(server, adminApi, race);

  const base = `/admin/events/${eventId}/quotas`;
  await logIn(page, server, await newOrganizer(server, adminApi, 'quota'), base);
  await expect(page.getByText(t('events.quotas.none'))).toBeVisible();
  await page.getByRole('link', { name: t('events.quotas.new') }).click();
  await page.getByLabel(t('events.form.title')).fill('Alle Strecken');
  await page.getByLabel(t('events.form.quotaTotal')).fill('1');
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await expect(page.getByText(t('events.error.quotaOfTwo')).first()).toBeVisible();
  for (const title of ['5 km', '10 km']) await page.getByLabel(title, { exact: true }).check();
  await look(page, 'quota-form');
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await page.goto(base);
  await expect(page.getByRole('link', { name: 'Alle Strecken' })).toBeVisible();
  await look(page, 'quotas');

  const buyer = await guest(server, eventId);
  const place = { eventId, competitionId: competitionIds[0] as number };
  expect((await bookOne(server, buyer, place, 'last')).status).toBe(201);
  await page.goto(`/events/${eventId}`);
  await expect(page.getByText(t('events.state.soldOut')).filter({ visible: true }).first()).toBeVisible();
  await look(page, 'quota-sold-out');
});

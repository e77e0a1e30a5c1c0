/** Two competitions have so many places together: the organizer says so, and visitors see both sold out at once. */
import { bookOne, call, guest } from '../support/crowd.ts';
import { everywhere, expect, logIn, look, newOrganizer, test } from './fixtures.ts';

test('two competitions share their places, and are sold out together', { tag: everywhere }, async ({
  server,
  adminApi,
  texts,
  page,
}) => {
  const { t } = texts;
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const { eventId } = await post('/api/admin/events', {
    ...{ title: 'Lauf mit Kontingent', organizerId: 1, startTimestamp: in60Days, endTimestamp: in60Days },
  });
  const ids: number[] = [];
  for (const title of ['5 km', '10 km']) {
    const { competition } = await post(`/api/admin/competitions/${eventId}`, {
      ...{ title, totalTicketCount: 100, timestamp: in60Days },
    });
    const { id } = competition as { id: number };
    await post(`/api/admin/competition-prices/${id}`, { price: 2500, quantity: 100 });
    ids.push(id);
  }
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);

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

  const buyer = await guest(server, Number(eventId));
  const place = { eventId: Number(eventId), competitionId: ids[0] as number };
  expect((await bookOne(server, buyer, place as Parameters<typeof bookOne>[2], 'last')).status).toBe(201);
  await page.goto(`/events/${eventId}`);
  await expect(page.getByText(t('events.state.soldOut')).filter({ visible: true }).first()).toBeVisible();
  await look(page, 'quota-sold-out');
});

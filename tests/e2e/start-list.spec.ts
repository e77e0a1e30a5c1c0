/** From the event's page to who starts: those who may be named, found by name, and how many are not. */
import { call } from '../support/crowd.ts';
import { expect, look, test } from './fixtures.ts';

const people = [
  { firstName: 'Ada', lastName: 'Ahorn', birthDate: '1990-01-31', gender: 'female', club: 'LC Linden' },
  { firstName: 'Ben', lastName: 'Birke', birthDate: '1985-01-31', gender: 'male' },
  { firstName: 'Kim', lastName: 'Kiefer', birthDate: '2014-01-31', gender: 'female' },
];

test('a runner finds out who else starts', { tag: ['@phone', '@desktop', '@english', '@without-javascript'] }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const { t } = texts;
  const { project } = test.info();
  const at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const send = async (method: string, path: string, body: object) =>
    (await call(server, method, path, body, adminApi)).json;
  const event = { title: `Lindenlauf ${project.name}`, organizerId: 1, startTimestamp: at, endTimestamp: at };
  const eventId = Number((await send('POST', '/api/admin/events', { ...event, visible: true })).eventId);
  const competition = { title: '10 km', totalTicketCount: 50, timestamp: at };
  const { id } = (await send('POST', `/api/admin/competitions/${eventId}`, competition)).competition as { id: number };
  await send('POST', `/api/admin/competition-prices/${id}`, { price: 0, quantity: 50 });
  const placed = await send('POST', `/api/events/${eventId}/book`, {
    teams: people.map((person, n) => ({ competitionId: id, participants: [{ localId: `p${n}`, ...person }] })),
    totalPrice: 0,
    termsAccepted: true,
    eventConditionsAccepted: true,
  });
  const order = await fetch(`${server.url}/api/orders/${placed.orderId}`, { headers: { cookie: adminApi.cookie } });
  const ben = /"id":(\d+),[^{}]*"firstName":"Ben"/.exec(await order.text())?.[1];
  const name = `/api/orders/${placed.orderId}/participants/${ben}/public-name`;
  expect((await call(server, 'PATCH', name, { isShown: false }, adminApi)).status).toBe(200);

  // Nobody is named before the organizer shows the list.
  await page.goto(`/events/${eventId}`);
  const link = page.locator('main').getByRole('link', { name: t('events.event.startList'), exact: true });
  await expect(link).toHaveCount(0);
  await send('PATCH', `/api/admin/events/${eventId}/result-settings`, { showsStartList: true });
  await expect(async () => {
    await page.goto(`/events/${eventId}`);
    await expect(link).toBeVisible({ timeout: 100 });
  }).toPass();
  await link.click();
  await page.waitForURL(/\/startlist$/);
  await expect(page.getByText('Ahorn')).toBeVisible();
  for (const kept of ['Ben', 'Birke', 'Kim', 'Kiefer'])
    await expect(page.locator('main'), 'who said no, and a child').not.toContainText(kept);
  await look(page, 'start-list');
  await page.getByRole('link', { name: event.title }).first().click();
  await expect(page.getByRole('heading', { name: event.title, level: 1 })).toBeVisible();
});

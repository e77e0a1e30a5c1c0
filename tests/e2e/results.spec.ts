/** The timing's file becomes a list: looked at beforehand, imported, published, searched on a phone, and printed. */
import { readFile } from 'node:fs/promises';
import { call } from '../support/crowd.ts';
import { expect, followNavigation, glance, logIn, look, newOrganizer, phoneFirst, test } from './fixtures.ts';

const people = [
  { firstName: 'Ada', lastName: 'Ahorn', birthDate: '1990-01-31', gender: 'female', club: 'LC Linden' },
  { firstName: 'Ben', lastName: 'Birke', birthDate: '1985-01-31', gender: 'male', club: 'LC Linden' },
  { firstName: 'Kim', lastName: 'Kiefer', birthDate: '2014-01-31', gender: 'female' },
];
const file =
  'Name;Jahrgang;Zeit;5 km\nAda Ahorn;1990;40:00,5;20:00\nBen Birke;1985;39:00,2;19:00\nKim Kiefer;2014;55:00;\nNiemand Nina;1980;50:00;\n';

test('results are imported, published, found on a phone, and taken home as a certificate', {
  tag: phoneFirst,
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t } = texts;
  const { project } = test.info();
  const organizer = await newOrganizer(server, adminApi, 'results');
  const at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const post = async (path: string, body: object) => (await call(server, 'POST', path, body, adminApi)).json;
  const title = `Ergebnislauf ${project.name}`;
  const made = await post('/api/admin/events', { title, organizerId: 1, startTimestamp: at, endTimestamp: at });
  const eventId = Number(made.eventId);
  const competition = { title: '10 km', totalTicketCount: 50, timestamp: at };
  const { id } = (await post(`/api/admin/competitions/${eventId}`, competition)).competition as { id: number };
  await post(`/api/admin/competition-prices/${id}`, { price: 0, quantity: 50 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminApi);
  const placed = await post(`/api/events/${eventId}/book`, {
    teams: people.map((person, n) => ({ competitionId: id, participants: [{ localId: `p${n}`, ...person }] })),
    totalPrice: 0,
    termsAccepted: true,
    eventConditionsAccepted: true,
  });
  expect(placed.orderId).toBeGreaterThan(0);

  await logIn(page, server, organizer, `/admin/events/${eventId}`);
  await followNavigation(page, texts, t('results.nav'));
  await page.waitForURL(/\/results$/);
  await look(page, 'results-empty');
  await page
    .locator('input[name=file]')
    .setInputFiles({ name: 'zeiten.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: t('results.import.preview'), exact: true }).click();
  await page.waitForURL(/\/preview\?file=/);
  await expect(page.locator('.badge', { hasText: t('results.outcome.new') })).toHaveCount(3);
  await expect(page.locator('.badge', { hasText: t('results.outcome.unknown') })).toHaveCount(1);
  await look(page, 'results-preview');
  await page.locator('form[action$="/results/import"] button').click();
  await page.waitForURL(/done=imported$/);
  await expect(page.getByText(t('results.done.imported'))).toBeVisible();
  await look(page, 'results-imported');

  const path = `/events/${eventId}/results/${id}`;
  const visitor = await openBrowser({ ...project.use, viewport: { width: 360, height: 740 } });
  await visitor.goto(`${server.url}/events/${eventId}/results`);
  await expect(visitor.getByRole('heading', { name: t('results.public.notYet') })).toBeVisible();

  await page.getByRole('link', { name: '10 km', exact: true }).click();
  await page.getByRole('checkbox', { name: t('results.form.isPublished') }).check();
  await page.locator('select[name=teamsBy]').selectOption('club');
  await page.locator('input[name=teamSize]').fill('2');
  await look(page, 'results-competition');
  await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await page.waitForURL(/saved/);

  await visitor.goto(`${server.url}/events/${eventId}`);
  await visitor.getByRole('link', { name: t('events.event.results'), exact: true }).click();
  await visitor.waitForURL(`${server.url}${path}`);
  await expect(visitor.getByRole('row')).toHaveCount(4);
  await expect(visitor.getByText(t('results.anonymous'))).toBeVisible();
  await expect(visitor.getByText('Kiefer')).toHaveCount(0);
  await look(visitor, 'results-public');
  await visitor.getByLabel(t('results.filter.q')).fill('aho');
  await visitor.getByRole('button', { name: t('results.filter.show') }).click();
  await visitor.waitForURL(/q=aho/);
  await expect(visitor.getByRole('row')).toHaveCount(2);
  await visitor.goto(`${server.url}${path}?view=teams`);
  await expect(visitor.getByText('1:19:00')).toBeVisible();
  await glance(visitor, 'results-teams');
  await visitor.getByRole('link', { name: 'Ada Ahorn' }).click();
  await expect(visitor.getByRole('heading', { name: 'Ada Ahorn', exact: true })).toBeVisible();
  await look(visitor, 'results-single');
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('link', { name: t('results.certificate.download') }).click();
  const paper = await readFile(await (await download).path());
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-');

  // Whoever wants to be in no list says so on a page of their own.
  const headers = { cookie: adminApi.cookie };
  const order = await fetch(`${server.url}/api/orders/${placed.orderId}`, { headers });
  const person = /"id":(\d+),[^{}]*"firstName":"Ada"/.exec(await order.text());
  const ticket = await fetch(`${server.url}/orders/${placed.orderId}/tickets/${person?.[1]}`, {
    headers,
    redirect: 'manual',
  });
  await visitor.goto(new URL(ticket.headers.get('location') ?? '', server.url).href);
  const choice = await visitor.locator('form[action*="/public-name"]').getAttribute('action');
  await visitor.goto(`${server.url}${choice}`);
  await expect(visitor.getByRole('heading', { name: t('results.name.title') })).toBeVisible();
  await look(visitor, 'public-name');
  await visitor.getByRole('button', { name: t('results.name.hide') }).click();
  await visitor.waitForURL(/saved/);
  await visitor.goto(`${server.url}${path}`);
  await expect(visitor.getByText('Ahorn')).toHaveCount(0);
  await visitor.goto(`${server.url}${choice}`);
  await visitor.getByRole('button', { name: t('results.name.show') }).click();
  await visitor.waitForURL(/saved/);

  await page.goto(`/admin/events/${eventId}/results`);
  await page.getByRole('checkbox', { name: t('results.form.showsStartList') }).check();
  await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
  await page.waitForURL(/done=saved$/);
  await visitor.goto(`${server.url}/events/${eventId}/startlist`);
  await expect(visitor.getByRole('row')).toHaveCount(3);
  await look(visitor, 'start-list');
  await page.getByRole('button', { name: t('results.imports.undoButton') }).click();
  await page.waitForURL(/done=undone$/);
  await visitor.goto(`${server.url}${path}`);
  await expect(visitor.getByText(t('results.public.none'))).toBeVisible();
});

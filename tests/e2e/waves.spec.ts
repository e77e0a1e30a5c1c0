/**
 * The organizer makes start waves, people of one answer start together, and everybody reads on the ticket when
 * and changes there where the organizer allows it.
 */
import { call } from '../support/crowd.ts';
import { readPaper, spoken } from '../support/read-paper.ts';
import { everywhere, expect, followNavigation, logIn, look, newOrganizer, test } from './fixtures.ts';
import { newRace } from './race.ts';

test('start waves: made, assigned by an answer, and read on the start list and the ticket, where they change', {
  tag: everywhere,
}, async ({ page, texts, server, adminApi, openBrowser }) => {
  const { t } = texts;
  const project = test.info().project.name;
  const { eventId, competitionIds } = await newRace(server, adminApi, {
    ...{ title: `Wellenlauf ${project}`, competitions: ['10 km'], price: 0 },
  });
  const [competitionId] = competitionIds;
  const field = { name: { de: 'Gruppe', en: 'Group' }, type: 'text' };
  const { json } = await call(server, 'POST', `/api/admin/events/${eventId}/form-fields`, field, adminApi);
  const { id: fieldId } = json.formField as { id: number };
  const person = (firstName: string, value: string) => ({
    ...{ localId: firstName, firstName, lastName: 'Welle', birthDate: '1990-05-01', gender: 'female' },
    formFieldsSelected: [{ fieldId, value }],
  });
  // By order, Ada and Bea would start together.
  const people = [
    person('Ada', 'flott'),
    person('Bea', 'gemütlich'),
    person('Cleo', 'flott'),
    person('Dora', 'gemütlich'),
  ];
  const placed = await call(
    server,
    'POST',
    `/api/events/${eventId}/book`,
    {
      teams: people.map((one) => ({ competitionId, participants: [one] })),
      ...{ totalPrice: 0, termsAccepted: true, eventConditionsAccepted: true },
    },
    adminApi,
  );
  expect(placed.status).toBe(201);

  await logIn(page, server, await newOrganizer(server, adminApi, `wellen-${project}`), `/admin/events/${eventId}`);
  await followNavigation(page, texts, t('bibs.waves.title'));
  await expect(page.getByText(t('bibs.waves.none'))).toBeVisible();
  const [day] = new Date(Date.now() + 60 * 86_400_000).toISOString().split('T');
  for (const [title, time] of [
    ['Welle A', '09:15'],
    ['Welle B', '09:40'],
  ] as const) {
    await page.getByRole('link', { name: t('bibs.waves.new') }).click();
    await page.locator('[name=title]').fill(title);
    await page.locator('[name=startsAt]').fill(`${texts.typedDate(day ?? '')} ${time}`);
    await page.locator('[name=size]').fill('2');
    if (title === 'Welle A') await look(page, 'waves-new');
    await page.getByRole('button', { name: t('ui.form.save'), exact: true }).click();
    await expect(page.getByText(t('bibs.waves.done.saved')).first()).toBeVisible();
  }
  await page.getByRole('link', { name: t('bibs.waves.assign') }).click();
  await page.locator('[name=sequence]').selectOption('answer');
  await page.locator('[name=fieldId]').selectOption(String(fieldId));
  await look(page, 'waves-assign');
  await page.getByRole('button', { name: t('bibs.waves.assignNow') }).click();
  for (const title of ['Welle A', 'Welle B'])
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText(
      t('bibs.waves.peopleOf').replace('{people, number}', '2').replace('{size, number}', '2'),
    );
  await look(page, 'waves');

  const columns = ['firstName', 'wave', 'waveStart'].map((key) => ({ key }));
  await call(server, 'PUT', `/api/admin/events/${eventId}/start-list/layout`, { columns }, adminApi);
  await page.goto(`/admin/events/${eventId}/bibs/start-list`);
  await expect(
    page
      .locator('main')
      .getByText(/^Welle [AB]$/)
      .first(),
  ).toBeVisible();
  const list = await (await page.request.get(`/api/admin/events/${eventId}/start-list?sort=wave`)).text();
  const rows = list.trim().split(/\r?\n/).slice(1);
  const waveOf = (name: string) =>
    rows
      .find((row) => row.startsWith(name))
      ?.split(';')
      .slice(1)
      .join(' ') ?? '';
  expect([waveOf('Ada'), waveOf('Bea')].sort()).toEqual(['Welle A 09:15', 'Welle B 09:40']);
  expect([waveOf('Cleo'), waveOf('Dora')]).toEqual([waveOf('Ada'), waveOf('Bea')]);
  const adas = waveOf('Ada').slice(0, 7);

  const order = await fetch(`${server.url}/api/orders/${placed.json.orderId}`, {
    headers: { cookie: adminApi.cookie },
  });
  const ada = /"id":(\d+),[^{}]*"firstName":"Ada"/.exec(await order.text())?.[1];
  const own = await fetch(`${server.url}/orders/${placed.json.orderId}/tickets/${ada}`, {
    ...{ headers: { cookie: adminApi.cookie }, redirect: 'manual' },
  });
  const visitor = await openBrowser();
  await visitor.goto(new URL(own.headers.get('location') ?? '', server.url).href);
  const starts = adas === 'Welle A' ? /\b0?9:15/ : /\b0?9:40/;
  await expect(visitor.locator('.bib')).toContainText(adas);
  await expect(visitor.locator('.bib')).toContainText(starts);
  await look(visitor, 'waves-ticket');
  const pdf = await visitor.getByRole('link', { name: t('checkin.ticket.download') }).getAttribute('href');
  const paper = spoken((await readPaper(await (await visitor.request.get(pdf ?? '')).body())).tree);
  expect(paper).toContain(adas);
  expect(paper).toMatch(starts);

  // The organizer lets people change, and makes room.
  const change = t('bibs.waves.own.title');
  await expect(visitor.getByRole('link', { name: change })).toHaveCount(0);
  const waves = `/api/admin/events/${eventId}/waves`;
  for (const { id } of (await call(server, 'GET', waves, undefined, adminApi)).json.rows as { id: number }[])
    await call(server, 'PATCH', `${waves}/${id}`, { size: 3, allowsChoice: true }, adminApi);
  await visitor.reload();
  await visitor.getByRole('link', { name: change }).click();
  const other = adas === 'Welle A' ? 'Welle B' : 'Welle A';
  await look(visitor, 'waves-own');
  await visitor.getByRole('radio', { name: other }).check();
  await visitor.getByRole('button', { name: t('bibs.waves.own.submit') }).click();
  await visitor.waitForURL(/saved/);
  await expect(visitor.locator('.bib')).toContainText(other);
});

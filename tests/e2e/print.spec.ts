/** A page printed from the browser has to be usable at the gate. */
import type { Page } from '@playwright/test';
import { call } from '../support/crowd.ts';
import { actAs, expect, test } from './fixtures.ts';
import { print, type Sheet } from './printed.ts';

const people = Array.from({ length: 45 }, (_, n) => ({
  localId: `p${n}`,
  firstName: 'Paula',
  lastName: `Papier${String(n).padStart(2, '0')}`,
  birthDate: '1990-01-31',
  gender: 'female',
  club: 'LC Linden',
}));

test('ticket, order, event and lists are on the paper as on the screen', { tag: ['@phone', '@desktop'] }, async ({
  page,
  openBrowser,
  texts,
  server,
  adminApi,
}) => {
  const { t } = texts;
  const title = `Papierlauf ${test.info().project.name}`;
  const at = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const send = async (method: string, path: string, body: object) => {
    const { status, json } = await call(server, method, path, body, adminApi);
    expect(status, JSON.stringify(json)).toBeLessThan(300);
    return json;
  };
  const event = { title, organizerId: 1, startTimestamp: at, endTimestamp: at, visible: true };
  const eventId = Number((await send('POST', '/api/admin/events', event)).eventId);
  const made = await send('POST', `/api/admin/competitions/${eventId}`, {
    title: '10 km',
    totalTicketCount: 100,
    timestamp: at,
  });
  const { id: competitionId } = made.competition as { id: number };
  await send('POST', `/api/admin/competition-prices/${competitionId}`, { price: 0, quantity: 100 });
  await send('PATCH', `/api/admin/events/${eventId}/result-settings`, { showsStartList: true });
  const { orderId } = await send('POST', `/api/events/${eventId}/book`, {
    teams: people.map((person) => ({ competitionId, participants: [person] })),
    totalPrice: 0,
    termsAccepted: true,
    eventConditionsAccepted: true,
  });
  await actAs(page, adminApi, server.url);
  const visitor = await openBrowser();
  await page.goto(`/orders/${orderId}`);
  const link = await page.getByRole('link', { name: 'Paula Papier00', exact: true }).getAttribute('href');

  const navigation = [t('ui.nav.events'), t('ui.nav.myOrders'), t('ui.skip.toContent'), t('ui.support.button')];
  const printed = async (from: Page, path: string, name: string): Promise<Sheet[]> => {
    await from.goto(path);
    // Columns that are not chosen are hidden by a script.
    await from.waitForLoadState('networkidle');
    const first = await print(from, false);
    await from.emulateMedia({ colorScheme: 'dark' });
    const other = await print(from, true);
    await from.emulateMedia({ colorScheme: 'light' });
    // A rounded edge may differ by a pixel.
    const rough = (sheets: Sheet[]) => sheets.map(({ ink, ...sheet }) => ({ ...sheet, ink: Math.round(ink * 50) }));
    expect(rough(other), `${name}: the same in the dark and with backgrounds`).toEqual(rough(first));
    const lines = first.flatMap(({ text }) => text.split(/\r?\n/)).map((line) => line.trim());
    for (const word of navigation) expect(lines, `${name} is printed without navigation`).not.toContain(word);
    for (const { ink } of first) expect(ink, `${name} is printed on white`).toBeLessThan(0.2);
    return first;
  };
  const textOf = (sheets: Sheet[]) => sheets.map(({ text }) => text).join('\n');

  const ticket = await printed(page, link ?? '', 'ticket');
  const code = /T1\.\d+\.\d+\.[0-9A-Z]{16}/.exec((await page.locator('main').textContent()) ?? '')?.[0];
  expect(ticket.flatMap(({ codes }) => codes)).toEqual([code]);
  for (const part of ['Paula Papier00', '10 km', title]) expect(textOf(ticket)).toContain(part);
  expect(textOf(ticket)).not.toContain(t('checkin.ticket.download'));

  const order = await printed(page, `/orders/${orderId}`, 'order');
  for (const { lastName } of people) expect(textOf(order)).toContain(lastName);

  const eventPage = await printed(visitor, `/events/${eventId}`, 'event');
  for (const part of [title, '10 km']) expect(textOf(eventPage)).toContain(part);

  const lists = [
    `/events/${eventId}/startlist`,
    `/admin/participants?event=${eventId}`,
    `/admin/orders?event=${eventId}`,
  ];
  for (const [n, path] of lists.entries()) {
    const sheets = await printed(page, path, `list-${n}`);
    await page.emulateMedia({ media: 'print' });
    const heads = await page.locator('thead th').filter({ visible: true }).allInnerTexts();
    const [last] = heads.filter((head) => head.trim() !== '').slice(-1);
    for (const { text } of sheets)
      if (/Papier\d\d/.test(text)) expect(text, 'each sheet of a table has its head').toContain(last?.trim());
    await page.emulateMedia({ media: null });
  }
});

/** Race day: phones that an organizer hands out, in a field without a network. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { call, guest, type Session } from '../support/crowd.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, logIn, look, newOrganizer, test } from './fixtures.ts';
import type { Texts } from './texts.ts';

type Race = { eventId: number; codes: string[] };

/** A race of today with paid orders of fifty each, and the codes of all tickets by the number on them. */
async function raceOfToday(server: RunningServer, admin: Session, title: string, people: number): Promise<Race> {
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const post = async (path: string, body: object, session = admin) =>
    (await call(server, 'POST', path, body, session)).json;
  const made = await post('/api/admin/events', { title, organizerId: 1, startTimestamp: at, endTimestamp: at });
  const eventId = Number(made.eventId);
  const competition = await post(`/api/admin/competitions/${eventId}`, {
    title: '10 km',
    totalTicketCount: 500,
    timestamp: at,
  });
  const { id: competitionId } = competition.competition as { id: number };
  await post(`/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: 500 });
  await call(server, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, admin);
  const buyer = await guest(server, eventId);
  const email = `all-${eventId}@gate.example`;
  for (let from = 0; from < people; from += 50) {
    const starters = Array.from({ length: Math.min(50, people - from) }, (_, index) => ({
      localId: `p${from + index}`,
      firstName: 'Lauf',
      lastName: `Nummer${String(from + index).padStart(3, '0')}`,
      email,
      birthDate: '1990-05-01',
      gender: 'female',
    }));
    const booking = {
      teams: starters.map((starter) => ({ competitionId, participants: [starter] })),
      totalPrice: starters.length * 2500,
      termsAccepted: true,
      eventConditionsAccepted: true,
    };
    const { status, json } = await call(server, 'POST', `/api/events/${eventId}/book`, booking, buyer);
    expect([status, json]).toEqual([201, expect.anything()]);
    await call(server, 'PATCH', `/api/admin/orders/${Number(json.orderId)}/status`, { status: 'complete' }, admin);
  }
  let codes: string[] = [];
  await expect(async () => {
    const mails = await server.mailbox(email);
    codes = [...new Set(mails.flatMap(({ text }) => text.match(/T1\.\d+\.\d+\.[0-9A-Z]{16}/g) ?? []))];
    expect(codes).toHaveLength(people);
  }).toPass({ timeout: 60_000, intervals: [200, 500] });
  return { eventId, codes };
}

/** Hands out a device on the organizer's page, and opens its link on a phone. */
async function openPhone(
  office: Page,
  browser: Browser,
  { t }: Texts,
  { eventId, gate, handsOut }: { eventId: number; gate: string; handsOut: boolean },
): Promise<Page> {
  await office.goto(`/admin/events/${eventId}/devices`);
  await office.getByLabel(t('gate.devices.gate')).fill(gate);
  if (handsOut) await office.getByLabel(t('gate.devices.mayHandOut')).check();
  await office.getByRole('button', { name: t('gate.devices.make') }).click();
  const link = (await office.locator('.gate-device-address').first().textContent()) ?? '';
  // A browser of its own: that nothing answers without a network stands in its console, too.
  const { origin } = new URL(link);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-AT' });
  await context.addCookies([{ name: 'ccn-interacted', value: 'necessary', url: origin }]);
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.locator('input[name=code]')).toHaveValue(/^\d+(-[0-9A-Z]{4}){4}$/);
  expect(new URL(phone.url()).hash).toBe('');
  await phone.getByRole('button', { name: t('gate.open.start') }).click();
  await phone.waitForURL(/\/scan\/devices\/\d+$/);
  return phone;
}

const count = ({ t }: Texts, key: 'readyOffline' | 'queue', n: number): string =>
  t(`checkin.scan.${key}`, { count: String(n) });

/** A scanner with a cable types the code in a moment, wherever the focus is. */
const typeCode = (page: Page, code: string): Promise<void> =>
  page.evaluate((text) => {
    for (const key of [...text, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, code);

async function scan(page: Page, code: string, result: string): Promise<void> {
  await typeCode(page, code);
  await expect(page.locator('.scan-answer')).toHaveAttribute('data-result', result);
}

/** The worker has the page when the network goes. */
const readyToReload = (page: Page): Promise<unknown> =>
  page.waitForFunction(async () => {
    for (const name of await caches.keys()) {
      const kept = await (await caches.open(name)).keys();
      const paths = kept.map(({ url }) => new URL(url).pathname);
      if (paths.includes(location.pathname) && paths.filter((path) => path.startsWith('/assets/')).length > 5)
        return true;
    }
    return false;
  });

const attendance = async (server: RunningServer, admin: Session, eventId: number) => {
  const { json } = await call(server, 'GET', `/api/admin/events/${eventId}/admissions`, undefined, admin);
  return json as {
    competitions: { inside: number; handedOut: number }[];
    admittedTwice: number[];
    handedOutTwice: number[];
  };
};

async function withoutNetwork<T>(contexts: readonly BrowserContext[], work: () => Promise<T>): Promise<T> {
  for (const context of contexts) await context.setOffline(true);
  const done = await work();
  for (const context of contexts) await context.setOffline(false);
  return done;
}

test('two hundred come in and fifty get their numbers without a network, and all of it is sent once', {
  tag: '@desktop',
}, async ({ server, adminApi, texts, browser, page: office }) => {
  test.setTimeout(180_000);
  const { t } = texts;
  const { eventId, codes } = await raceOfToday(server, adminApi, 'Lauf ohne Netz', 200);
  await logIn(office, server, await newOrganizer(server, adminApi, 'raceday'), '/admin');
  const phone = await openPhone(office, browser, texts, { eventId, gate: 'Halle', handsOut: true });
  const status = phone.locator('.scanner-status');
  await expect(status).toContainText(count(texts, 'readyOffline', 200));
  await readyToReload(phone);
  await look(phone, 'device-gate');
  const sent: string[] = [];
  phone.on('response', (answer) => {
    if (answer.request().method() === 'POST' && answer.ok()) sent.push(new URL(answer.url()).pathname);
  });
  await withoutNetwork([phone.context()], async () => {
    for (const [index, code] of codes.entries()) {
      await typeCode(phone, code);
      await expect(status).toContainText(count(texts, 'queue', index + 1));
    }
    await expect(phone.locator('.scan-answer')).toHaveCount(0, { timeout: 10_000 });
    await phone.getByRole('button', { name: t('checkin.scan.modeDesk') }).click();
    await phone.locator('#scanner-code').fill('Nummer007');
    await phone.getByRole('button', { name: /Nummer007/ }).click();
    await look(phone, 'device-desk');
    const order = t('checkin.scan.handOutOrder', { count: '50' });
    await phone.getByText(order).first().click();
    await phone.getByRole('button', { name: order }).click();
    await expect(status).toContainText(count(texts, 'queue', 250));
    await phone.reload();
    await expect(status).toContainText(count(texts, 'queue', 250));
    await expect(status.getByText(t('checkin.scan.offline'), { exact: true })).toBeVisible();
  });
  // Nobody waits for the next minute: the browser says that the network is there.
  await expect(status).toContainText(t('checkin.scan.queueEmpty'), { timeout: 60_000 });
  await expect(status.getByText(t('checkin.scan.offline'), { exact: true })).toHaveCount(0);
  expect(sent.filter((path) => path.endsWith('/scan'))).toHaveLength(200);
  expect(sent.filter((path) => path.endsWith('/hand-outs'))).toHaveLength(1);
  const { competitions } = await attendance(server, adminApi, eventId);
  expect(competitions).toMatchObject([{ inside: 200, handedOut: 50 }]);
  await office.goto(`/admin/events/${eventId}/admissions`);
  await expect(office.getByText('200 Scans')).toBeVisible();
  await look(office, 'admissions');
});

test('two phones without a network agree afterwards, and the office sees both', { tag: '@desktop' }, async ({
  server,
  adminApi,
  texts,
  browser,
  page: office,
}) => {
  test.setTimeout(120_000);
  const { t } = texts;
  const { eventId, codes } = await raceOfToday(server, adminApi, 'Lauf zu zweit', 2);
  const [code = '', other = ''] = codes;
  await logIn(office, server, await newOrganizer(server, adminApi, 'twogates'), '/admin');
  const north = await openPhone(office, browser, texts, { eventId, gate: 'Nord', handsOut: true });
  const south = await openPhone(office, browser, texts, { eventId, gate: 'Süd', handsOut: true });
  for (const phone of [north, south])
    await expect(phone.locator('.scanner-status')).toContainText(count(texts, 'readyOffline', 2));
  await withoutNetwork([north.context(), south.context()], async () => {
    for (const phone of [north, south]) {
      await scan(phone, code, 'SCAN_SUCCESS');
      // Forged, and without a word of ours: both are told later.
      await scan(phone, code.replace(/.{4}$/, '0000'), 'NOT_FOUND');
      await scan(phone, 'https://example.org/nothing', 'NOT_FOUND');
      await phone.getByRole('link', { name: t('checkin.scan.next') }).click();
      await phone.getByRole('button', { name: t('checkin.scan.modeDesk') }).click();
      await typeCode(phone, other);
      await phone.getByRole('button', { name: t('checkin.scan.handOut'), exact: true }).click();
    }
  });
  for (const phone of [north, south])
    await expect(phone.locator('.scanner-status')).toContainText(t('checkin.scan.queueEmpty'), { timeout: 30_000 });
  const told = await attendance(server, adminApi, eventId);
  expect(told).toMatchObject({
    competitions: [{ inside: 1, handedOut: 1 }],
    admittedTwice: [expect.any(Number)],
    handedOutTwice: [expect.any(Number)],
    turnedAway: [
      { reason: 'forged', count: 2 },
      { reason: 'unreadable', count: 2 },
    ],
  });
  await office.goto(`/admin/events/${eventId}/admissions`);
  await expect(office.getByText('Ein Ticket haben zwei Geräte eingelassen')).toBeVisible();
  await expect(office.getByText('An eine Person haben zwei Geräte ausgegeben')).toBeVisible();
  await look(office, 'admissions-conflicts');
  // Taken back, the ticket is good again as soon as the device knows.
  await office.getByRole('button', { name: new RegExp(t('gate.admissions.undo')) }).click();
  await expect(office.getByText(t('gate.admissions.undone'))).toBeVisible();
  await north.getByRole('button', { name: t('checkin.scan.modeGate') }).click();
  await withoutNetwork([north.context()], async () => {});
  await expect(north.locator('.scanner-status')).toContainText(t('checkin.scan.admitted', { count: '0' }));
  await scan(north, code, 'SCAN_SUCCESS');
  expect((await attendance(server, adminApi, eventId)).competitions).toMatchObject([{ inside: 1 }]);
});

test('a device that was ended is empty at its next contact', { tag: '@desktop' }, async ({
  server,
  adminApi,
  texts,
  browser,
  page: office,
}) => {
  test.setTimeout(90_000);
  const { t } = texts;
  const { eventId, codes } = await raceOfToday(server, adminApi, 'Lauf mit Ende', 3);
  await logIn(office, server, await newOrganizer(server, adminApi, 'ended'), '/admin');
  const phone = await openPhone(office, browser, texts, { eventId, gate: 'Süd', handsOut: false });
  await expect(phone.locator('.scanner-status')).toContainText(count(texts, 'readyOffline', 3));
  await readyToReload(phone);
  await withoutNetwork([phone.context()], async () => {
    await scan(phone, codes[0] ?? '', 'SCAN_SUCCESS');
    await office.goto(`/admin/events/${eventId}/devices`);
    await look(office, 'devices');
    await office.getByRole('link', { name: t('gate.devices.end') }).click();
    await office.getByRole('button', { name: t('gate.devices.endNow') }).click();
    await expect(office.getByText(t('gate.devices.state.ended')).first()).toBeVisible();
  });
  await expect(phone.getByText(t('gate.open.endedText'))).toBeVisible({ timeout: 20_000 });
  const kept = () =>
    phone.evaluate(async () => {
      const rows: unknown[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        for (const store of database.objectStoreNames) {
          const all = database.transaction(store).objectStore(store).getAll();
          await new Promise((resolve) => all.addEventListener('success', resolve));
          rows.push(...all.result);
        }
        database.close();
      }
      return { rows: rows.length, caches: (await caches.keys()).length };
    });
  await expect.poll(kept).toEqual({ rows: 0, caches: 0 });
  const answer = await phone.reload();
  expect(answer?.status()).toBe(403);
  await expect(phone.getByText(t('gate.open.endedText'))).toBeVisible();
  await expect.poll(kept).toEqual({ rows: 0, caches: 0 });
});

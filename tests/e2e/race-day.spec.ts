/** Race day: phones that an organizer hands out, in a field without a network. */
import { expect, logIn, look, newOrganizer, test } from './fixtures.ts';
import { attendance, count, openPhone, raceOfToday, readyToReload, scan, typeCode, withoutNetwork } from './gate.ts';

/** What a message of one and many says of one. */
const one = (message: string): string => message.replace(/\{count, plural, one \{([^}]*)\}.*\}\}/, '$1');

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
    await expect(phone.getByRole('button', { name: t('checkin.scan.handOut'), exact: true })).toBeVisible();
    // Whoever looks for the next one hands out nothing more to the one before.
    await phone.locator('#scanner-code').fill('Nummer00');
    await expect(phone.getByRole('button', { name: t('checkin.scan.handOut'), exact: true })).toHaveCount(0);
    await phone.getByRole('button', { name: /Nummer007/ }).click();
    await look(phone, 'device-desk');
    const order = t('checkin.scan.handOutOrder', { count: '50' });
    await phone.getByText(order).first().click();
    await phone.getByRole('button', { name: order }).click();
    await expect(status).toContainText(count(texts, 'queue', 250));
    await phone.reload();
    await expect(status).toContainText(count(texts, 'queue', 250));
    await expect(phone.getByRole('button', { name: t('checkin.scan.modeDesk') })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    // The control: the server knows of none of it.
    expect(sent).toEqual([]);
    expect((await attendance(server, adminApi, eventId)).competitions).toMatchObject([{ inside: 0, handedOut: 0 }]);
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
  await expect(office.getByText(/^200 scans$/i)).toBeVisible();
  await look(office, 'admissions');
});

test('two phones without a network agree afterwards, and the office sees both', {
  tag: ['@desktop', '@english'],
}, async ({ server, adminApi, texts, browser, page: office }) => {
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
    // The control: nothing has left the phones so far, so nothing can be told yet.
    expect(await attendance(server, adminApi, eventId)).toMatchObject({
      competitions: [{ inside: 0, handedOut: 0 }],
      admittedTwice: [],
      handedOutTwice: [],
    });
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
  for (const kind of ['scans', 'handOuts'] as const)
    await expect(office.getByText(one(t(`gate.admissions.twice.${kind}`)))).toBeVisible();
  await look(office, 'admissions-conflicts');
  // Both wait on the overview, until somebody says that they know.
  await office.goto(`/admin/events/${eventId}`);
  for (const kind of ['scans', 'handOuts'] as const)
    await expect(office.getByText(one(t(`overview.task.${kind}`)))).toBeVisible();
  await office.goto(`/admin/events/${eventId}/admissions`);
  // Taken back, the ticket is good again as soon as the device knows.
  await office.getByRole('button', { name: new RegExp(t('gate.admissions.undo')) }).click();
  await expect(office.getByText(t('gate.admissions.undone'))).toBeVisible();
  await north.getByRole('button', { name: t('checkin.scan.modeGate') }).click();
  await withoutNetwork([north.context()], async () => {});
  await expect(north.locator('.scanner-status')).toContainText(t('checkin.scan.admitted', { count: '0' }));
  await scan(north, code, 'SCAN_SUCCESS');
  expect((await attendance(server, adminApi, eventId)).competitions).toMatchObject([{ inside: 1 }]);
});

test('a device that was ended is empty at its next contact', { tag: ['@english', '@desktop'] }, async ({
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
  await withoutNetwork([phone.context()], async () => {
    await scan(phone, codes[0] ?? '', 'SCAN_SUCCESS');
    // The control: there is something that can go, the list and the scan.
    expect((await kept()).rows).toBeGreaterThan(1);
    await office.goto(`/admin/events/${eventId}/devices`);
    await look(office, 'devices');
    await office.getByRole('link', { name: t('gate.devices.end') }).click();
    await office.getByRole('button', { name: t('gate.devices.endNow') }).click();
    await expect(office.getByText(t('gate.devices.state.ended')).first()).toBeVisible();
  });
  await expect(phone.getByText(t('gate.open.endedText'))).toBeVisible({ timeout: 20_000 });
  await expect.poll(kept).toEqual({ rows: 0, caches: 0 });
  const answer = await phone.reload();
  expect(answer?.status()).toBe(403);
  await expect(phone.getByText(t('gate.open.endedText'))).toBeVisible();
  await expect.poll(kept).toEqual({ rows: 0, caches: 0 });
});

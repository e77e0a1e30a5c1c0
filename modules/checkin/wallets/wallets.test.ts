import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { cancelOrder, orderOf } from '#modules/orders/index.ts';
import { markPaid, openCancellationRefund } from '#modules/payments/index.ts';
import { order, race } from '#modules/payments/testing.ts';
import { readConfig } from '#src/config/config.ts';
import { present } from '#src/kernel/assert.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { isSignedBy, makeApple, makeGoogle, unzip } from '#tests/support/wallets.ts';
import { ticketCodeOf } from '../ticket-mac.ts';

const people = [
  { firstName: 'Zoë', lastName: 'Wałęsa', email: 'zoe@runner.example' },
  { firstName: 'Jörg', lastName: 'Groß' },
];

async function paid(shop: TestShop, change: { title?: string; location?: string; isPaid?: boolean } = {}) {
  const { eventId, competitionId } = await race(shop);
  const { isPaid = true, ...event } = change;
  await shop.deps.write((work) =>
    updateEvent(work, eventId, { whiteLabel: 'Donaulauf', accentColor: '#0a5c36', ...event }),
  );
  const orderId = await order(shop, { eventId, competitionId }, { people });
  if (isPaid) await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const placed = present(await orderOf(shop.deps.read, orderId), 'it was just made');
  const ids = (placed.competitions[0]?.teams ?? []).flatMap(({ participants }) => participants.map(({ id }) => id));
  const buyer = await shop.login('buyer@runner.example');
  const ticketOf = async (participantId: number) =>
    present((await buyer.fetch(`/orders/${orderId}/tickets/${participantId}`)).headers.get('location'), 'a redirect');
  return { eventId, orderId, ids: ids as [number, number], buyer, ticketOf };
}
const linkIn = (html: string, text: string) =>
  new RegExp(`<a[^>]*href="([^"]+)"[^>]*>${text}`).exec(html)?.[1]?.replaceAll('&amp;', '&');

test('a ticket becomes an Apple pass: every file is in the manifest, and the manifest is signed', async () => {
  const apple = makeApple({ passphrase: 'geheim' });
  const shop = await testShop({ env: apple.env });
  const { eventId, ids, buyer, ticketOf } = await paid(shop);
  const html = await (await buyer.fetch(await ticketOf(ids[0]))).text();
  expect(html).not.toContain('Google Wallet');
  const link = present(linkIn(html, 'Zu Apple Wallet hinzufügen'), 'the page offers the pass');
  // The signed address gives access to the pass, as to the ticket.
  const answer = await shop.visitor().fetch(link);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.pkpass']);
  expect((await shop.visitor().fetch(link.replace(/signature=.{3}/, 'signature=abc'))).status).toBe(404);
  expect((await shop.visitor().fetch(link.replace(`/${ids[0]}/`, `/${ids[1]}/`))).status).toBe(404);

  const files = unzip(new Uint8Array(await answer.arrayBuffer()));
  const manifest = present(files.get('manifest.json'), 'a pass has one');
  const hashes = JSON.parse(manifest.toString()) as Record<string, string>;
  expect(Object.keys(hashes).sort()).toEqual(
    ['de.lproj/pass.strings', 'icon.png', 'icon@2x.png', 'icon@3x.png', 'pass.json'].sort(),
  );
  for (const [name, hash] of Object.entries(hashes)) {
    expect(
      createHash('sha1')
        .update(files.get(name) as Buffer)
        .digest('hex'),
      name,
    ).toBe(hash);
  }
  const signature = present(files.get('signature'), 'a pass is signed');
  expect(isSignedBy(signature, manifest, apple.cert)).toBe(true);
  expect(isSignedBy(signature, Buffer.from(`${manifest} `), apple.cert)).toBe(false);
  expect(isSignedBy(signature, manifest, apple.wwdr)).toBe(false);
  for (const [name, size] of [
    ['icon.png', 29],
    ['icon@2x.png', 58],
    ['icon@3x.png', 87],
  ] as const) {
    expect([files.get(name)?.readUInt32BE(16), files.get(name)?.readUInt32BE(20)]).toEqual([size, size]);
  }

  const pass = JSON.parse(String(files.get('pass.json')));
  expect(pass).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.example.startblock',
    teamIdentifier: 'ABCDE12345',
    serialNumber: `participant-${ids[0]}`,
    organizationName: 'Donaulauf',
    backgroundColor: 'rgb(10,92,54)',
    foregroundColor: 'rgb(255,255,255)',
    relevantDate: '2026-05-17T07:30:00.000Z',
    relevantDates: [{ date: '2026-05-17T07:30:00.000Z', relevantDate: '2026-05-17T07:30:00.000Z' }],
    voided: false,
    barcodes: [{ format: 'PKBarcodeFormatQR', message: ticketCodeOf(shop.deps.signer, eventId, ids[0]) }],
    eventTicket: {
      primaryFields: [{ value: 'Zoë Wałęsa' }],
      secondaryFields: [{ label: 'COMPETITION', value: 'Halbmarathon' }],
      auxiliaryFields: [{ value: '2026-05-17T09:30:00+02:00' }, { label: 'PLACE', value: 'Hauptplatz, Linz' }],
    },
  });
  expect(String(files.get('de.lproj/pass.strings'))).toContain('"COMPETITION" = "BEWERB"');
  const other = await buyer.fetch(
    present(linkIn(await (await buyer.fetch(await ticketOf(ids[1]))).text(), 'Zu Apple'), ''),
  );
  const otherPass = JSON.parse(String(unzip(new Uint8Array(await other.arrayBuffer())).get('pass.json')));
  expect(otherPass.groupingIdentifier).toBe(pass.groupingIdentifier);
  expect(otherPass.serialNumber).not.toBe(pass.serialNumber);
  await shop.settle();
  expect((await shop.mails('zoe@runner.example'))[0]?.text).toContain('Wallet');
});

test('the pass of a canceled order is void, an unpaid one has none, and neither page offers any', async () => {
  const shop = await testShop({ env: { ...makeApple().env, ...makeGoogle().env } });
  const { orderId, ids, buyer, ticketOf } = await paid(shop);
  const page = await ticketOf(ids[0]);
  const link = present(linkIn(await (await buyer.fetch(page)).text(), 'Zu Apple Wallet'), 'it is paid');
  await shop.deps.write((work) =>
    cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'none' }) }),
  );
  const files = unzip(new Uint8Array(await (await buyer.fetch(link)).arrayBuffer()));
  expect(JSON.parse(String(files.get('pass.json'))).voided).toBe(true);
  expect(await (await buyer.fetch(page)).text()).not.toContain('Wallet');
  const unpaid = await paid(shop, { isPaid: false });
  const path = (await unpaid.ticketOf(unpaid.ids[0])) ?? '';
  expect(await (await unpaid.buyer.fetch(path)).text()).not.toContain('Wallet');
});

test('a ticket becomes a save link of Google Wallet, signed by the service account', async () => {
  const google = makeGoogle();
  const shop = await testShop({ env: google.env });
  const { eventId, ids, buyer, ticketOf } = await paid(shop);
  const html = await (await buyer.fetch(`${await ticketOf(ids[0])}&lang=en-us`)).text();
  expect(html).not.toContain('Apple Wallet');
  const link = present(linkIn(html, 'Add to Google Wallet'), 'the page offers it');
  expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.[\w-]+\.[\w-]+$/);
  const token = link.split('/').at(-1) as string;
  expect(token.length).toBeLessThan(1800);
  const now = new Date(shop.clock());
  const { payload, protectedHeader } = await jwtVerify(token, google.publicKey, {
    audience: 'google',
    currentDate: now,
  });
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' });
  const id = '3388000000012345678';
  expect(payload).toMatchObject({
    iss: 'wallet@startblock-test.iam.gserviceaccount.com',
    typ: 'savetowallet',
    iat: Math.floor(shop.clock() / 1000),
    origins: ['http://shop.test'],
    payload: {
      eventTicketClasses: [
        {
          id: expect.stringMatching(/^3388000000012345678\.[\w.-]+$/),
          issuerName: 'Donaulauf',
          reviewStatus: 'UNDER_REVIEW',
          eventName: { defaultValue: { language: 'en-US', value: 'Halbmarathon – Donaulauf' } },
          dateTime: { start: '2026-05-17T09:30:00+02:00' },
        },
      ],
      eventTicketObjects: [
        {
          id: `${id}.participant-${ids[0]}`,
          state: 'ACTIVE',
          ticketHolderName: 'Zoë Wałęsa',
          barcode: { type: 'QR_CODE', value: ticketCodeOf(shop.deps.signer, eventId, ids[0]) },
        },
      ],
    },
  });
  const { eventTicketClasses, eventTicketObjects } = payload.payload as Record<
    string,
    { id: string; classId?: string }[]
  >;
  expect(eventTicketObjects?.[0]?.classId).toBe(eventTicketClasses?.[0]?.id);
});

test('the longest names still make a link that nobody cuts', async () => {
  const shop = await testShop({ env: makeGoogle().env });
  const long = 'Überlanger Lauf der fünfzig Brücken 🏃 '.repeat(5).trim();
  const { ids, buyer, ticketOf } = await paid(shop, { title: long, location: long });
  const link = present(linkIn(await (await buyer.fetch(await ticketOf(ids[0]))).text(), 'Zu Google Wallet'), 'offered');
  const token = link.split('/').at(-1) as string;
  expect(token.length).toBeLessThan(1800);
  expect(JSON.stringify(decodeJwt(token))).not.toContain('\\ud83');
});

test('the certificates may be files, and what does not fit together stops the start with one line', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'startblock-wallet-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const apple = makeApple({ passphrase: 'geheim' });
  const google = makeGoogle();
  const inFiles: Record<string, string> = { ...apple.env, ...google.env };
  for (const name of ['APPLE_WALLET_CERT', 'APPLE_WALLET_KEY', 'APPLE_WALLET_WWDR', 'GOOGLE_WALLET_SERVICE_ACCOUNT']) {
    await writeFile(join(directory, name), inFiles[name] as string);
    inFiles[name] = join(directory, name);
  }
  const inText = readConfig({ ...apple.env, ...google.env });
  expect(readConfig(inFiles)).toEqual(inText);
  expect(inText.appleWallet?.key).toContain('BEGIN RSA PRIVATE KEY');
  const oneLine = apple.env.APPLE_WALLET_CERT.replaceAll('\n', '\\n');
  expect(readConfig({ ...apple.env, APPLE_WALLET_CERT: oneLine }).appleWallet).toEqual(inText.appleWallet);
  expect(readConfig({})).toMatchObject({ appleWallet: null, googleWallet: null });
  for (const [change, message] of [
    [{ APPLE_WALLET_CERT: undefined }, 'APPLE_WALLET_CERT is missing'],
    [{ APPLE_WALLET_TEAM_ID: undefined }, 'APPLE_WALLET_TEAM_ID is missing'],
    [{ APPLE_WALLET_CERT: join(directory, 'nothing') }, 'APPLE_WALLET_CERT is neither'],
    [{ APPLE_WALLET_CERT: '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----' }, 'APPLE_WALLET_CERT is not'],
    [{ APPLE_WALLET_KEY_PASSPHRASE: undefined }, 'APPLE_WALLET_KEY_PASSPHRASE'],
    [{ APPLE_WALLET_KEY_PASSPHRASE: 'falsch' }, 'APPLE_WALLET_KEY_PASSPHRASE'],
    [{ APPLE_WALLET_KEY: makeApple({ passphrase: 'geheim' }).env.APPLE_WALLET_KEY }, 'is not the key of'],
    [{ APPLE_WALLET_WWDR: apple.env.APPLE_WALLET_KEY }, 'APPLE_WALLET_WWDR'],
    [{ APPLE_WALLET_PASS_TYPE_ID: 'ticket' }, 'APPLE_WALLET_PASS_TYPE_ID must look'],
    [{ APPLE_WALLET_PASS_TYPE_ID: 'pass.example.other' }, 'which is for pass.example.startblock'],
    [{ APPLE_WALLET_TEAM_ID: 'team' }, 'APPLE_WALLET_TEAM_ID'],
    [{ GOOGLE_WALLET_ISSUER_ID: 'x' }, 'GOOGLE_WALLET_ISSUER_ID'],
    [{ GOOGLE_WALLET_ISSUER_ID: undefined }, 'GOOGLE_WALLET_ISSUER_ID is missing'],
    [{ GOOGLE_WALLET_SERVICE_ACCOUNT: '{"client_email": "a@b.c"}' }, 'GOOGLE_WALLET_SERVICE_ACCOUNT must be'],
    [
      { GOOGLE_WALLET_SERVICE_ACCOUNT: '{"client_email": "a@b.c", "private_key": "x"}' },
      'GOOGLE_WALLET_SERVICE_ACCOUNT has no RSA key',
    ],
  ] as const) {
    const read = () => readConfig({ ...apple.env, ...google.env, ...change });
    expect(read, message).toThrow(message);
    expect(read).not.toThrow('\n');
  }
});

test('doctor says which wallets are on, and fails when a certificate has ended', async () => {
  const finding = async (env: Record<string, string>) =>
    (await (await testShop({ env })).shop.doctor()).find(({ name }) => name === 'wallets');
  expect(await finding({})).toMatchObject({ ok: true, note: 'Apple Wallet is off; Google Wallet is off' });
  expect(await finding({ ...makeApple().env, ...makeGoogle().env })).toMatchObject({
    ok: true,
    note: 'Apple Wallet is on, certificates until 2030-01-01; Google Wallet is on',
  });
  const ended = makeApple({ until: new Date('2026-01-01T00:00:00Z') });
  expect(await finding(ended.env)).toMatchObject({ ok: false, note: expect.stringContaining('ended on 2026-01-01') });
});

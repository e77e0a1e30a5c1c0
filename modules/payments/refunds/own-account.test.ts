import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { adminOrderOf } from '#modules/orders/index.ts';
import { mails } from '#src/data/schema.ts';
import { hours } from '#src/kernel/time.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';
import { refundFileOf } from './read-refund-lists.ts';
import { makeRefundFile, refundFileText } from './refund-files.ts';
import { settleRefundFile } from './settle-refund.ts';
import { handsOn, type RefundScene, refundScene } from './testing.ts';

let scene: RefundScene;
let shop: TestShop;
let hands: ReturnType<typeof handsOn>;
let orderId: number;
const email = 'buyer@runner.example';
const account = { iban: 'AT48 3200 0000 1234 5864', accountHolder: 'Ada Berger', bic: '' };
const other = { iban: 'DE89370400440532013000', accountHolder: 'Ada Berger', bic: '' };

beforeEach(async () => {
  scene = await refundScene();
  ({ shop } = scene);
  hands = handsOn(scene);
  orderId = await hands.paidByBank();
  await shop.settle();
});

const cancel = () => scene.admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund: { mode: 'full' } });
const mailed = async (subject: RegExp) => {
  await shop.settle();
  return (await shop.mails(email)).filter((mail) => subject.test(mail.subject));
};
async function link(): Promise<string> {
  const [mail] = await mailed(/^(Storniert|Canceled): /);
  const [, path] = /http:\/\/shop\.test(\/refund-account\/\S+)/.exec(mail?.text ?? '') ?? [];
  return path ?? expect.fail('nobody was asked for the account');
}
const ibanNow = async () => (await hands.row(orderId)).iban;
const ownPath = () => `/orders/${orderId}/refund-account`;

test('the list of orders asks for the account first of all, until it is said', async () => {
  const buyer = await shop.login(email);
  const asks = async () => (await (await buyer.fetch('/orders')).text()).includes(ownPath());
  expect(await asks()).toBe(false);
  await cancel();
  expect(await asks()).toBe(true);
  expect((await buyer.form(ownPath(), account)).status).toBe(303);
  expect(await asks()).toBe(false);
});

test('asks the buyer by mail for an unknown account; the link needs no login', async () => {
  await cancel();
  const path = await link();
  const guest = shop.visitor();
  const page = await guest.fetch(path);
  expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
    200,
    'private, no-store',
    'same-origin',
  ]);
  const wrong = await guest.form(path, { iban: 'AT48 3200 0000 1234 5865', accountHolder: '77', bic: '' });
  expect(wrong.status).toBe(400);
  const again = await wrong.text();
  expect([again.includes('value="AT48 3200 0000 1234 5865"'), again.includes('Diese IBAN stimmt nicht')]).toEqual([
    true,
    true,
  ]);
  // Shows both errors at once.
  const both = await (await guest.form(path, { iban: 'AT48 3200 0000 1234 5865', accountHolder: '', bic: 'X' })).text();
  for (const id of ['iban', 'accountHolder', 'bic'])
    expect(both).toMatch(
      new RegExp(`<input[^>]*aria-invalid="true"[^>]*name="${id}"|<input[^>]*name="${id}"[^>]*aria-invalid="true"`),
    );
  expect(both).toContain('Diese IBAN stimmt nicht');
  const swiss = { iban: 'CH93 0076 2011 6238 5295 7', accountHolder: 'Ada Berger', bic: '' };
  expect(await (await guest.form(path, swiss)).text()).toContain('brauchen wir auch die BIC');
  expect((await guest.form(path, { ...swiss, iban: 'TR330006100519786457841326' })).status).toBe(400);
  expect(await ibanNow()).toBe(null);
  const saved = await guest.form(path, { ...swiss, bic: 'POFICHBEXXX' });
  expect(saved.status).toBe(303);
  const done = await (await guest.fetch(saved.headers.get('location') ?? '')).text();
  // The link shows only the first and last characters of the account.
  expect([done.includes('Dein Konto ist gespeichert'), done.includes('CH93 •••• 2957')]).toEqual([true, true]);
  expect(done).not.toMatch(/0076/);
  expect(await hands.row(orderId)).toMatchObject({ iban: 'CH9300762011623852957', bic: 'POFICHBEXXX' });
  const { audits } = await adminOrderOf(shop.deps.read, orderId);
  expect(audits.map(({ comment }) => comment)).toContain('refund.ownAccount CH93…2957 3000');
  // The link cannot change a known account.
  expect((await guest.form(path, account)).status).toBe(409);
  expect(await ibanNow()).toBe('CH9300762011623852957');
  const { bank } = shop.deps.config;
  const fileId = await hands.write((work) =>
    makeRefundFile(work, { refundIds: 'all', bank, editorId: scene.editorId }),
  );
  const found = (await refundFileOf(shop.deps.read, fileId)) ?? expect.fail();
  const file = refundFileText(found, { bank: bank ?? expect.fail(), version: 'pain.001.001.09' });
  expect(file).toContain('<CdtrAgt><FinInstnId><BICFI>POFICHBEXXX</BICFI></FinInstnId></CdtrAgt><Cdtr>');
});

test('the one mail of the cancellation asks for the account', async () => {
  await cancel();
  await shop.settle();
  const written = await shop.deps.read
    .select({ type: mails.type })
    .from(mails)
    .where(eq(mails.orderId, orderId))
    .orderBy(asc(mails.id));
  expect(written.map(({ type }) => type)).toEqual([
    'OrderConfirmation',
    'RegistrationConfirmation',
    'OrderCancellationByAdmin',
    'TicketVoid',
  ]);
});

test('no other key, order or user sets the account, and the link ends with a change of the buyer', async () => {
  await cancel();
  const path = await link();
  const guest = shop.visitor();
  for (const forged of [
    path.replace(/key=.{4}/, 'key=AAAA'),
    path.replace(/\?.*/, ''),
    path.replace(`/${orderId}?`, `/${orderId + 1}?`),
  ]) {
    expect((await guest.fetch(forged)).status).toBe(404);
    expect((await guest.form(forged, account)).status).toBe(404);
  }
  const stranger = await shop.login('stranger@runner.example');
  expect((await stranger.fetch(ownPath())).status).toBe(404);
  expect((await stranger.form(ownPath(), account)).status).toBe(404);
  expect((await guest.form(ownPath(), account)).headers.get('location')).toMatch(/^\/auth/);
  const given = { newEmail: 'heir@runner.example' };
  expect((await scene.admin.json('PATCH', `/api/admin/orders/${orderId}/change-buyer`, given)).status).toBe(200);
  expect((await guest.form(path, account)).status).toBe(404);
  expect(await ibanNow()).toBe(null);
});

test('on the page of the order the buyer enters it, sees it whole, and changes it after a login of the last two hours', async () => {
  await cancel();
  const buyer: Caller = await shop.login(email);
  expect(await (await buyer.fetch(`/orders/${orderId}`)).text()).toContain(`href="${ownPath()}"`);
  expect((await buyer.form(ownPath(), account)).headers.get('location')).toBe(`/orders/${orderId}?saved=account`);
  expect(await (await buyer.fetch(ownPath())).text()).toContain('value="AT48 3200 0000 1234 5864"');
  shop.clock.advance(hours(3));
  expect((await buyer.form(ownPath(), other)).headers.get('location')).toContain('sessionInvalid');
  expect(await ibanNow()).toBe('AT483200000012345864');
  const fresh = await shop.login(email);
  expect((await fresh.form(ownPath(), other)).status).toBe(303);
  expect(await ibanNow()).toBe(other.iban);
  // An answered question is not mailed again.
  expect(await mailed(/^Storniert: |^Wohin/)).toHaveLength(1);
});

test('an account in a file cannot be changed, and a mail tells when the money was sent and where', async () => {
  await cancel();
  const path = await link();
  await shop.visitor().form(path, account);
  const { bank } = shop.deps.config;
  const fileId = await hands.write((work) =>
    makeRefundFile(work, { refundIds: 'all', bank, editorId: scene.editorId }),
  );
  const buyer = await shop.login(email);
  expect((await buyer.form(ownPath(), other)).status).toBe(409);
  expect((await shop.visitor().form(path, other)).status).toBe(409);
  expect(await (await buyer.fetch(`/orders/${orderId}`)).text()).not.toContain(ownPath());
  expect(await ibanNow()).toBe('AT483200000012345864');
  expect(await mailed(/^Erstattung: /)).toEqual([]);
  const settle = () => hands.write((work) => settleRefundFile(work, { fileId, editorId: scene.editorId }));
  await settle();
  await settle();
  const sent = await mailed(/^Erstattung: 30,00/);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toMatch(/Wir haben dir 30,00\s€ am .* auf das Konto AT48 •••• 5864 überwiesen/);
});

test('a refund through the provider asks for no account, and is told when the provider has it', async () => {
  orderId = await hands.paidByCard();
  await cancel();
  await hands.execute(orderId);
  expect(await mailed(/^Wohin/)).toEqual([]);
  const [sent, ...more] = await mailed(/^Erstattung: 30,00/);
  expect([sent?.text.includes('über Visa an dich zurückgegangen'), more]).toEqual([true, []]);
});

test('organizers see whose account is missing, and enter it as before', async () => {
  const organizer = await shop.login('race@organizer.example');
  await cancel();
  const list = await (await scene.admin.fetch('/admin/refunds')).text();
  expect(list).toContain('Überweisungen ohne Konto (1)');
  expect(await (await organizer.fetch(`/admin/orders/${orderId}`)).text()).toContain('Konto fehlt noch');
  const { id } = await hands.row(orderId);
  expect((await organizer.form(`/admin/refunds/${id}/account`, account)).status).toBe(303);
  expect(await ibanNow()).toBe('AT483200000012345864');
  // An answered question is not mailed.
  expect(await mailed(/^Wohin/)).toEqual([]);
});

test('an unknown account is no longer missing once the money was refunded', async () => {
  const organizer = await shop.login('race@organizer.example');
  await cancel();
  const orderPage = async () => (await organizer.fetch(`/admin/orders/${orderId}`)).text();
  expect(await orderPage()).toContain('Konto fehlt noch');
  const done = { orderIds: [orderId], refundStatus: 'completed' };
  expect((await organizer.json('POST', '/api/admin/orders/set-refund-status', done)).status).toBe(200);
  expect(await orderPage()).not.toContain('Konto fehlt noch');
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { updateOrganizer } from '#modules/organizers/index.ts';
import { painVersions } from '#modules/payments/rules/pain-001.ts';
import { days } from '#src/kernel/time.ts';
import { type SettlementScene, settlementScene } from '../settlements/testing.ts';
import { makePayoutFile } from './make-payout-file.ts';
import { painXmlId, painXmlOf } from './read-pain-xmls.ts';
import { waitingPayouts } from './read-payouts.ts';

const base = '/api/admin/organizer-invoices/pain-xmls';
type Row = {
  id: number;
  kind: string;
  messageId: string;
  numberOfTransactions: number;
  controlSum: number;
  status: string;
  payments: { amount: number; reference: string; creditorName: string }[];
};
const rowsOf = async ({ admin }: SettlementScene, query = '') =>
  (await admin.json<{ rows: Row[] }>('GET', base + query)).body.rows;
const states = ({ shop }: SettlementScene) =>
  shop.deps.read.all(sql`select id, status, file_id file, amount_cents amount from payouts order by id`);

/** One payout of 28,00 € that waits. */
async function payable(change: Parameters<typeof settlementScene>[0] = {}) {
  const at = await settlementScene(change);
  await at.byBank();
  await at.close();
  return at;
}
const filed = async (at: SettlementScene): Promise<Row> =>
  (await at.admin.json<{ row: Row }>('POST', base, {})).body.row;

test('payouts and refunds stand in one list, by numbers of their own', async () => {
  const at = await payable();
  const row = await filed(at);
  expect(row).toMatchObject({
    id: 3,
    kind: 'payouts',
    messageId: 'SB-PAYOUTS-20260302-1',
    numberOfTransactions: 1,
    controlSum: 2800,
    initiatingParty: 'Startblock Demo',
    debtor: { iban: 'AT611904300234573201', bic: 'BKAUATWWXXX' },
    requestedExecutionDate: '2026-03-03',
    status: 'open',
    payments: [{ amount: 2800, reference: 'SB-PAYOUT-1', iban: 'DE89370400440532013000' }],
  });
  const refunded = await at.byBank();
  await at.admin.json('POST', '/api/admin/orders/refund-orders', { orderIds: [refunded], mode: 'full' });
  const { makeRefundFile } = await import('#modules/payments/refunds/refund-files.ts');
  at.shop.clock.advance(days(1));
  at.admin = await at.shop.login('admin@example.test');
  await at.shop.deps.write((work) =>
    makeRefundFile(work, { refundIds: 'all', bank: at.shop.deps.config.bank, editorId: at.editorId }),
  );
  expect((await rowsOf(at)).map(({ id, kind, controlSum }) => [id, kind, controlSum])).toEqual([
    [2, 'refunds', 3000],
    [3, 'payouts', 2800],
  ]);
  expect((await rowsOf(at, '?from=2026-03-03')).map(({ kind }) => kind)).toEqual(['refunds']);
  expect((await rowsOf(at, '?from=2026-03-02&to=2026-03-02')).map(({ kind }) => kind)).toEqual(['payouts']);
  for (const id of [2, 3]) {
    const answer = await at.admin.fetch(`${base}/${id}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  }
  expect((await at.admin.fetch(`${base}/4`)).status).toBe(404);
  for (const kind of ['payouts', 'refunds'] as const)
    for (const fileId of [1, 2, 77]) expect(painXmlOf(painXmlId({ kind, fileId }))).toEqual({ kind, fileId });
});

test.each(painVersions)('a file of several payouts is one that a bank takes, %s', async (version) => {
  const at = await payable();
  await at.byCard();
  await at.close();
  const { id, messageId } = await filed(at);
  const xml = await (await at.admin.fetch(`${base}/${id}?version=${version.slice(-2)}`)).text();
  const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found]) => found);
  expect(xml).toContain(`urn:iso:std:iso:20022:tech:xsd:${version}`);
  expect(all(/<MsgId>(.*?)</g)).toEqual([messageId]);
  expect(all(/<NbOfTxs>(.*?)</g)).toEqual(['2', '2']);
  expect(all(/<CtrlSum>(.*?)</g)).toEqual(['55.25', '55.25']);
  expect(all(/<InstdAmt Ccy="EUR">(.*?)</g)).toEqual(['28.00', '27.25']);
  expect(all(/<EndToEndId>(.*?)</g)).toEqual(['SB-PAYOUT-1', 'SB-PAYOUT-2']);
  expect(all(/<Ustrd>(.*?)</g)).toEqual(['Kd 4711 Abrechnung 1 Donaulauf', 'Kd 4711 Abrechnung 2 Donaulauf']);
  const folder = mkdtempSync(join(tmpdir(), 'startblock-pain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file.xml'), xml);
  const schema = `tests/support/xsd/${version}.xsd`;
  const checked = spawnSync('xmllint', ['--noout', '--nonet', '--schema', schema, join(folder, 'file.xml')]);
  if (checked.error) return console.info('xmllint is not here: the structure alone was checked');
  expect([checked.status, checked.stderr.toString()]).toEqual([0, expect.stringContaining('validates')]);
});

describe('no file', () => {
  const refusal = async (at: SettlementScene, body: object = {}) => {
    const answer = await at.admin.json<{ code: string; details?: { reason?: string } }>('POST', base, body);
    return [answer.status, answer.body.code, answer.body.details?.reason];
  };
  test('without a valid IBAN, without anything to pay, and of what is in another', async () => {
    const at = await payable({ iban: null });
    expect(await refusal(at)).toEqual([409, 'CANT_CREATE_PAIN_XML_INFO', 'noIban']);
    expect(await refusal(at, { payoutIds: [1] })).toEqual([409, 'CANT_CREATE_PAIN_XML_INFO', 'noIban']);
    await at.shop.deps.write((work) =>
      updateOrganizer(work, at.organizerId, { iban: 'DE89370400440532013000' }, at.editorId),
    );
    await filed(at);
    expect(await refusal(at)).toEqual([409, 'CANT_CREATE_PAIN_XML_INFO', 'nothing']);
    expect(await refusal(at, { payoutIds: [1] })).toEqual([409, 'CANT_CREATE_PAIN_XML_INFO', 'meanwhile']);
    expect(await refusal(at, { payoutIds: [999] })).toEqual([409, 'CANT_CREATE_PAIN_XML_INFO', 'meanwhile']);
  });
  test('of a settlement below 0: nothing of it is ever to be paid', async () => {
    const at = await settlementScene({ ticketFee: 5000 });
    await at.byBank();
    await at.close();
    expect(await refusal(at)).toEqual([409, 'CANT_CREATE_PAIN_XML_INFO', 'nothing']);
  });
  test('twice with the same payout, when two press at once', async () => {
    const at = await payable();
    const { bank } = at.shop.deps.config;
    const make = () =>
      at.shop.deps.write((work) => makePayoutFile(work, { payoutIds: [1], bank, editorId: at.editorId }));
    const both = await Promise.allSettled([make(), make()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the bank', () => {
  test.each([
    ['one payout', { endToEndId: 'SB-PAYOUT-1' }],
    ['a whole file', { text: 'Sammler SB-PAYOUTS-20260302-1' }],
  ])('says that %s has gone', async (_, line) => {
    const at = await payable();
    await filed(at);
    await at.bank([{ amount: -2800, ...line, bankReference: 'D1' }]);
    await at.shop.settle();
    expect(await states(at)).toEqual([{ id: 1, status: 'paid', file: 1, amount: 2800 }]);
    expect((await rowsOf(at))[0]?.status).toBe('paid');
    const { body } = await at.admin.json<{ settlements: { status: string }[] }>(
      'GET',
      `/api/admin/events/${at.eventId}/settlements`,
    );
    expect(body.settlements[0]?.status).toBe('paid');
  });

  test.each([
    ['another sum', { amount: -2700, endToEndId: 'SB-PAYOUT-1' }],
    ['a payout that is in no file', { amount: -2725, endToEndId: 'SB-PAYOUT-2' }],
    ['a payout that there is not', { amount: -2800, endToEndId: 'SB-PAYOUT-9' }],
    ['two of them', { amount: -2800, text: 'SB-PAYOUT-1 SB-PAYOUT-2' }],
  ])('says nothing by %s', async (_, line) => {
    const at = await payable();
    await filed(at);
    await at.byCard();
    await at.close();
    await at.bank([{ ...line, bankReference: 'D1' }]);
    await at.shop.settle();
    expect((await states(at)).map((row) => (row as { status: string }).status)).toEqual(['open', 'open']);
  });

  test('queues a returned payout again, once, for another file', async () => {
    const at = await payable();
    await filed(at);
    await at.bank([{ amount: -2800, endToEndId: 'SB-PAYOUT-1', bankReference: 'D1' }]);
    await at.shop.settle();
    const back = { amount: 2800, endToEndId: 'SB-PAYOUT-1', text: 'Rückgabe Konto erloschen', bankReference: 'D2' };
    const { rows } = await at.bank([back]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ignored']);
    await at.shop.settle();
    await at.bank([back, { ...back, bankReference: 'D3' }]);
    await at.shop.settle();
    expect(await states(at)).toEqual([
      { id: 1, status: 'returned', file: 1, amount: 2800 },
      { id: 2, status: 'open', file: null, amount: 2800 },
    ]);
    expect((await waitingPayouts(at.shop.deps.read)).map(({ payout }) => payout.id)).toEqual([2]);
    expect(await filed(at)).toMatchObject({ id: 5, messageId: 'SB-PAYOUTS-20260302-2' });
    const actions = await at.shop.deps.read.all(sql`select action from settlement_audits order by id`);
    expect(actions.map((row) => (row as { action: string }).action)).toEqual([
      'closed',
      'filed',
      'paid',
      'returned',
      'filed',
    ]);
  });
});

test('logs an error when a returned payout is paid, because its replacement waits', async () => {
  const at = await payable();
  const errors: unknown[] = [];
  const { log } = at.shop.deps;
  const { error } = log;
  onTestFinished(() => void Object.assign(log, { error }));
  Object.assign(log, { error: (...entry: unknown[]) => void errors.push(entry) });
  await filed(at);
  await at.admin.json('POST', '/api/admin/payouts/1/returned');
  await at.bank([{ amount: -2800, endToEndId: 'SB-PAYOUT-1', bankReference: 'D1' }]);
  await at.shop.settle();
  expect(errors).toEqual([
    [
      'a line of the bank paid a payout that came back before, and another one waits in its place',
      { amount: -2800, bankReference: 'D1', payoutId: 1 },
    ],
  ]);
  expect(await states(at)).toMatchObject([{ status: 'returned' }, { status: 'open', file: null }]);
});

describe('the debit of a whole file tells, in the log and where payouts are listed,', () => {
  const scene = async () => {
    const at = await payable();
    await filed(at);
    const errors: unknown[] = [];
    const { log } = at.shop.deps;
    const { error } = log;
    onTestFinished(() => void Object.assign(log, { error }));
    Object.assign(log, { error: (...entry: unknown[]) => void errors.push(entry) });
    const page = async () => (await (await at.admin.fetch('/admin/payouts')).text()).replaceAll('\u00a0', ' ');
    return { at, errors, page, whole: { amount: -2800, text: 'SB-PAYOUTS-20260302-1', bankReference: 'W1' } };
  };

  test('when a person said that one of it came back', async () => {
    const { at, errors, page, whole } = await scene();
    await at.admin.json('POST', '/api/admin/payouts/1/returned');
    expect(await page()).not.toContain('Bankzeilen, die nicht passen');
    await at.bank([whole]);
    await at.shop.settle();
    expect(errors).toMatchObject([[expect.stringContaining('another one waits in its place'), { payoutId: 1 }]]);
    expect(await states(at)).toMatchObject([{ status: 'returned' }, { status: 'open', file: null }]);
    const shown = await page();
    expect(shown).toContain('Bankzeilen, die nicht passen');
    expect(shown).toContain('derselbe Betrag wartet noch einmal');
  });

  test('when the bank had debited one of it before', async () => {
    const { at, errors, page, whole } = await scene();
    await at.bank([{ amount: -2800, endToEndId: 'SB-PAYOUT-1', bankReference: 'D1' }]);
    await at.shop.settle();
    await at.bank([whole]);
    await at.shop.settle();
    expect(errors).toMatchObject([[expect.stringContaining('had gone already'), { payoutId: 1 }]]);
    expect(await page()).toContain('War schon ausgezahlt');
  });

  test('stays silent when the bank returned it, or a person had marked it as paid', async () => {
    const { at, errors, page, whole } = await scene();
    await at.admin.json('POST', `${base}/3/paid`);
    await at.bank([{ amount: 2800, endToEndId: 'SB-PAYOUT-1', text: 'Rückgabe', bankReference: 'D2' }]);
    await at.shop.settle();
    await at.bank([whole]);
    await at.shop.settle();
    expect([errors, await states(at)]).toMatchObject([[], [{ status: 'returned' }, { status: 'open' }]]);
    expect(await page()).not.toContain('Bankzeilen, die nicht passen');
  });
});

test('marks a file as paid and a payout as returned by hand', async () => {
  const at = await payable();
  const returned = '/api/admin/payouts/1/returned';
  expect((await at.admin.json<{ code: string }>('POST', returned)).body.code).toBe('CANT_CHANGE_PAYOUT');
  const { id } = await filed(at);
  expect((await at.admin.json('POST', `${base}/${id}/paid`)).body).toEqual({ count: 1 });
  expect((await at.admin.json('POST', `${base}/${id}/paid`)).body).toEqual({ count: 0 });
  expect((await at.admin.json<{ payout: { id: number } }>('POST', returned)).body.payout.id).toBe(2);
  expect((await at.admin.json<{ code: string }>('POST', returned)).body.code).toBe('CANT_CHANGE_PAYOUT');
  expect((await at.admin.json<{ code: string }>('POST', '/api/admin/payouts/99/returned')).body.code).toBe('NOT_FOUND');
});

test('the pages lead from the draft to the file and back again', async () => {
  const at = await settlementScene();
  await at.byBank();
  const page = async (path: string) => (await (await at.admin.fetch(path)).text()).replaceAll('\u00a0', ' ');
  expect(await page(`/admin/events/${at.eventId}/payouts`)).toContain('Abrechnung abschließen');
  const close = `/admin/events/${at.eventId}/settlements/close`;
  expect(await page(close)).toContain('28,00 €');
  const closed = await at.admin.form(close, { confirmed: 'true' });
  expect(await page(closed.headers.get('location') ?? '')).toContain('Die Abrechnung ist abgeschlossen');
  expect((await at.admin.form(close, { confirmed: 'true' })).status).toBe(409);
  expect((await at.admin.form('/admin/payouts/files', {})).status).toBe(400);
  expect(await page('/admin/payouts')).toContain('DE89 3704 0044 0532 0130 00');
  const made = await at.admin.form('/admin/payouts/files', { payout: '1' });
  expect(made.headers.get('location')).toBe('/admin/payouts?done=file#files');
  expect((await at.admin.form('/admin/payouts/files', { payout: '1' })).status).toBe(409);
  expect(await page('/admin/payouts')).toContain('SB-PAYOUTS-20260302-1');
  await at.admin.form('/admin/payouts/files/1/paid', { confirmed: 'true' });
  expect(await page('/admin/payouts/1/returned')).toContain('28,00 €');
  await at.admin.form('/admin/payouts/1/returned', { confirmed: 'true' });
  const afterwards = await page('/admin/payouts');
  expect(afterwards).toContain('1 Auszahlung steht an: 28,00 €');
  // What came back stays in sight, and can come back no more.
  expect(afterwards).toContain('Erledigt, 1 zurückgekommen');
  expect(afterwards).not.toContain('/admin/payouts/1/returned');
  expect(await page(`/admin/events/${at.eventId}/proof`)).toContain('Alles geht auf.');
  const organizer = await at.shop.login('club@organizer.example');
  const shown = await (await organizer.fetch(`/admin/events/${at.eventId}/payouts`)).text();
  expect(shown).toContain('Abrechnung, Stand jetzt');
  expect(shown).not.toContain('Abrechnung abschließen');
  expect((await organizer.fetch('/admin/payouts')).status).toBe(403);
});

/** Money by transfer and back: a statement of the bank pays an order, and a part of a card payment goes back. */
import { bookOne, call, guest, newCompetition } from '../support/crowd.ts';
import { actAs, expect, look, test } from './fixtures.ts';

/** One credit on the demo's account, as a bank's camt.053 has it; ISO 20022. */
const statementOf = (reference: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-02-03T05:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-02-03T05:00:00Z</CreDtTm>
<Acct><Id><IBAN>AT611904300234573201</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-02-02</Dt></BookgDt><ValDt><Dt>2026-02-02</Dt></ValDt>
<NtryDtls><TxDtls><Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<RltdPties><Dbtr><Pty><Nm>Erika Muster</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

test('a statement of the bank pays an order, and a part of a card payment goes back', { tag: '@desktop' }, async ({
  page,
  texts,
  server,
  adminApi,
}) => {
  const place = await newCompetition(server, adminApi, 5);
  const path = `/api/admin/events/${place.eventId}`;
  expect((await call(server, 'PATCH', path, { paymentInAdvancePossible: true }, adminApi)).status).toBe(200);
  const buyer = await guest(server, place.eventId);
  const byCard = String((await bookOne(server, buyer, place, 'a')).orderId);
  const byBank = String((await bookOne(server, buyer, place, 'b')).orderId);
  const chosen = await call(server, 'POST', `/api/orders/${byBank}/payment-in-advance`, {}, buyer);

  await actAs(page, buyer, server.url);
  await page.goto(`/events/${place.eventId}/payment?order=${byCard}`);
  await page.getByRole('radio', { name: texts.t('payments.method.visa') }).check();
  await page.getByRole('button', { name: texts.t('payments.page.submit'), exact: true }).click();
  await page.getByRole('link', { name: /9010 0031 5000 0001/ }).click();
  await page.locator('form:has([name=cvc]) button[type=submit]').first().click();
  await page.waitForURL(new RegExp(`/payment-success/${byCard}\\?token=`));

  await actAs(page, adminApi, server.url);
  await page.goto('/admin/imports');
  const file = {
    name: 'februar.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(statementOf(String(chosen.json.reference))),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: texts.t('imports.upload.preview') }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: byBank, exact: true }) });
  await expect(row).toContainText(texts.t('imports.outcome.paid'));
  await look(page, 'import-preview');
  await page.getByRole('button', { name: texts.t('imports.preview.book') }).click();
  await expect(page.locator('.alert').first()).toContainText(texts.t('imports.import.booked'));

  await page.goto(`/admin/orders/${byCard}/refund`);
  await page.getByRole('radio', { name: texts.t('refunds.mode.custom') }).check();
  await page.locator('input[name=amount]').fill('25,01');
  await page.getByRole('button', { name: texts.t('refunds.next') }).click();
  await expect(page.locator('.error-summary')).toBeFocused();
  await page.locator('input[name=amount]').fill('10,50');
  await page.getByRole('button', { name: texts.t('refunds.next') }).click();
  await look(page, 'refund-question');
  await page.getByRole('button', { name: texts.t('refunds.submit', { amount: texts.money(1050) }) }).click();
  await page.waitForURL(`**/admin/orders/${byCard}?done=refunded*`);
  await expect(page.locator('#money')).toContainText(texts.money(1450));

  // One that failed and has no account says the most; beside the other column nothing of it is cut off.
  const orderIds = [Number(byBank)];
  const refund = { orderIds, mode: 'custom', amount: 500 };
  expect((await call(server, 'POST', '/api/admin/orders/refund-orders', refund, adminApi)).status).toBe(200);
  const failed = { orderIds, refundStatus: 'failed' };
  expect((await call(server, 'POST', '/api/admin/orders/set-refund-status', failed, adminApi)).status).toBe(200);
  await page.goto(`/admin/orders/${byBank}`);
  await expect(page.locator('.order-main')).toContainText(texts.t('refunds.status.failed'));
  const tooWide = await page
    .locator('.order-main .table-frame')
    .evaluateAll((frames) =>
      frames.filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.textContent),
    );
  expect(tooWide).toEqual([]);

  await page.goto(`/admin/events/${place.eventId}/payouts`);
  await expect(page.locator('main')).toContainText(texts.money(3950));
  await look(page, 'payouts');
});

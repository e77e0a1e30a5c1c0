/** From the last money of a race to its payout: what the platform does, what its organizer sees, what a buyer gets. */
import type { Page } from '@playwright/test';
import { loginByCode } from '../support/crowd.ts';
import { actAs, expect, look, test, withoutScriptFirst } from './fixtures.ts';

/** The race of the demo that is over, and the order of the demo's buyer in it, which was its first. */
const race = '/admin/events/8';
const order = '/orders/1';

/** A debit on the demo's account that names a file of payouts, as a bank's camt.053 has it; ISO 20022. */
const debitOf = (messageId: string, euros: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M9</MsgId><CreDtTm>2026-02-03T05:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S9</Id><CreDtTm>2026-02-03T05:00:00Z</CreDtTm>
<Acct><Id><IBAN>AT611904300234573201</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">${euros}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-02-02</Dt></BookgDt><ValDt><Dt>2026-02-02</Dt></ValDt>
<NtryDtls><TxDtls><Amt Ccy="EUR">${euros}</Amt><CdtDbtInd>DBIT</CdtDbtInd>
<RmtInf><Ustrd>${messageId}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

/** What a link of the page leads to. */
async function opened(page: Page, name: string): Promise<{ type: string; text: string }> {
  const href = await page.getByRole('link', { name, exact: true }).first().getAttribute('href');
  const answer = await page.request.get(href ?? '');
  expect(answer.status(), name).toBe(200);
  return { type: answer.headers()['content-type'] ?? '', text: (await answer.body()).toString('utf8') };
}

test('a settlement is closed, paid out and comes back; its organizer and a buyer see their papers', {
  tag: withoutScriptFirst,
}, async ({ page, texts, server, adminApi }) => {
  const { t } = texts;
  await actAs(page, adminApi, server.url);
  await page.goto(`${race}/payouts?lang=${texts.locale}`);
  await expect(page.locator('main')).toContainText(t('settlement.now.later', { number: 2 }));
  await look(page, 'settlement-draft');
  await page.getByRole('link', { name: t('settlement.close'), exact: true }).click();
  await look(page, 'settlement-close');
  await page.getByRole('button', { name: t('settlement.close'), exact: true }).click();
  await expect(page.locator('.alert')).toContainText(t('settlement.done.closed'));
  await look(page, 'settlement-closed');
  const statement = await opened(page, t('settlement.statement'));
  expect([statement.type, statement.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  const orders = await opened(page, t('settlement.ordersCsv'));
  expect(orders.text).toContain(t('settlement.orders.ticketFee'));
  expect((await opened(page, t('settlement.invoice'))).type).toBe('application/pdf');

  await page.goto('/admin/payouts');
  await expect(page.getByText(t('paying.state.returned'), { exact: true }).first()).toBeVisible();
  await look(page, 'payouts-waiting');
  await page.getByRole('button', { name: t('paying.makeFile') }).click();
  await expect(page.locator('.alert')).toContainText(t('paying.done.file'));
  const messageId = (await page.locator('#files tbody th').first().textContent())?.trim() ?? '';
  const file = await opened(page, messageId);
  const [, euros = ''] = /<CtrlSum>([\d.]+)</.exec(file.text) ?? [];

  await page.goto('/admin/imports');
  const buffer = Buffer.from(debitOf(messageId, euros));
  await page.locator('input[type=file]').setInputFiles({ name: 'soll.xml', mimeType: 'application/xml', buffer });
  await page.getByRole('button', { name: t('imports.upload.preview') }).click();
  await page.getByRole('button', { name: t('imports.preview.book') }).click();
  await expect(page.locator('.alert').first()).toContainText(t('imports.import.booked'));
  const fileRow = page.locator('#files tbody tr').first();
  await expect(async () => {
    await page.goto('/admin/payouts');
    await expect(fileRow).not.toContainText(t('paying.file.markPaid'), { timeout: 100 });
  }).toPass({ timeout: 15_000, intervals: [100, 200] });

  await page
    .getByRole('link', { name: t('paying.return'), exact: true })
    .first()
    .click();
  await look(page, 'payout-returned');
  await page.getByRole('button', { name: t('paying.return'), exact: true }).click();
  await expect(page.locator('.alert')).toContainText(t('paying.done.returned'));
  await expect(page.locator('form[action$="/files"] tbody tr')).toHaveCount(1);

  await page.goto('/admin/accounting');
  await look(page, 'accounting');
  for (const [format, name] of [
    ['csv', /\.csv$/],
    ['datev', /^EXTF_.*\.csv$/],
  ] as const) {
    await page.locator('[name=format]').selectOption(format);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: t('accounting.download') }).click();
    expect((await download).suggestedFilename()).toMatch(name);
  }
  await page.goto(`${race}/proof`);
  await expect(page.locator('.alert')).toContainText(t('proof.adds'));
  await look(page, 'proof');

  await actAs(page, await loginByCode(server, 'organizer@startblock.example'), server.url);
  await page.goto(`${race}/payouts`);
  await expect(page.getByRole('link', { name: t('settlement.close'), exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: t('settlement.title', { number: 1 }) }).click();
  await expect(page.locator('main')).toContainText(t('settlement.status.paid'));
  await look(page, 'settlement-of-organizer');
  expect((await opened(page, t('settlement.invoice'))).type).toBe('application/pdf');

  await actAs(page, await loginByCode(server, 'buyer@startblock.example'), server.url);
  await page.goto(order);
  await look(page, 'order-with-invoice');
  const invoice = page.getByRole('link', { name: /000001/ }).first();
  const pdf = await page.request.get((await invoice.getAttribute('href')) ?? '');
  expect([pdf.headers()['content-type'], pdf.status()]).toEqual(['application/pdf', 200]);
});

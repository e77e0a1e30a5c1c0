import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { orderAudits } from '#modules/orders/schema.ts';
import { testShop } from '#tests/support/shop.ts';
import { camtFile, type MadeLine, mt940File } from '../bank-files/testing.ts';
import { markPaid } from '../mark-paid.ts';
import { refundsOf } from '../money-of-order.ts';
import { refundReference } from '../rules/payment-reference.ts';
import { bankLines, ledgerEntries, paymentProofs } from '../schema.ts';
import { type Bank, bankShop, outcomes, previewedAndBooked, referenceOf, upload } from './testing.ts';

let bank: Bank;
beforeEach(async () => {
  bank = await bankShop(await testShop());
});

const paid = { status: 'complete', paid: 3000, refunds: [] };
const waits = { status: 'pending', paid: 0, refunds: [] };
const press = (lineId: number) => bank.admin.form(`/admin/imports/lines/${lineId}/decide-again`, {});
const pressed = async (lineId: number) => (await press(lineId)).headers.get('location')?.split('decided=')[1];
const lines = () => bank.shop.deps.read.select().from(bankLines).orderBy(bankLines.id);
const auditsOf = async (orderId: number) => {
  const rows = await bank.shop.deps.read.select().from(orderAudits).where(eq(orderAudits.orderId, orderId));
  return rows.filter(({ comment }) => comment.startsWith('payment.decidedAgain'));
};
/** As an earlier release stored a supposed return. */
const asOfEarlierRelease = (set: Partial<typeof bankLines.$inferInsert>) =>
  bank.shop.deps.write(({ tx }) => tx.update(bankLines).set({ isReversal: null, ...set }));

test('a credit with another text key extension than a return reason pays its order', async () => {
  const orders = [await bank.order(), await bank.order(), await bank.order()];
  const rows = await previewedAndBooked(
    bank.admin,
    mt940File(
      orders.map((orderId, at) => ({
        amount: 3000,
        text: referenceOf(orderId),
        extension: ['000', '011', '914'][at] ?? '',
      })),
    ),
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['paid', 'paid', 'ignored']);
});

test('a corrected file decides ignored lines once, with a history entry by its importer', async () => {
  const [orderId, other] = [await bank.order(), await bank.order()];
  const line = (extension: string): MadeLine => ({ amount: 3000, text: referenceOf(orderId), extension });
  const gift = { amount: 500, text: 'Spende' };
  await previewedAndBooked(bank.admin, mt940File([line('914'), gift]));
  expect(await bank.state(orderId)).toEqual(waits);
  const corrected = mt940File([line('000'), gift, { amount: 3000, text: referenceOf(other) }]);
  expect(outcomes(await previewedAndBooked(bank.admin, corrected))).toEqual([
    ['paid', orderId],
    ['notFound', null],
    ['paid', other],
  ]);
  expect(outcomes(await previewedAndBooked(bank.admin, corrected))).toEqual([
    ['alreadyPaid', orderId],
    ['notFound', null],
    ['alreadyPaid', other],
  ]);
  expect(await bank.state(orderId)).toEqual(paid);
  expect((await lines()).map(({ outcome, isClosed, importId }) => [outcome, isClosed, importId])).toEqual([
    ['paid', true, 2],
    ['notFound', false, 1],
    ['paid', true, 2],
  ]);
  expect(await auditsOf(orderId)).toMatchObject([
    { comment: 'payment.decidedAgain bank 3000', editorId: expect.any(Number) },
  ]);
  expect(await auditsOf(other)).toEqual([]);
});

test('the same file pays a line that was not found once its order exists', async () => {
  const file = camtFile([{ amount: 3000, text: referenceOf(1) }]);
  expect(outcomes(await previewedAndBooked(bank.admin, file))).toEqual([['notFound', null]]);
  const orderId = await bank.order();
  expect(orderId).toBe(1);
  expect(outcomes(await previewedAndBooked(bank.admin, file))).toEqual([['paid', orderId]]);
  expect(await bank.state(orderId)).toEqual(paid);
});

test('decides a line again by a press of a super admin, a paid line never', async () => {
  await upload(bank.admin, camtFile([{ amount: 3000, text: referenceOf(1) }]));
  const organizer = await bank.shop.login('race@organizer.example');
  expect((await organizer.form('/admin/imports/lines/1/decide-again', {})).status).toBe(403);
  expect(await pressed(1)).toBe('notFound');
  const orderId = await bank.order();
  const page = await (await bank.admin.fetch('/admin/imports/lines/1')).text();
  expect(page).toContain('action="/admin/imports/lines/1/decide-again"');
  expect(await pressed(1)).toBe('paid');
  expect(await bank.state(orderId)).toEqual(paid);
  expect(await auditsOf(orderId)).toMatchObject([{ editorId: expect.any(Number) }]);
  const after = await (await bank.admin.fetch('/admin/imports/lines/1?decided=paid')).text();
  expect(after).toContain('Die Bestellung ist bezahlt');
  expect(after).not.toContain('decide-again');
  expect(await pressed(1)).toBe('before');
  expect(await bank.state(orderId)).toEqual(paid);
  expect((await press(999)).status).toBe(404);
});

test('a press decides what an earlier release took for a return; a return of the bank stays ignored', async () => {
  const orderId = await bank.order();
  await upload(bank.admin, mt940File([{ amount: 3000, text: referenceOf(orderId), extension: '914' }]));
  expect(await (await bank.admin.fetch('/admin/imports/1')).text()).toContain('href="/admin/imports/lines/1"');
  expect(await pressed(1)).toBe('ignored');
  expect(await bank.state(orderId)).toEqual(waits);
  await asOfEarlierRelease({});
  expect(await pressed(1)).toBe('paid');
  expect(await bank.state(orderId)).toEqual(paid);
});

test('of concurrent presses, or a press and an import, one wins', async () => {
  const orders: number[] = [];
  const file = () => camtFile([1, 2, 3].map((id) => ({ amount: 3000, text: referenceOf(id) })));
  await upload(bank.admin, file());
  for (let made = 0; made < 3; made += 1) orders.push(await bank.order());
  const answers = await Promise.all([press(1), press(1), upload(bank.admin, file()), press(2), press(3), press(3)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 200, 303, 303, 303]);
  for (const orderId of orders) {
    expect(await bank.state(orderId)).toEqual(paid);
    expect(await auditsOf(orderId)).toHaveLength(1);
  }
  expect(await bank.shop.deps.read.select().from(ledgerEntries)).toHaveLength(3);
});

test('a line proves an order that was marked as paid meanwhile, without a refund', async () => {
  const [byFile, byPress] = [await bank.order(), await bank.order()];
  const file = (extension: string) =>
    mt940File([byFile, byPress].map((orderId) => ({ amount: 3000, text: referenceOf(orderId), extension })));
  await upload(bank.admin, file('914'));
  for (const orderId of [byFile, byPress])
    await bank.shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await asOfEarlierRelease({});
  expect(await pressed(2)).toBe('alreadyPaid');
  await upload(bank.admin, file('000'));
  expect([await bank.state(byFile), await bank.state(byPress)]).toEqual([paid, paid]);
  expect((await lines()).map(({ outcome }) => outcome)).toEqual(['paid', 'paid']);
  expect(await bank.shop.deps.read.select().from(paymentProofs)).toHaveLength(2);
});

test('a line set aside stays so when its file comes again, and a press opens it', async () => {
  const file = camtFile([{ amount: 3000, text: referenceOf(1) }]);
  await upload(bank.admin, file);
  await bank.admin.form('/admin/imports/lines/1/set-aside', { note: 'Geht zurück' });
  expect(await pressed(1)).toBe('notFound');
  expect(await lines()).toMatchObject([{ outcome: 'notFound', isClosed: false, note: 'Geht zurück' }]);
  await bank.admin.form('/admin/imports/lines/1/set-aside', { note: 'Geht zurück' });
  const orderId = await bank.order();
  expect(outcomes(await previewedAndBooked(bank.admin, file))).toEqual([['ignored', null]]);
  expect(await bank.state(orderId)).toEqual(waits);
  expect(await pressed(1)).toBe('paid');
  expect(await bank.state(orderId)).toEqual(paid);
});

test('debits of our own refund files settle them whatever ?34 says, also when they were ignored before', async () => {
  const refunds: { id: number; orderId: number }[] = [];
  const payers = 'DE89370400440532013000';
  for (let made = 0; made < 3; made += 1) {
    const orderId = await bank.order();
    await upload(bank.admin, camtFile([{ amount: 3000, text: referenceOf(orderId), name: 'LC Linz', iban: payers }]));
    await bank.admin.json('PATCH', `/api/admin/orders/${orderId}/cancel`, { refund: { mode: 'full' } });
    const [refund] = await refundsOf(bank.shop.deps.read, orderId);
    refunds.push({ id: refund?.id ?? expect.fail(), orderId });
  }
  const debit = (at: number, extension: string): MadeLine => {
    const { id, orderId } = refunds[at] ?? expect.fail();
    return { amount: -3000, text: `Erstattung ${orderId}`, endToEndId: refundReference('SB', orderId, id), extension };
  };
  const statuses = async () =>
    Promise.all(refunds.map(async ({ orderId }) => (await refundsOf(bank.shop.deps.read, orderId))[0]?.status));
  await upload(bank.admin, mt940File([debit(0, '000'), debit(1, '914'), debit(2, '914')]));
  expect(await statuses()).toEqual(['completed', 'pending', 'pending']);
  await upload(bank.admin, mt940File([debit(0, '000'), debit(1, '011')]));
  expect(await statuses()).toEqual(['completed', 'completed', 'pending']);
  await asOfEarlierRelease({});
  const [last] = (await lines()).slice(-1);
  expect(await pressed(last?.id ?? 0)).toBe('ignored');
  expect(await statuses()).toEqual(['completed', 'completed', 'completed']);
  for (const { orderId } of refunds) expect((await bank.state(orderId)).paid).toBe(0);
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { settlementScene } from '#modules/invoicing/settlements/testing.ts';
import { cancelOrder } from '#modules/orders/index.ts';
import { bookingSchema } from '#modules/orders/rules/booking.ts';
import { orders } from '#modules/orders/schema.ts';
import { openCancellationRefund } from '#modules/payments/index.ts';
import { makeRefundFile } from '#modules/payments/refunds/refund-files.ts';
import { refunds } from '#modules/payments/schema.ts';
import { registerLate } from './register-late.ts';

async function tillScene() {
  const scene = await settlementScene();
  const { shop, eventId, competitionId, editorId } = scene;
  await shop.deps.write((work) => updateEvent(work, eventId, { cashAtDesk: true }));
  let people = 0;
  return {
    ...scene,
    async inCash() {
      const people_ = [{ localId: 'a', firstName: 'Lea', lastName: `Spät ${++people}` }];
      const { teams, contactAddress, totalPrice } = bookingSchema.parse({
        ...{ teams: [{ competitionId, participants: people_ }], totalPrice: 3000 },
        ...{
          contactAddress: { firstName: 'Lea', lastName: 'Spät' },
          termsAccepted: true,
          eventConditionsAccepted: true,
        },
      });
      const by = { eventId, userId: editorId, deviceId: null, gate: null };
      const registration = {
        booking: { teams, contactAddress, totalPrice },
        key: `k${people}`,
        language: 'de' as const,
      };
      return (await shop.deps.write((work) => registerLate(work, by, registration))).orderId;
    },
    cancel: (orderId: number) =>
      shop.deps.write((work) =>
        cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'full' }) }),
      ),
  };
}

test('cash is never paid out, and its ticket fee is owed all the same', async () => {
  const scene = await tillScene();
  await scene.inCash();
  await scene.inCash();
  // Two tickets at 2,00 €; no disagio is taken of cash.
  expect(await scene.draft()).toMatchObject({
    ...{ received: 6000, cash: 6000, byCard: 0, disagio: 0, tickets: 2, ticketFees: 400 },
    ...{ balance: -400, payout: 0, carriedOut: -400, held: 0, open: 0 },
    byMethod: [{ method: 'cash', payments: 2, received: 6000, refunds: 0, refunded: 0 }],
  });
  await scene.byBank();
  // 30,00 € by transfer: less three fees.
  expect(await scene.draft()).toMatchObject({ received: 9000, cash: 6000, balance: 2400, payout: 2400 });
  await scene.close();
  expect(await scene.draft()).toMatchObject({ received: 0, cash: 0, balance: 0, payout: 0 });
  const proof = await scene.admin.json<{ checks: { check: string; holds: boolean }[]; places: Record<string, number> }>(
    'GET',
    `/api/admin/events/${scene.eventId}/proof-sheet`,
  );
  expect(proof.body.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(proof.body.places).toMatchObject({ payout: 2400, fee: 600, cash: 6000, owed: 0 });
});

test('what goes back in cash is kept back of no payout and no transfer, and the sums stay zero', async () => {
  const scene = await tillScene();
  const { shop, admin, eventId } = scene;
  const orderId = await scene.inCash();
  await scene.byBank();
  await scene.close();
  await scene.cancel(orderId);
  // The platform holds none of it: only the fee of 2,00 € comes back.
  expect(await scene.draft()).toMatchObject({ refunded: 0, keptForRefunds: 0, ticketFees: -200, payout: 200, cash: 0 });
  // No file for the bank takes it.
  const bank = shop.deps.config.bank;
  await expect(
    shop.deps.write((work) => makeRefundFile(work, { refundIds: 'all', bank, editorId: scene.editorId })),
  ).rejects.toMatchObject({ code: 'CANT_CREATE_PAIN_XML_INFO', details: { reason: 'nothing' } });
  await admin.json('POST', '/api/admin/orders/set-refund-status', { orderIds: [orderId], refundStatus: 'completed' });
  const [refund] = await shop.deps.read.select().from(refunds).where(eq(refunds.orderId, orderId));
  expect(refund).toMatchObject({ way: 'cash', status: 'completed', fileId: null });
  expect(await scene.draft()).toMatchObject({ received: 0, refunded: 3000, cash: -3000, payout: 200, carriedOut: 0 });
  const proof = await admin.json<{ checks: { holds: boolean }[] }>('GET', `/api/admin/events/${eventId}/proof-sheet`);
  expect(proof.body.checks.every(({ holds }) => holds)).toBe(true);
  const books = await admin.json<{ rows: { kind: string }[] }>('GET', '/api/admin/statistics/accounting/overview');
  const [row] = (books.body as unknown as { rows: Record<string, number>[] }).rows.filter(
    (each) => each.eventId === eventId,
  );
  expect(row).toMatchObject({ gross: 6000, refunded: 3000, cash: 0, payout: 2800 });
  // A canceled order that came back has its money no more.
  const [order] = await shop.deps.read.select().from(orders).where(eq(orders.id, orderId));
  expect(order).toMatchObject({ status: 'canceled', refundStatus: 'completed' });
});

test('an order that was paid in cash and by card goes back the two ways, each with its own sum', async () => {
  const { splitRefund } = await import('#modules/payments/rules/refund-amount.ts');
  const { cents } = await import('#src/kernel/money.ts');
  const card = { attemptId: 7, method: 'visa', amount: cents(500), gone: cents(0) };
  const cameBy = { captured: [card], cash: cents(3000), cards: cents(0) };
  expect(splitRefund(cents(3500), cameBy)).toEqual([
    { attemptId: 7, method: 'visa', amount: 500 },
    { attemptId: null, method: 'cash', amount: 3000 },
  ]);
  expect(splitRefund(cents(4000), cameBy).at(-1)).toEqual({
    attemptId: null,
    method: 'bank',
    amount: 500,
  });
});

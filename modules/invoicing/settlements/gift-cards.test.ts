import { expect, test } from 'vitest';
import { soldCard } from '#modules/gift-cards/testing.ts';
import { cancelOrder } from '#modules/orders/index.ts';
import { camtFile } from '#modules/payments/bank-files/testing.ts';
import { referenceOf, upload } from '#modules/payments/bank-import/testing.ts';
import { openCancellationRefund, payWithGiftCard } from '#modules/payments/index.ts';
import { bankLines } from '#modules/payments/schema.ts';
import { settlementScene } from './testing.ts';

/** A race whose organizer sold a card of 42,00 €. */
async function giftScene() {
  const scene = await settlementScene();
  const { shop, eventId, organizerId, editorId } = scene;
  const card = await soldCard(shop, { organizerId, editorId, amount: 4200 });
  return {
    ...scene,
    redeem: (orderId: number) =>
      shop.deps.write((work) => payWithGiftCard(work, { orderId, eventId, typed: card.code })),
    cancel: (orderId: number) =>
      shop.deps.write((work) =>
        cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'full' }) }),
      ),
    async failing() {
      const path = `/api/admin/events/${eventId}/proof-sheet`;
      const { body } = await scene.admin.json<{ checks: { check: string; holds: boolean }[] }>('GET', path);
      return body.checks.filter(({ holds }) => !holds);
    },
  };
}

test('what a gift card paid is in no payout and costs no disagio, as the organizer has its money; fees are due', async () => {
  const scene = await giftScene();
  const whole = await scene.pending();
  await scene.redeem(whole);
  // 12,00 € by the card, 18,00 € by the bank.
  const part = await scene.pending();
  expect(await scene.redeem(part)).toMatchObject({ paid: 1200, open: 1800 });
  const line = { amount: 1800, text: referenceOf(part), bankReference: 'B1' };
  await upload(scene.admin, camtFile([line]));
  expect(await scene.draft()).toMatchObject({
    ...{ received: 6000, cash: 4200, byCard: 0, disagio: 0, tickets: 2, ticketFees: 400 },
    ...{ balance: 1400, payout: 1400, held: 0, open: 0 },
    byMethod: [
      { method: 'giftcard', payments: 2, received: 4200, refunds: 0, refunded: 0 },
      { method: 'bank', payments: 1, received: 1800, refunds: 0, refunded: 0 },
    ],
  });
  expect(await scene.failing()).toEqual([]);
  await scene.close();
  expect(await scene.failing()).toEqual([]);
  // The card has its 30,00 € again: neither the platform nor the bank has anything to give back.
  await scene.cancel(whole);
  expect(await scene.draft()).toMatchObject({
    ...{ received: 0, refunded: 3000, cash: -3000, keptForRefunds: 0, tickets: -1, ticketFees: -200, payout: 200 },
  });
  await scene.close();
  expect(await scene.failing()).toEqual([]);
});

test('leaves a bank line for the full sum to a person when a card paid a part', async () => {
  const scene = await giftScene();
  await scene.redeem(await scene.pending());
  const part = await scene.pending();
  await scene.redeem(part);
  const line = { amount: 3000, text: referenceOf(part), bankReference: 'B1' };
  await upload(scene.admin, camtFile([line]));
  const lines = await scene.shop.deps.read.select().from(bankLines);
  expect(lines).toMatchObject([{ orderId: part, outcome: 'amountMismatch', isClosed: false }]);
});

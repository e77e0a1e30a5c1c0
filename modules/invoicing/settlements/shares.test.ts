import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createArticle, createVariant } from '#modules/events/index.ts';
import { cancelOrder } from '#modules/orders/index.ts';
import { openCancellationRefund } from '#modules/payments/index.ts';
import { refundOrders } from '#modules/payments/refunds/refund-orders.ts';
import { voucherTypes } from '#modules/vouchers/schema.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { basisPoints } from '#src/kernel/money.ts';
import { hours } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { statementLines } from '../documents/statement-pdf.ts';
import { adds, proofSheetOf } from '../proof/read-proof.ts';
import { ordersOfDraft, ordersOfSettlement } from './read-orders.ts';
import { type SettlementScene, settlementScene } from './testing.ts';

type Terms = Parameters<typeof makeVoucher>[3];

/** A race without fees, and 10,00 € off each ticket with `PLUS`, which the platform pays. */
async function scene(terms: Terms = {}) {
  const at = await settlementScene({ ticketFee: 0, disagio: 0 });
  const { write } = at.shop.deps;
  await write((work) => makeVoucher(work, at.eventId, 'PLUS', { amount: 1000, paidByPlatform: true, ...terms }));
  const less = { booking: { appliedVouchers: [{ code: 'PLUS' }], totalPrice: 2000 } };
  return { ...at, less };
}

const cancel = (at: SettlementScene, orderId: number, mode: 'full' | 'none' = 'none') =>
  at.shop.deps.write((work) =>
    cancelOrder(work, {
      orderId,
      editorId: at.editorId,
      reason: 'byAdmin',
      giveBack: openCancellationRefund({ mode }),
    }),
  );

async function proven(at: SettlementScene) {
  const sheet = await proofSheetOf(at.shop.deps, at.eventId);
  expect(sheet?.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(sheet && adds(sheet) && sheet.sum).toBe(sheet?.received);
  return sheet?.places;
}

describe('vouchers that the platform pays', () => {
  test('adds their discounts to the payout by rate, once', async () => {
    const at = await scene();
    await at.byBank(at.less);
    await at.byBank();
    const share = { kind: 'voucher', rate: 2000, amount: 1000 };
    expect(await at.draft()).toMatchObject({ received: 5000, vouchers: 1000, shares: [share], payout: 6000 });
    expect(await proven(at)).toMatchObject({ payout: 6000, voucher: -1000 });
    const drafted = await ordersOfDraft(at.shop.deps.read, at.eventId);
    expect(drafted.map(({ vouchers }) => vouchers)).toEqual([1000, 0]);
    const id = await at.close();
    expect(await ordersOfSettlement(at.shop.deps.read, id)).toEqual(drafted);
    expect(await at.draft()).toMatchObject({ vouchers: 0, shares: [], payout: 0 });
    await proven(at);
    const { body } = await at.admin.json<{ settlement: { figures: unknown } }>('GET', `/api/admin/settlements/${id}`);
    expect(body.settlement.figures).toMatchObject({
      vouchers: 1000,
      articles: 0,
      shares: [{ kind: 'voucher', vat: 20, amount: 1000 }],
      balance: 6000,
      payout: 6000,
    });
  });

  test('stand on the live view, the statement, the proof sheet and in the file of orders', async () => {
    const at = await scene();
    await at.byBank(at.less);
    const organizer = await at.shop.login('club@organizer.example');
    const label = 'Gutscheine, die Startblock zahlt (20 % USt)';
    const page = await (await organizer.fetch(`/admin/events/${at.eventId}/payouts`)).text();
    expect(page).toContain(label);
    const drafts = `/api/admin/events/${at.eventId}/settlements/draft`;
    expect(statementLines(await at.draft(), translatorFor('de')).find((line) => line.label === label)?.amount).toBe(
      1000,
    );
    expect((await organizer.fetch(`${drafts}/statement`)).headers.get('content-type')).toBe('application/pdf');
    const file = await (await organizer.fetch(`${drafts}/orders`)).text();
    expect(file).toMatch(/Gutscheine von Startblock/);
    expect(file).toMatch(/;10,00;0,00\r\n$/);
    const sheet = await (await organizer.fetch(`/admin/events/${at.eventId}/proof`)).text();
    expect(sheet).toContain('Gutscheine, die Startblock zahlt (kommt dazu)');
  });

  test('reverses a canceled order in the next settlement, once, and counts it again when reopened', async () => {
    const at = await scene();
    const orderId = await at.byBank(at.less);
    await at.close();
    await cancel(at, orderId);
    at.shop.clock.advance(hours(1));
    expect(await at.draft()).toMatchObject({ vouchers: -1000, balance: -1000, payout: 0, carriedOut: -1000 });
    expect(await proven(at)).toMatchObject({ owed: -1000, voucher: 0, payout: 3000 });
    await at.close();
    expect(await at.draft()).toMatchObject({ vouchers: 0, shares: [] });
    await at.shop.deps.write(({ tx }) => tx.run(sql`update orders set status = 'complete' where id = ${orderId}`));
    expect(await at.draft()).toMatchObject({ vouchers: 1000, carriedIn: -1000 });
  });

  test('drops an order refunded in full, but counts one refunded in part', async () => {
    const at = await scene();
    const [part, all] = [await at.byCard('visa', at.less), await at.byCard('visa', at.less)];
    const refund = (orderId: number, amount: number) =>
      at.shop.deps.write((work) =>
        refundOrders(work, { orderIds: [orderId], mode: 'custom', amount: amount as never, editorId: at.editorId }),
      );
    await refund(part, 500);
    await refund(all, 2000);
    await at.execute(part);
    await at.execute(all);
    expect(await at.draft()).toMatchObject({ received: 4000, refunded: 2500, vouchers: 1000, payout: 2500 });
    await proven(at);
  });

  test('counts a voucher for a free order at once, with unproven money only once proven', async () => {
    const at = await scene({ unit: 'percentage', amount: 10_000 });
    await at.pending({ booking: { appliedVouchers: [{ code: 'PLUS' }], totalPrice: 0 } });
    expect(await at.draft()).toMatchObject({ received: 0, vouchers: 3000, payout: 3000 });
    const other = await scene();
    await other.byHand(other.less);
    expect(await other.draft()).toMatchObject({ held: 2000, vouchers: 0, payout: 0 });
    await proven(other);
  });

  test('whether an order has it is said when it is ordered, whatever becomes of the kind', async () => {
    const at = await scene({ paidByPlatform: false });
    await at.byBank(at.less);
    await at.shop.deps.write(({ tx }) => tx.update(voucherTypes).set({ paidByPlatform: true }));
    expect(await at.draft()).toMatchObject({ vouchers: 0 });
    await at.byBank(at.less);
    await at.shop.deps.write(({ tx }) => tx.update(voucherTypes).set({ paidByPlatform: false }));
    expect(await at.draft()).toMatchObject({ vouchers: 1000, payout: 5000 });
  });

  test('keeps counted shares; the proof sheet finds manipulated ones', async () => {
    const at = await scene();
    await at.byBank(at.less);
    await at.close();
    for (const statement of ['update settlement_shares set amount_cents = 1', 'delete from settlement_shares'])
      await expect(at.shop.deps.write(({ tx }) => tx.run(sql.raw(statement)))).rejects.toThrow();
    await at.shop.deps.write(({ tx }) =>
      tx.run(sql`insert into settlement_shares values (1, (select max(id) from orders), 1, 'article', 0, 7)`),
    );
    const sheet = await proofSheetOf(at.shop.deps, at.eventId);
    expect(sheet?.checks.filter(({ holds }) => !holds).map(({ check }) => check)).toEqual(['settlements']);
  });
});

describe('articles that the platform sells', () => {
  test('are not in the payout, at their price before vouchers, and come back with the order', async () => {
    const at = await scene({ paidByPlatform: false });
    const [articleId, variantId] = await at.shop.deps.write(async (work) => {
      const id = await createArticle(work, at.eventId, {
        name: 'Finisher-Shirt',
        price: 2500,
        vat: basisPoints(10),
        soldByStartblock: true,
      });
      return [id, await createVariant(work, id, { name: 'M', availableAmount: 9 })] as const;
    });
    const articles = [{ uniqueLocalId: 'u', articleId, variantId, quantity: 2 }];
    await at.byBank({ articles, booking: { totalPrice: 8000 } });
    const share = { kind: 'article', rate: 1000, amount: 5000 };
    expect(await at.draft()).toMatchObject({ received: 8000, articles: 5000, shares: [share], payout: 3000 });
    expect(await proven(at)).toMatchObject({ payout: 3000, article: 5000 });
    // A voucher of the organizer on it is the organizer's to bear.
    await at.shop.deps.write((work) =>
      makeVoucher(work, at.eventId, 'SHIRT', { amount: 1000, target: 'article', articleId }),
    );
    const lower = { totalPrice: 3000 + 1500, appliedVouchers: [{ code: 'SHIRT' }] };
    const orderId = await at.byBank({ articles: [{ ...articles[0], quantity: 1 }], booking: lower });
    expect(await at.draft()).toMatchObject({ received: 12_500, articles: 7500, payout: 5000 });
    await at.close();
    await cancel(at, orderId);
    expect(await at.draft()).toMatchObject({ articles: -2500, payout: 2500 });
    await proven(at);
  });
});

describe('fees for money that nothing proves', () => {
  test('are charged once, with the settlement that has the money', async () => {
    const at = await settlementScene({ ticketFee: 200 });
    await at.byBank();
    const orderId = await at.byHand();
    expect(await at.draft()).toMatchObject({ tickets: 1, ticketFees: 200, held: 3000, payout: 2800 });
    await at.close();
    expect(await at.draft()).toMatchObject({ tickets: 0, held: 3000, payout: 0 });
    await at.bank([{ amount: 3000, text: 'Startgeld Eva', bankReference: 'X1' }]);
    await at.assignLast(orderId);
    expect(await at.draft()).toMatchObject({ tickets: 1, ticketFees: 200, held: 0, payout: 2800 });
    await at.close();
    expect(await at.draft()).toMatchObject({ tickets: 0, ticketFees: 0 });
    await proven(at);
  });

  test('stay charged when unproven money of the order follows', async () => {
    const at = await settlementScene({ ticketFee: 200 });
    const orderId = await at.byBank();
    await at.close();
    await at.shop.deps.write(({ tx, now }) =>
      tx.run(sql`insert into ledger_entries (order_id, kind, method, amount_cents, reference, created_at)
        values (${orderId}, 'payment', 'bank', 500, 'by hand', ${now})`),
    );
    expect(await at.draft()).toMatchObject({ tickets: 0, ticketFees: 0, held: 500 });
    await cancel(at, orderId);
    expect(await at.draft()).toMatchObject({ tickets: -1, ticketFees: -200 });
  });
});

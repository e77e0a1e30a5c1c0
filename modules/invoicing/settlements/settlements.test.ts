import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cancelOrder } from '#modules/orders/index.ts';
import { assignLine } from '#modules/payments/bank-import/assign-line.ts';
import { openCancellationRefund, receivePayment } from '#modules/payments/index.ts';
import { refundOrders } from '#modules/payments/refunds/refund-orders.ts';
import { setRefundStatus } from '#modules/payments/refunds/set-refund-status.ts';
import { bankLines } from '#modules/payments/schema.ts';
import { cents } from '#src/kernel/money.ts';
import { hours } from '#src/kernel/time.ts';
import { adds, proofSheetOf } from '../proof/read-proof.ts';
import { ordersOfDraft, ordersOfSettlement } from './read-orders.ts';
import { settlementsOf } from './read-settlements.ts';
import { type SettlementScene, settlementScene } from './testing.ts';

const proof = async ({ shop, eventId }: SettlementScene) => {
  const sheet = await proofSheetOf(shop.deps, eventId);
  expect(sheet?.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect(sheet?.sum).toBe(sheet?.received);
  return sheet;
};

describe('a draft', () => {
  test('counts takings by method, refunds, disagio of cards alone, and the fee of each ticket', async () => {
    const at = await settlementScene();
    await at.byCard();
    await at.byCard('eps');
    await at.byBank();
    expect(await at.draft()).toMatchObject({
      received: 9000,
      byCard: 6000,
      disagio: 150,
      tickets: 3,
      ticketFees: 600,
      fees: 750,
      feesNet: 625,
      feesTax: 125,
      balance: 8250,
      payout: 8250,
      carriedOut: 0,
      held: 0,
      open: 0,
    });
    expect((await at.draft()).byMethod.map(({ method, received }) => [method, received])).toEqual([
      ['bank', 3000],
      ['eps', 3000],
      ['visa', 3000],
    ]);
    expect((await proof(at))?.places).toMatchObject({ payout: 8250, fee: 750, refund: 0, open: 0, held: 0, owed: 0 });
  });

  test('holds manually entered money until a bank line proves it', async () => {
    const at = await settlementScene({ ticketFee: 0 });
    const orderId = await at.byHand();
    expect(await at.draft()).toMatchObject({ received: 0, held: 3000, payout: 0 });
    await at.bank([{ amount: 3000, text: 'Startgeld Eva', bankReference: 'X1' }]);
    const [line] = await at.shop.deps.read.select().from(bankLines);
    const shares = [{ orderId, amount: cents(3000) }];
    await at.shop.deps.write((work) => assignLine(work, { lineId: line?.id ?? 0, shares, editorId: at.editorId }));
    expect(await at.draft()).toMatchObject({ received: 3000, held: 0, payout: 3000 });
    expect(await at.shop.deps.read.all(sql`select outcome, is_closed closed from bank_lines`)).toEqual([
      { outcome: 'paid', closed: 1 },
    ]);
    // The money is there once, and nothing goes back.
    expect(await at.shop.deps.read.all(sql`select count(*) n from ledger_entries`)).toEqual([{ n: 1 }]);
    expect(await at.shop.deps.read.all(sql`select id from refunds`)).toEqual([]);
    await proof(at);
  });

  test('treats refunds of unproven money as owed until a bank line proves it', async () => {
    const at = await settlementScene({ ticketFee: 0 });
    const orderId = await at.byHand();
    const { editorId } = at;
    await at.shop.deps.write((work) => refundOrders(work, { orderIds: [orderId], mode: 'full', editorId }));
    await at.shop.deps.write((work) =>
      setRefundStatus(work, { orderIds: [orderId], refundStatus: 'completed', editorId, isSuperAdmin: true }),
    );
    const gone = { refunded: 3000, keptForRefunds: 0, payout: 0 };
    expect(await at.draft()).toMatchObject({ ...gone, received: 0, held: 3000, balance: -3000, carriedOut: -3000 });
    expect((await proof(at))?.places).toMatchObject({ payout: 0, refund: 3000, held: 3000, owed: -3000 });
    await at.bank([{ amount: 3000, text: 'Startgeld Eva', bankReference: 'X1' }]);
    const [line] = await at.shop.deps.read.select().from(bankLines);
    const shares = [{ orderId, amount: cents(3000) }];
    await at.shop.deps.write((work) => assignLine(work, { lineId: line?.id ?? 0, shares, editorId }));
    expect(await at.draft()).toMatchObject({ ...gone, received: 3000, held: 0, balance: 0, carriedOut: 0 });
    expect((await proof(at))?.places).toMatchObject({ payout: 0, refund: 3000, held: 0, owed: 0 });
  });

  test('treats a second bank line for an order as a double payment', async () => {
    const at = await settlementScene({ ticketFee: 0 });
    const orderId = await at.byHand();
    await at.bank([1, 2].map((n) => ({ amount: 3000, text: 'Startgeld', bankReference: `X${n}` })));
    const shares = [{ orderId, amount: cents(3000) }];
    for (const { id } of await at.shop.deps.read.select().from(bankLines))
      await at.shop.deps.write((work) => assignLine(work, { lineId: id, shares, editorId: at.editorId }));
    // Both lines are here, one of them is to go back.
    expect(await at.draft()).toMatchObject({ received: 6000, held: 0, keptForRefunds: 3000, payout: 3000 });
    await proof(at);
  });

  test('reserves money for pending refunds and keeps money of waiting orders open', async () => {
    const at = await settlementScene({ ticketFee: 0, disagio: 0 });
    const [first] = [await at.byBank(), await at.byBank()];
    await at.shop.deps.write((work) =>
      refundOrders(work, { orderIds: [first], mode: 'custom', amount: cents(1000), editorId: at.editorId }),
    );
    const waiting = await at.pending();
    await at.shop.deps.write((work) =>
      receivePayment(work, { orderId: waiting, method: 'bank', amount: cents(700), reference: 'r', editorId: null }),
    );
    expect(await at.draft()).toMatchObject({
      balance: 6000,
      keptForRefunds: 1000,
      payout: 5000,
      carriedOut: 1000,
      open: 700,
    });
    expect((await proof(at))?.places).toMatchObject({ payout: 5000, held: 1000, open: 700 });
  });
});

describe('closing', () => {
  test('freezes the figures; later entries go into the next settlement, each into one', async () => {
    const at = await settlementScene();
    const order = await at.byCard();
    await at.byBank();
    const drafted = await at.draft();
    const first = await at.close();
    expect(await at.draft()).toMatchObject({ received: 0, tickets: 0, payout: 0, carriedIn: 0 });
    at.shop.clock.advance(hours(1));
    // Its organizer was paid, and now the order goes back: the next one is below 0 and the fee of its ticket with it.
    await at.shop.deps.write((work) =>
      cancelOrder(work, {
        orderId: order,
        editorId: at.editorId,
        reason: 'byAdmin',
        giveBack: openCancellationRefund({ mode: 'full' }),
      }),
    );
    await at.execute(order);
    expect(await at.draft()).toMatchObject({
      refunded: 3000,
      tickets: -1,
      ticketFees: -200,
      balance: -2800,
      payout: 0,
      carriedOut: -2800,
    });
    const second = await at.close();
    at.shop.clock.advance(hours(1));
    await at.byBank();
    expect(await at.draft()).toMatchObject({
      carriedIn: -2800,
      received: 3000,
      ticketFees: 200,
      balance: 0,
      payout: 0,
    });
    const rows = await settlementsOf(at.shop.deps.read, at.eventId);
    expect(
      rows.map(({ id, number, payout, payoutStatus, carriedOut }) => [id, number, payout, payoutStatus, carriedOut]),
    ).toEqual([
      [second, 2, 0, null, -2800],
      [first, 1, drafted.payout, 'waiting', 0],
    ]);
    expect(
      await at.shop.deps.read.all(sql`select settlement_id s, count(*) n from settlement_entries group by 1`),
    ).toEqual([
      { s: first, n: 2 },
      { s: second, n: 1 },
    ]);
    expect((await proof(at))?.places).toMatchObject({ owed: 0, refund: 3000 });
  });

  test('the orders behind a settlement add up to it, in the draft as when it is closed', async () => {
    const at = await settlementScene();
    await at.byCard();
    await at.byBank();
    await at.byHand();
    const figures = await at.draft();
    const drafted = await ordersOfDraft(at.shop.deps.read, at.eventId);
    const settled = drafted.filter(({ place }) => place === 'settled');
    const id = await at.close();
    expect(await ordersOfSettlement(at.shop.deps.read, id)).toEqual(settled);
    const total = (of: (row: (typeof settled)[number]) => number) => settled.reduce((sum, row) => sum + of(row), 0);
    expect(total(({ received }) => received)).toBe(figures.received);
    expect(total(({ ticketFee }) => ticketFee)).toBe(figures.ticketFees);
    expect(total(({ tickets }) => tickets)).toBe(figures.tickets);
  });

  test('refuses an empty settlement, and closes once when called twice', async () => {
    const at = await settlementScene();
    await expect(at.close()).rejects.toMatchObject({ code: 'NOTHING_TO_SETTLE' });
    await at.byBank();
    const both = await Promise.allSettled([at.close(), at.close()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await at.shop.deps.read.all(sql`select count(*) n from settlements`)).toEqual([{ n: 1 }]);
  });

  test('refuses to change a closed settlement', async () => {
    const at = await settlementScene();
    await at.byBank();
    await at.close();
    for (const statement of [
      'update settlements set payout_cents = 1',
      'delete from settlements',
      'update settlement_entries set settlement_id = 2',
      'delete from settlement_entries',
      'delete from settlement_tickets',
      'update settlement_audits set amount_cents = 1',
      'update payouts set amount_cents = 1',
      'delete from payouts',
    ]) {
      await expect(
        at.shop.deps.write(({ tx }) => tx.run(sql.raw(statement))),
        statement,
      ).rejects.toThrow();
    }
  });
});

describe('the proof sheet', () => {
  test.each([
    ['ledger', 'update event_money_sums set received_cents = received_cents + 1'],
    ['tickets', 'update competitions set sold = sold - 1'],
    ['bank', 'update bank_lines set amount_cents = amount_cents + 1'],
    ['payouts', "update payouts set status = 'returned'"],
    ['settlements', 'insert into settlement_tickets values (1, (select max(id) from orders), 1, 1, 7)'],
  ])('sees what does not add up: %s', async (check, statement) => {
    const at = await settlementScene();
    await at.byBank();
    await at.byBank();
    await at.close();
    await at.byHand();
    expect((await proof(at)) && true).toBe(true);
    await at.shop.deps.write(({ tx }) => tx.run(sql.raw(statement)));
    const sheet = await proofSheetOf(at.shop.deps, at.eventId);
    expect(sheet && adds(sheet)).toBe(false);
    expect(sheet?.checks.filter(({ holds }) => !holds).map((each) => each.check)).toContain(check);
  });
});

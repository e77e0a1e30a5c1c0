import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { catalogOf } from '#modules/events/index.ts';
import { blockCard, unblockCard } from '#modules/gift-cards/index.ts';
import { cardAt, movesOf } from '#modules/gift-cards/read-cards.ts';
import { formatCardCode } from '#modules/gift-cards/rules/card.ts';
import type { GiftCard } from '#modules/gift-cards/schema.ts';
import { soldCard } from '#modules/gift-cards/testing.ts';
import { cancelOrder, orderStateOf } from '#modules/orders/index.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { Database } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { markPaid } from './mark-paid.ts';
import { moneyOfOrder, refundsOf } from './money-of-order.ts';
import { payWithGiftCard } from './pay-with-gift-card.ts';
import { openCancellationRefund } from './refunds/giving-back.ts';
import { setRefundStatus } from './refunds/set-refund-status.ts';
import { ledgerEntries, paymentAttempts } from './schema.ts';
import { order, race } from './testing.ts';
import { beginPayment, waysToPay } from './ways-to-pay.tsx';

let shop: TestShop;
let where: { eventId: number; competitionId: number };
let editorId: number;
let organizerId: number;
let people = 0;

beforeEach(async () => {
  shop = await testShop();
  where = await race(shop);
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  editorId = (await admin.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
  organizerId = await organizerOf(where.eventId);
});

async function organizerOf(eventId: number): Promise<number> {
  const [row] = await shop.deps.read.all<{ id: number }>(
    `select organizer_id id from event_organizers where event_id = ${eventId}`,
  );
  return row?.id ?? 0;
}
const sold = (amount: number) => soldCard(shop, { organizerId, editorId, amount });
const ordered = () =>
  order(shop, where, { people: [{ firstName: 'Zoë', lastName: `Runner ${++people}`, email: 'zoe@runner.example' }] });
const pay = (orderId: number, { code }: Pick<GiftCard, 'code'>, eventId = where.eventId) =>
  shop.deps.write((work) => payWithGiftCard(work, { orderId, eventId, typed: code }));
const restOf = async ({ id }: GiftCard) => (await cardAt(shop.deps.read, organizerId, id)).rest;
const stateOf = async (orderId: number) => (await orderStateOf(shop.deps.read, orderId))?.status;
const entriesOf = (orderId: number) =>
  shop.deps.read.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, orderId)).orderBy(ledgerEntries.id);
const cancel = (orderId: number, mode: 'full' | 'none' = 'full') =>
  shop.deps.write((work) =>
    cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack: openCancellationRefund({ mode }) }),
  );

/** The balance of a card is what was paid for it less what orders used. */
async function expectBalanced(card: GiftCard): Promise<void> {
  const moves = await movesOf(shop.deps.read, card.id);
  const sum = moves.reduce((left, { kind, amount }) => (kind === 'redeemed' ? left - amount : left + amount), 0);
  expect(await restOf(card)).toBe(sum);
  const [ledger] = await shop.deps.read.all<{ sum: number }>(
    `select coalesce(sum(case kind when 'payment' then amount_cents else -amount_cents end), 0) sum
     from ledger_entries where method = 'giftcard'`,
  );
  expect(Number(ledger?.sum)).toBe(card.amount - sum);
}

test('a card that covers all completes the order at once, and keeps its rest', async () => {
  const card = await sold(5000);
  const orderId = await ordered();
  expect(await pay(orderId, { code: ` ${formatCardCode(card.code).toLowerCase()} ` })).toEqual({
    paid: 3000,
    rest: 2000,
    open: 0,
  });
  expect(await orderStateOf(shop.deps.read, orderId)).toMatchObject({
    status: 'complete',
    paymentMethod: 'giftcard',
    totalPrice: 3000,
  });
  expect(await entriesOf(orderId)).toMatchObject([{ kind: 'payment', method: 'giftcard', amount: 3000 }]);
  expect(await movesOf(shop.deps.read, card.id)).toMatchObject([
    { kind: 'issued', amount: 5000, editorId },
    { kind: 'sent' },
    { kind: 'redeemed', amount: 3000, orderId },
  ]);
  await expectBalanced(card);
});

test('a card that covers a part leaves the rest to a transfer, and all of it comes back by its own way', async () => {
  const card = await sold(1200);
  const orderId = await ordered();
  const buyer = await shop.login('buyer@runner.example');
  const isLeftSaid = async () => {
    const pages = await Promise.all(
      ['/orders', `/orders/${orderId}`].map(async (path) => (await buyer.fetch(path)).text()),
    );
    return pages.map((html) => /Rest offen: 18,00\s€/.test(html));
  };
  expect(await isLeftSaid()).toEqual([false, false]);
  expect(await pay(orderId, card)).toEqual({ paid: 1200, rest: 0, open: 1800 });
  expect(await stateOf(orderId)).toBe('pending');
  expect(await isLeftSaid(), 'before a way was chosen').toEqual([true, true]);
  const bank = shop.deps.config.bank;
  const transfer = await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank }));
  expect(transfer.amount).toBe(1800);
  expect(await isLeftSaid(), 'with a transfer on its way').toEqual([true, true]);
  await shop.settle();
  const [mail] = (await shop.mails('buyer@runner.example')).filter(({ subject }) => subject.includes('18,00'));
  expect(mail?.text).toContain('18,00');
  await shop.deps.write((work) => markPaid(work, { orderId, editorId }));
  expect(await stateOf(orderId)).toBe('complete');
  await shop.settle();
  const said = new RegExp(`Geschenkkarte •••• ${card.code.slice(-4)}[\\s\\S]*12,00`);
  const confirmed = (await shop.mails('buyer@runner.example')).find(({ text }) => said.test(text));
  expect(confirmed?.subject).toContain('Donaulauf');
  expect(await isLeftSaid()).toEqual([false, false]);
  expect(await (await buyer.fetch(`/orders/${orderId}`)).text()).toMatch(said);
  await cancel(orderId);
  expect(await refundsOf(shop.deps.read, orderId)).toMatchObject([
    { way: 'giftcard', amount: 1200, status: 'completed' },
    { way: 'transfer', amount: 1800, status: 'pending' },
  ]);
  const before = (await shop.mails('buyer@runner.example')).map(({ id }) => id);
  await shop.settle();
  const told = (await shop.mails('buyer@runner.example')).filter(({ id }) => !before.includes(id));
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Storniert: /)]);
  for (const part of [
    /Du bekommst 30,00\s€ zurück/,
    /12,00\s€ sind seit .* wieder auf deiner Geschenkkarte/,
    /Wir überweisen dir 18,00\s€/,
  ])
    expect(told[0]?.text).toMatch(part);
  expect(told[0]?.text).toContain(`http://shop.test/refund-account/${orderId}?key=`);
  expect(await restOf(card)).toBe(1200);
  await expectBalanced(card);
});

test('who wanted to transfer all of it is told by mail what a card left of that', async () => {
  const orderId = await ordered();
  const { bank } = shop.deps.config;
  await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank }));
  await shop.settle();
  const card = await sold(1200);
  await pay(orderId, card);
  await shop.settle();
  const sums = (await shop.mails('buyer@runner.example')).map(({ subject }) => /\d+,\d\d/.exec(subject)?.[0]);
  expect(sums.filter(Boolean).sort()).toEqual(['18,00', '30,00']);
  const told = (await shop.mails('buyer@runner.example')).find(({ subject }) => subject.includes('18,00'));
  expect(told?.text).toContain(`Geschenkkarte •••• ${card.code.slice(-4)}`);
  // The bank file is compared with the amount announced last.
  expect(await shop.deps.write((work) => chooseBankTransfer(work, { orderId, bank }))).toMatchObject({
    ...{ amount: 1800, isMailed: false },
  });
  expect(await shop.deps.read.select().from(paymentAttempts)).toMatchObject([{ method: 'bank', amount: 1800 }]);
});

test('several cards pay one order; a part goes back onto the one that was used last', async () => {
  const [first, second] = [await sold(1000), await sold(5000)];
  const orderId = await ordered();
  await pay(orderId, first);
  expect(await pay(orderId, second)).toMatchObject({ paid: 2000, open: 0 });
  const giveBack = openCancellationRefund({ mode: 'custom', amount: 2500 });
  await shop.deps.write((work) => cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack }));
  expect([await restOf(first), await restOf(second)]).toEqual([500, 5000]);
});

test('an order that was paid in part and runs out gives its card back by itself', async () => {
  const card = await sold(1000);
  const orderId = await ordered();
  await pay(orderId, card);
  await shop.deps.write((work) =>
    cancelOrder(work, {
      orderId,
      editorId: null,
      reason: 'expired',
      giveBack: openCancellationRefund({ mode: 'full' }),
    }),
  );
  expect(await restOf(card)).toBe(1000);
  await expect(pay(orderId, card)).rejects.toMatchObject({ code: 'PAYMENT_INIT_FAILED' });
});

test('cards that pay nothing say why, and others’ are not known', async () => {
  const card = await sold(5000);
  const orderId = await ordered();
  await expect(pay(orderId, { code: 'ABCD' })).rejects.toMatchObject({ code: 'INVALID_GIFT_CARD_CODE' });
  const elsewhere = await race(shop, { organizer: 'other@organizer.example' });
  const theirs = await order(shop, elsewhere);
  await expect(pay(theirs, card, elsewhere.eventId)).rejects.toMatchObject({ code: 'INVALID_GIFT_CARD_CODE' });
  await shop.deps.write((work) => blockCard(work, card, { editorId, note: 'lost' }));
  await expect(pay(orderId, card)).rejects.toMatchObject({
    code: 'GIFT_CARD_NOT_USABLE',
    details: { reason: 'blocked' },
  });
  await shop.deps.write((work) => unblockCard(work, card, { editorId }));
  await pay(orderId, card);
  await expect(pay(orderId, card)).rejects.toMatchObject({ code: 'ORDER_ALREADY_PAID' });
});

test('a card is good for three years after the one it was sold in, and what comes back later for 90 days', async () => {
  const card = await sold(5000);
  const orderId = await ordered();
  await pay(orderId, card);
  shop.clock.set('2029-12-31T22:59:59Z');
  expect((await cardAt(shop.deps.read, organizerId, card.id)).validUntil).toBe(shop.clock() + 1000);
  shop.clock.advance(1000);
  await cancel(orderId);
  const after = await cardAt(shop.deps.read, organizerId, card.id);
  expect(after).toMatchObject({ rest: 5000, validUntil: shop.clock() + 90 * 86_400_000 });
});

test('the database itself keeps a card from paying more than it has, and its story from being changed', async () => {
  const card = await sold(1000);
  const tried = (statement: string) => shop.deps.write(({ tx }) => tx.run(statement));
  await expect(tried(`update gift_cards set rest_cents = -1 where id = ${card.id}`)).rejects.toThrow();
  await expect(tried(`update gift_cards set rest_cents = 1001 where id = ${card.id}`)).rejects.toThrow();
  await expect(tried(`update gift_cards set amount_cents = 9000 where id = ${card.id}`)).rejects.toThrow();
  await expect(tried('update gift_card_moves set amount_cents = 1')).rejects.toThrow();
  await expect(tried('delete from gift_card_moves')).rejects.toThrow();
  await expect(tried(`delete from gift_cards where id = ${card.id}`)).rejects.toThrow();
});

test('forty who spend one card at the same moment get what is on it, and not a cent more', async () => {
  const card = await sold(10_000);
  const orders: number[] = [];
  for (let at = 0; at < 40; at++) orders.push(await ordered());
  const paid = await Promise.allSettled(orders.map((orderId) => pay(orderId, card)));
  const sums = paid.flatMap((each) => (each.status === 'fulfilled' ? [each.value.paid] : []));
  expect(sums.sort()).toEqual([1000, 3000, 3000, 3000]);
  expect(await restOf(card)).toBe(0);
  await expectBalanced(card);
});

/** Negative control: the same requests read the balance first and debit it later. */
test('without the guard the same crowd spends more than is on the card', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) =>
    tx.run(ready('create table one_card (rest integer not null, spent integer not null)', [])),
  );
  await database.transact((tx) => tx.run(ready('insert into one_card values (10000, 0)', [])));
  const spend = async () => {
    const [card] = await database.read.all<{ rest: number }>(ready('select rest from one_card', []));
    const paid = Math.min(3000, card?.rest ?? 0);
    const left = (card?.rest ?? 0) - paid;
    await database.transact((tx) => tx.run(ready('update one_card set rest = ?, spent = spent + ?', [left, paid])));
  };
  await Promise.all(Array.from({ length: 40 }, spend));
  const [after] = await database.read.all<{ spent: number }>(ready('select spent from one_card', []));
  await database.close();
  expect(after?.spent).toBeGreaterThan(10_000);
});

type Step = { kind: 'pay' | 'cancel' | 'part' | 'mark'; order: number };
const steps = fc.array(fc.record<Step>({ kind: fc.constantFrom('pay', 'cancel', 'part', 'mark'), order: fc.nat(3) }), {
  minLength: 4,
  maxLength: 14,
});

test('whatever is paid, canceled and given back, card and ledger say the same to the cent', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 100, max: 9000 }), steps, async (amount, sequence) => {
      const card = await sold(amount);
      const orders = [await ordered(), await ordered(), await ordered(), await ordered()];
      for (const { kind, order: at } of sequence) {
        const orderId = orders[at] ?? 0;
        const run = {
          pay: () => pay(orderId, card),
          cancel: () => cancel(orderId),
          part: () =>
            shop.deps.write((work) =>
              cancelOrder(work, {
                ...{ orderId, editorId, reason: 'byAdmin' as const },
                giveBack: openCancellationRefund({ mode: 'withoutProcessingFee' }),
              }),
            ),
          mark: () => shop.deps.write((work) => markPaid(work, { orderId, editorId })),
        }[kind];
        await run().catch((error: { code?: string }) => expect(error.code).toBeTypeOf('string'));
        const rest = await restOf(card);
        const kept = await Promise.all(
          orders.map(async (id) => {
            const state = await orderStateOf(shop.deps.read, id);
            const entries = await entriesOf(id);
            expect(state && (await moneyOfOrder(shop.deps.read, state)).kept).toBeGreaterThanOrEqual(0);
            return entries
              .filter(({ method }) => method === 'giftcard')
              .reduce((sum, entry) => sum + (entry.kind === 'payment' ? entry.amount : -entry.amount), 0);
          }),
        );
        expect(cents(rest + kept.reduce((sum, each) => sum + each, 0))).toBe(amount);
      }
    }),
    { numRuns: 12 },
  );
});

test('who orders may say that a gift card pays, types its code on the next page, and pays the rest otherwise', async () => {
  const card = await sold(1200);
  const orderId = await ordered();
  const buyer = await shop.login('buyer@runner.example');
  const payment = `/events/${where.eventId}/payment?order=${orderId}`;
  expect(await (await buyer.fetch(payment)).text()).toContain('value="giftcard"');
  const chosen = await buyer.form(payment, { paymentMethod: 'giftcard' });
  const at = `/orders/${orderId}/gift-card`;
  expect(chosen.headers.get('location')).toBe(at);
  const wrong = await buyer.form(at, { code: 'XXXX' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('Diese Geschenkkarte kennen wir hier nicht');
  const paid = await buyer.form(at, { code: card.code });
  expect(paid.headers.get('location')).toBe(payment);
  const page = await (await buyer.fetch(payment)).text();
  expect(page).toContain('12,00');
  expect(page).toContain(`•••• ${card.code.slice(-4)}`);
  expect(page).toContain('18,00');
  const again = await sold(5000);
  const called = await buyer.json('POST', `/api/orders/${orderId}/gift-card`, { code: again.code });
  expect(called.body).toEqual({ paid: 1800, rest: 3200, open: 0 });
  expect((await buyer.fetch(at)).headers.get('location')).toBe(`/payment-success/${orderId}`);
});

test('the page that orders leads on to where the code is typed, and the event to its organizer’s cards', async () => {
  const visitor = shop.visitor();
  expect(await (await visitor.fetch(`/events/${where.eventId}`)).text()).not.toContain(`/gift-cards/${organizerId}`);
  await sold(1000);
  await shop.settle();
  expect(await (await visitor.fetch(`/events/${where.eventId}`)).text()).toContain(`/gift-cards/${organizerId}`);
  const catalog = present(await catalogOf(shop.deps.read, where.eventId), 'an event');
  const { methods } = waysToPay(shop.deps, { catalog, userAgent: '', i18n: translatorFor('de') });
  expect(methods).toContain('giftcard');
  const orderId = await ordered();
  const to = await beginPayment(shop.deps, { orderId, method: 'giftcard', locale: 'de' });
  expect(to).toBe(`/orders/${orderId}/gift-card`);
});

test('what an office says went back by hand is on the card, as far as a card had paid', async () => {
  const card = await sold(1200);
  const orderId = await ordered();
  await pay(orderId, card);
  await shop.deps.write((work) => markPaid(work, { orderId, editorId }));
  await cancel(orderId, 'none');
  expect(await restOf(card)).toBe(0);
  await shop.deps.write((work) =>
    setRefundStatus(work, { orderIds: [orderId], refundStatus: 'completed', editorId, isSuperAdmin: true }),
  );
  expect(await restOf(card)).toBe(1200);
  const back = (await entriesOf(orderId)).filter(({ kind }) => kind === 'refund');
  expect(back.map(({ method, amount }) => [method, amount]).sort()).toEqual([
    ['bank', 1800],
    ['giftcard', 1200],
  ]);
  await expectBalanced(card);
});

test('codes are not to be tried out: after twenty wrong ones also a right one has to wait', async () => {
  const card = await sold(5000);
  const orderId = await ordered();
  const buyer = await shop.login('buyer@runner.example');
  const call = (code: string) => buyer.json('POST', `/api/orders/${orderId}/gift-card`, { code });
  for (let at = 0; at < 20; at++) expect((await call('3479-CDFH-JKMN-PQRT')).status).toBe(400);
  expect(await call(card.code)).toMatchObject({ status: 429 });
  expect(await restOf(card)).toBe(5000);
});

test('who cancels an order that a card paid in part is told that it is on the card again, and is mailed so', async () => {
  const card = await sold(1200);
  const orderId = await ordered();
  await pay(orderId, card);
  const buyer = await shop.login('buyer@runner.example');
  const question = await (await buyer.fetch(`/orders/${orderId}/cancel`)).text();
  expect(question).toContain('Was du mit der Geschenkkarte bezahlt hast, ist sofort wieder darauf.');
  expect((await buyer.json('PATCH', `/api/orders/${orderId}/cancel`)).status).toBeLessThan(300);
  expect(await restOf(card)).toBe(1200);
  await shop.settle();
  const mails = await shop.mails('buyer@runner.example');
  const back = mails.filter(({ text }) => text.includes('wieder auf deiner Geschenkkarte'));
  expect(back.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Storniert: /)]);
  expect(mails.filter(({ text }) => /Dein Geld ist unterwegs/.test(text))).toEqual([]);
});

test('whose organizer sells no cards is asked for none', async () => {
  const orderId = await ordered();
  const buyer = await shop.login('buyer@runner.example');
  const page = await (await buyer.fetch(`/events/${where.eventId}/payment?order=${orderId}`)).text();
  expect(page).not.toContain('value="giftcard"');
  expect((await buyer.fetch(`/orders/${orderId}/gift-card`)).status).toBe(404);
});

test('a card code in the voucher field explains where to enter it, only where cards are accepted', async () => {
  const visitor = shop.visitor();
  const { eventId } = where;
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email: 'eva@example.test', eventId });
  const said = async (voucherCode: string) =>
    (await visitor.form(`/events/${eventId}/competitions`, { intent: 'voucher', voucherCode })).text();
  const i18n = translatorFor('de');
  const [giftCard, unknown] = [i18n.t('voucherBox.giftCard'), i18n.t('voucherBox.message.codeInvalid')];
  const card = await soldCard(shop, { organizerId, editorId });
  expect(await said(formatCardCode(card.code))).toContain(giftCard);
  expect(await said('NEBEL')).toContain(unknown);
  await shop.deps.write(async ({ tx }) => {
    await tx.update(organizers).set({ takesGiftCards: false }).where(eq(organizers.id, organizerId));
  });
  expect(await said(formatCardCode(card.code))).toContain(unknown);
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderOf } from '#modules/orders/index.ts';
import { receivePayment } from '#modules/payments/index.ts';
import { cents } from '#src/kernel/money.ts';
import { days, hours, minutes } from '#src/kernel/time.ts';
import { soldOutSize } from './testing.ts';

const plain = (html: string) => html.replaceAll('<!-- -->', '').replaceAll(/\u00a0/g, ' ');

/** Somebody who was offered the shirt that came free, and another one behind them. */
async function offered(event: Record<string, unknown> = {}, isPaid = true) {
  const at = await soldOutSize({ event });
  const first = await at.waits({ isPaid });
  const second = await at.waits();
  await at.free();
  const pay = async (orderId: number) => {
    const paid = await at.office.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
    if (paid.status >= 300) throw new Error(`not paid: ${paid.status}`);
    await at.settle();
  };
  const linesOf = async (orderId: number) => {
    const order = (await orderOf(at.deps.read, orderId)) ?? expect.fail();
    return order.orderItems.map(({ kind, name, amount, priceTotal }) => [kind, name, amount, priceTotal]);
  };
  return { ...at, first, second, pay, linesOf };
}

test('what is taken is a line of the order with its own price, and the rest is open until it is paid', async () => {
  const at = await offered({ bankTransferHoldDays: 6 });
  const { first, take, settle, moneyOf, linesOf, mails, pay, deps, clock, statesOf, office, race, visitor } = at;
  const link = await at.linkOf(first.email);
  const entry = async () => plain(await (await visitor().fetch(link)).text());
  await office.json('PATCH', `/api/admin/articles/${race.shirtId}`, { vat: 10 });
  expect((await take(first)).status).toBe(204);
  await settle();
  expect(await moneyOf(first.orderId)).toEqual({
    total: 5650,
    open: 2500,
    status: 'complete',
    paymentStatus: 'pending',
  });
  expect(await linesOf(first.orderId)).toContainEqual(['article', 'Finisher-Shirt, M', 1, 2500]);
  const order = (await orderOf(deps.read, first.orderId)) ?? expect.fail();
  expect(order.orderItems.find(({ kind }) => kind === 'article')?.vat).toBe(1000);
  expect(order.orderItems.reduce((sum, { priceTotal }) => sum + priceTotal, 0)).toBe(order.totalPrice);
  const [mail] = await mails(first.email);
  expect(mail?.subject).toBe('In deiner Bestellung: Finisher-Shirt, M');
  const text = plain(mail?.text ?? '');
  expect(text).toContain('Noch zu zahlen sind 25,00 €');
  expect(text).toContain('Bitte zahle bis Sonntag, 8. März 2026, 12:00 Uhr');
  expect(text).toContain((await deps.orderMoney(order)).reference);
  const page = plain(await (await first.caller.fetch(`/orders/${first.orderId}`)).text());
  expect(page).toContain('Rest offen: 25,00 €');
  expect(page).toContain('Zahle bis 8. März 2026, 12:00 Uhr');
  const chosen = await first.caller.json('POST', `/api/orders/${first.orderId}/payment-in-advance`);
  expect(chosen.status).toBe(200);
  const account = await (await first.caller.fetch(`/payment-in-advance/${first.orderId}`)).text();
  expect(plain(account)).toContain('Zahle bis 8. März 2026, 12:00 Uhr');
  const history = await deps.read.all<{ comment: string }>(
    sql`select comment from order_audits where order_id = ${first.orderId} order by id desc limit 1`,
  );
  expect(history).toEqual([{ comment: 'article.fromList' }]);
  expect(await entry()).toContain('Auf der Seite deiner Bestellung siehst du, was noch zu zahlen ist.');
  await pay(first.orderId);
  expect(await moneyOf(first.orderId)).toMatchObject({ open: 0, paymentStatus: 'completed' });
  // The last that the buyer was written was what is to pay; now it is what they have.
  const [confirmed] = await mails(first.email);
  expect(confirmed?.subject).toMatch(/^Bestellbestätigung/);
  expect(plain(confirmed?.text ?? '')).toContain('Finisher-Shirt, M');
  expect(await entry()).toContain('kam in deine Bestellung. Auf der Warteliste stehst du nicht mehr.');
  expect(await entry()).not.toContain('was noch zu zahlen ist');
  clock.advance(days(6) + minutes(1));
  await settle();
  // It is paid, so it stays.
  expect(await moneyOf(first.orderId)).toMatchObject({ total: 5650, open: 0 });
  expect(await statesOf()).toEqual(['bought', 'waiting']);
  expect(await deps.read.all(sql`select * from unpaid_additions`)).toEqual([]);
});

test('what is not paid in time leaves the order again, and the next in line is offered it', async () => {
  const at = await offered({ bankTransferHoldDays: 6 });
  const { first, take, settle, moneyOf, linesOf, mails, clock, statesOf, stockOf, deps } = at;
  const before = await linesOf(first.orderId);
  const link = await at.linkOf(first.email);
  await take(first);
  clock.advance(days(6) - minutes(1));
  await settle();
  expect(await moneyOf(first.orderId)).toMatchObject({ total: 5650, open: 2500 });
  clock.advance(minutes(2));
  await settle();
  expect(await moneyOf(first.orderId)).toEqual({
    total: 3150,
    open: 0,
    status: 'complete',
    paymentStatus: 'completed',
  });
  expect(await linesOf(first.orderId)).toEqual(before);
  expect(await statesOf()).toEqual(['bought', 'offered']);
  expect(await stockOf()).toEqual([0, 1, 1]);
  expect(plain(await (await at.visitor().fetch(link)).text())).toContain('nicht mehr in deiner Bestellung');
  const [mail] = await mails(first.email);
  expect(mail?.subject).toBe('Nicht mehr in deiner Bestellung: Finisher-Shirt, M');
  expect(plain(mail?.text ?? '')).toContain('wurde nicht rechtzeitig bezahlt');
  const history = await deps.read.all<{ comment: string }>(
    sql`select comment from order_audits where order_id = ${first.orderId} order by id desc limit 1`,
  );
  expect(history).toEqual([{ comment: 'article.notPaid' }]);
});

test('money pays what came first; what was paid of a part goes back', async () => {
  const at = await offered({ bankTransferHoldDays: 6 });
  const { first, second, take, settle, moneyOf, clock, setStock, join, deps, race, office, statesOf, linesOf } = at;
  await take(first);
  await settle();
  // A day later the same person takes a second one.
  await office.json('POST', `/api/admin/events/${race.eventId}/waitlist/${second.entryId}/remove`);
  clock.advance(days(1));
  expect((await join(first.caller, first.orderId)).body.state).toBe('waiting');
  await setStock(1);
  await settle();
  const [again] = await deps.read.all<{ id: number }>(
    sql`select id from waitlist_entries where order_id = ${first.orderId} and state = 'offered'`,
  );
  expect((await take({ ...first, entryId: again?.id ?? 0 })).status).toBe(204);
  const receive = (amount: number, reference: string) =>
    deps.write((work) =>
      receivePayment(work, {
        orderId: first.orderId,
        method: 'bank',
        amount: cents(amount),
        reference,
        editorId: null,
      }),
    );
  await receive(2500, 'first');
  clock.advance(days(5) + hours(1));
  await settle();
  expect(await moneyOf(first.orderId)).toMatchObject({ total: 8150, open: 2500 });
  await receive(1000, 'part');
  clock.advance(days(1));
  await settle();
  expect(await moneyOf(first.orderId)).toMatchObject({ total: 5650, open: 0, paymentStatus: 'completed' });
  expect(await linesOf(first.orderId)).toContainEqual(['article', 'Finisher-Shirt, M', 1, 2500]);
  expect(
    await deps.read.all(sql`select amount_cents amount, reason from refunds where order_id = ${first.orderId}`),
  ).toEqual([{ amount: 1000, reason: 'moved' }]);
  expect((await statesOf())[0]).toBe('bought');
});

test('whoever paid the sum of before sees what is here and what is not', async () => {
  const { first, take, deps } = await offered({}, false);
  const before = (await orderOf(deps.read, first.orderId))?.totalPrice ?? 0;
  await take(first);
  await deps.write((work) =>
    receivePayment(work, {
      ...{ orderId: first.orderId, method: 'visa', amount: cents(before), reference: 'card', editorId: null },
    }),
  );
  const back = await first.caller.fetch(`/payment-success/${first.orderId}`);
  expect([back.status, back.headers.get('location')?.includes(`order=${first.orderId}`)]).toEqual([303, true]);
  const page = plain(await (await first.caller.fetch(back.headers.get('location') ?? '')).text());
  expect(page).toContain('25,00 €');
});

test('a pending order simply costs its new sum, and gives all of it back when it expires', async () => {
  const { first, take, settle, moneyOf, clock, stockOf, statesOf, deps, linkOf, visitor } = await offered({}, false);
  const page = plain(await (await visitor().fetch(await linkOf(first.email))).text());
  expect(page).toContain('du zahlst beides zusammen');
  await take(first);
  await settle();
  expect(await moneyOf(first.orderId)).toMatchObject({ total: 5650, open: 5650, status: 'pending' });
  expect(await deps.read.all(sql`select * from unpaid_additions`)).toEqual([]);
  clock.advance(days(31));
  await settle();
  expect((await moneyOf(first.orderId)).status).toBe('canceled');
  expect((await stockOf())[0]).toBe(0);
  expect((await statesOf())[0]).toBe('bought');
});

test('a free article is simply there', async () => {
  const { first, take, settle, moneyOf, office, race, deps, mails, linkOf, visitor } = await offered();
  await office.json('PATCH', `/api/admin/articles/${race.shirtId}`, { type: 'free' });
  await settle();
  expect((await take(first)).body).toMatchObject({ code: 'WAITLIST_PRICE_CHANGED', details: { price: 0 } });
  expect(plain(await (await visitor().fetch(await linkOf(first.email))).text())).toContain('Es kostet nichts');
  expect((await take(first, 0)).status).toBe(204);
  await settle();
  expect(await moneyOf(first.orderId)).toEqual({
    ...{ total: 3150, open: 0, status: 'complete', paymentStatus: 'completed' },
  });
  expect(await deps.read.all(sql`select * from unpaid_additions`)).toEqual([]);
  expect(plain((await mails(first.email))[0]?.text ?? '')).not.toContain('Noch zu zahlen');
});

test('the button of the page takes it at the price it says, and at no other', async () => {
  const { first, settle, moneyOf, office, race, linkOf, visitor, statesOf, take } = await offered();
  const link = await linkOf(first.email);
  const phone = visitor();
  const page = plain(await (await phone.fetch(link)).text());
  expect(page).toContain('Für 25,00 € nehmen');
  expect(page).toContain('name="price" value="2500"');
  await office.json('PATCH', `/api/admin/articles/${race.shirtId}`, { price: 2700 });
  await settle();
  const refused = await phone.form(link.replace('?', '/take?'), { price: '2500' });
  const back = refused.headers.get('location') ?? '';
  expect(plain(await (await phone.fetch(back)).text())).toContain('Der Preis hat sich inzwischen geändert');
  for (const price of ['', 'x', '-2700', '2700.5']) await phone.form(link.replace('?', '/take?'), { price });
  expect((await take(first, 2500)).body.code).toBe('WAITLIST_PRICE_CHANGED');
  expect(await statesOf()).toEqual(['offered', 'waiting']);
  const done = await phone.form(link.replace('?', '/take?'), { price: '2700' });
  const after = plain(await (await phone.fetch(done.headers.get('location') ?? '')).text());
  expect(after).toContain('Du hast es genommen');
  expect(after).toMatch(new RegExp(`href="/orders/${first.orderId}/view\\?`));
  expect(await moneyOf(first.orderId)).toMatchObject({ total: 5850, open: 2700 });
  expect(await statesOf()).toEqual(['bought', 'waiting']);
});

test('the limits hold when it is taken, with what somebody has got meanwhile', async () => {
  const { first, take, office, race, variantId, statesOf, linkOf, visitor, deps } = await offered();
  const other = await office.json<{ articleVariant: { id: number } }>(
    'POST',
    `/api/admin/article-variants/${race.shirtId}`,
    { name: 'L', availableAmount: 5 },
  );
  const gift = { articleId: race.shirtId, variantId: other.body.articleVariant.id, quantity: 2 };
  await office.json('POST', `/api/admin/orders/${first.orderId}/articles/add-free`, {
    ...{ ...gift, participantId: first.participantId },
  });
  expect((await take(first)).body.code).toBe('ORDERED_TOO_MANY_ARTICLES');
  const link = await linkOf(first.email);
  const phone = visitor();
  const refused = await phone.form(link.replace('?', '/take?'), { price: '2500' });
  expect(plain(await (await phone.fetch(refused.headers.get('location') ?? '')).text())).toContain(
    'Das geht gerade nicht',
  );
  expect(await statesOf()).toEqual(['offered', 'waiting']);
  expect(await deps.read.all(sql`select sold from article_variants where id = ${variantId}`)).toEqual([{ sold: 0 }]);
});

test('an order that goes to another buyer takes its place in line along, and the links of before are dead', async () => {
  const { first, office, settle, linkOf, visitor, moneyOf } = await offered();
  const old = await linkOf(first.email);
  const body = { newEmail: 'new@example.test' };
  const changed = await office.json('PATCH', `/api/admin/orders/${first.orderId}/change-buyer`, body);
  expect(changed.status).toBe(200);
  expect((await visitor().fetch(old)).status).toBe(404);
  await settle();
  expect((await visitor().fetch(old)).status).toBe(404);
  const link = await linkOf('new@example.test');
  await visitor().form(link.replace('?', '/take?'), { price: '2500' });
  expect(await moneyOf(first.orderId)).toMatchObject({ total: 5650 });
});

test('two who press at once for the last piece: one has it', async () => {
  const { first, take, moneyOf, stockOf, visitor, linkOf } = await offered();
  const link = (await linkOf(first.email)).replace('?', '/take?');
  const [calls] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => take(first))),
    Promise.all(Array.from({ length: 6 }, () => visitor().form(link, { price: '2500' }))),
  ]);
  const codes = calls.flatMap(({ status, body }) => (status === 204 ? [] : [body.code]));
  expect([codes.length >= 5, new Set(codes)]).toEqual([true, new Set(['WAITLIST_NO_PLACES'])]);
  expect(await moneyOf(first.orderId)).toMatchObject({ total: 5650, open: 2500 });
  expect((await stockOf())[0]).toBe(1);
});

import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { findOrCreateUser } from '#modules/accounts/index.ts';
import { adminOrderOf } from '#modules/orders/index.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { hours } from '#src/kernel/time.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';
import { markPaid } from '../mark-paid.ts';
import { refundsOf } from '../money-of-order.ts';
import { ledgerEntries, refunds } from '../schema.ts';
import { order, race } from '../testing.ts';
import { type RefundScene, refundScene } from './testing.ts';

let scene: RefundScene;
let shop: TestShop;
beforeEach(async () => {
  scene = await refundScene();
  ({ shop } = scene);
});

const give = (who: Caller, orderIds: number[], change: object = {}) =>
  who.json<{ count?: number; code?: string; details?: Record<string, unknown> }>(
    'POST',
    '/api/admin/orders/refund-orders',
    { orderIds, mode: 'full', ...change },
  );
const setStatus = (who: Caller, orderIds: number[], refundStatus: string) =>
  who.json<{ count?: number; code?: string }>('POST', '/api/admin/orders/set-refund-status', {
    orderIds,
    refundStatus,
  });
const ledgerSum = async (orderId: number) => {
  const rows = await shop.deps.read
    .select({ amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'refund')));
  return rows.reduce((sum, { amount }) => sum + amount, 0);
};
const rows = (orderId: number) => refundsOf(shop.deps.read, orderId);
const paidByBank = async (organizer: string) => {
  const orderId = await order(shop, await race(shop, { organizer }));
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: scene.editorId }));
  return orderId;
};

test('an organizer refunds through the API: at once, with the order, its entries and its history in step', async () => {
  const orderId = await scene.paidOnline({ organizer: 'club@organizer.example' });
  const organizer = await shop.login('club@organizer.example');
  expect(await give(organizer, [orderId], { mode: 'custom', amount: 1000 })).toMatchObject({
    status: 200,
    body: { count: 1 },
  });
  const answer = await organizer.json<{ order: Record<string, unknown> }>('GET', `/api/admin/orders/${orderId}`);
  expect(answer.body.order).toMatchObject({ refundStatus: 'completed', refundedPrice: 1000, status: 'complete' });
  expect(await scene.gone()).toBe(1000);
  const payments = await organizer.json<{ rows: object[] }>('GET', `/api/admin/orders/${orderId}/payments`);
  expect(payments.body.rows).toMatchObject([
    { kind: 'payment', method: 'visa', amount: 3000 },
    { kind: 'refund', method: 'visa', amount: 1000 },
  ]);
  const refunds = await organizer.json<{ rows: object[] }>('GET', `/api/admin/orders/${orderId}/refunds`);
  expect(refunds.body.rows).toMatchObject([{ status: 'completed', way: 'provider', amount: 1000, reason: 'granted' }]);
  expect(await give(organizer, [orderId], { mode: 'custom', amount: 2001 })).toMatchObject({
    status: 409,
    body: { code: 'CANT_REFUND_MORE_THAN_TOTAL', details: { orderId, left: 2000 } },
  });
  expect(await give(organizer, [orderId])).toMatchObject({ status: 200, body: { count: 1 } });
  expect(await give(organizer, [orderId])).toMatchObject({
    status: 409,
    body: {
      code: 'CANT_REFUND_LESS_THAN_ZERO',
      message: 'Von dieser Bestellung ist schon alles zurück oder auf dem Weg dorthin.',
      details: { orderId, left: 0, reason: 'nothingLeft' },
    },
  });
  expect([await scene.gone(), await ledgerSum(orderId)]).toEqual([3000, 3000]);
});

test('refuses the refund of an unpaid order with that reason, by call and page, in both languages', async () => {
  const orderId = await order(shop, await race(shop));
  const english = 'english@organizer.example';
  await shop.deps.write((work) => findOrCreateUser(work, english, { language: 'en-us' }));
  for (const [who, text] of [
    [scene.admin, 'Für diese Bestellung ist nichts eingegangen'],
    [await shop.login(english, { superAdmin: true }), 'Nothing was paid for this order'],
  ] as const) {
    for (const asked of [{ mode: 'full' }, { mode: 'withoutProcessingFee' }, { mode: 'custom', amount: 5 }])
      expect(await give(who, [orderId], asked)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(text), details: { orderId, left: 0, reason: 'notPaid' } },
      });
    const page = await who.form(`/admin/orders/${orderId}/refund`, { mode: 'full' });
    expect([page.status, await page.text()]).toEqual([409, expect.stringContaining(text)]);
  }
});

test('refuses a sum with a mode that takes none, also in a cancellation, and refunds nothing', async () => {
  const orderId = await scene.paidOnline();
  for (const mode of ['full', 'withoutProcessingFee', 'none'])
    for (const amount of [100, 0, -1]) {
      const refused = {
        status: 400,
        body: { code: 'VALIDATION_FAILED', details: { fields: { amount: expect.anything() } } },
      };
      if (mode !== 'none') expect(await give(scene.admin, [orderId], { mode, amount })).toMatchObject(refused);
      const cancel = { orderIds: [orderId], refund: { mode, amount } };
      expect(await scene.admin.json('PATCH', '/api/admin/orders/cancel', cancel)).toMatchObject({
        ...refused,
        body: { code: 'VALIDATION_FAILED', details: { fields: { 'refund.amount': expect.anything() } } },
      });
    }
  expect([await scene.gone(), (await adminOrderOf(shop.deps.read, orderId)).status]).toEqual([0, 'complete']);
  expect(await give(scene.admin, [orderId], { mode: 'full', amount: null })).toMatchObject({ status: 200 });
});

test('two concurrent administrators refund once', async () => {
  const orderId = await scene.paidOnline({ organizer: 'club@organizer.example' });
  const organizer = await shop.login('club@organizer.example');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => give(at % 2 ? organizer : scene.admin, [orderId])),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([await scene.gone(), await ledgerSum(orderId)]).toEqual([3000, 3000]);
});

test('retains the processing fee when asked to', async () => {
  const made = await shop.deps.write((work) => makeRace(work));
  const buyer = await shop.login('buyer@runner.example');
  const { body } = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${made.eventId}/book`,
    bookingOf(made, [runner()]),
  );
  await scene.payOnline(body.orderId);
  expect(await give(scene.admin, [body.orderId], { mode: 'withoutProcessingFee' })).toMatchObject({ status: 200 });
  expect([await scene.gone(), await ledgerSum(body.orderId)]).toEqual([3000, 3000]);
  expect(await give(scene.admin, [body.orderId], { mode: 'withoutProcessingFee' })).toMatchObject({
    body: { code: 'CANT_REFUND_LESS_THAN_ZERO', details: { reason: 'onlyFeeLeft', left: 150 } },
  });
  expect(await give(scene.admin, [body.orderId])).toMatchObject({ status: 200 });
  expect(await scene.gone()).toBe(3150);
});

test('reports the provider’s refusal for one order, and counts refusals of many', async () => {
  const [first, second, third] = [await scene.paidOnline(), await scene.paidOnline(), await scene.paidOnline()];
  scene.fails('Refund', { kind: 'error', errorName: 'NO_CONTRACT', message: 'no contract for this' });
  expect(await give(scene.admin, [first])).toMatchObject({
    status: 409,
    body: {
      code: 'PAYMENT_REFUND_FAILED',
      details: { orderId: first, errorName: 'NO_CONTRACT', reason: 'no contract for this' },
    },
  });
  scene.fails('Refund', { kind: 'error', errorName: 'NO_CONTRACT' });
  expect(await give(scene.admin, [second, third, second])).toMatchObject({ status: 200, body: { count: 1 } });
  expect((await adminOrderOf(shop.deps.read, first)).refundStatus).toBe('failed');
  // Set to retry; the job does it.
  expect(await setStatus(scene.admin, [first], 'pending')).toMatchObject({ status: 200, body: { count: 1 } });
  await shop.settle();
  expect((await adminOrderOf(shop.deps.read, first)).refundStatus).toBe('completed');
  expect(await scene.gone()).toBe(6000);
});

test('refuses orders of other events, old logins and invalid input', async () => {
  const orderId = await scene.paidOnline({ organizer: 'club@organizer.example' });
  const own = await paidByBank('other@organizer.example');
  const other = await shop.login('other@organizer.example');
  const buyer = await shop.login('buyer@runner.example');
  for (const ids of [[orderId], [own, orderId], [99_999]]) {
    expect(await give(other, ids)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await setStatus(other, ids, 'completed')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
  expect((await give(buyer, [orderId])).status).toBe(403);
  expect((await give(shop.visitor(), [orderId])).status).toBe(401);
  expect(await rows(own)).toEqual([]);
  for (const body of [
    { mode: 'all' },
    { mode: 'custom', amount: 1.5 },
    { mode: 'custom', amount: '10' },
    { orderIds: [] },
  ]) {
    expect(await give(scene.admin, [orderId], body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
  }
  for (const amount of [undefined, null]) {
    expect(await give(scene.admin, [orderId], { mode: 'custom', amount })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: { fields: { amount: [expect.any(String)] } } },
    });
  }
  for (const amount of [0, -100]) {
    expect(await give(scene.admin, [orderId], { mode: 'custom', amount })).toMatchObject({
      status: 409,
      body: { code: 'CANT_REFUND_LESS_THAN_ZERO' },
    });
  }
  const refundPage = `/admin/orders/${orderId}/refund`;
  expect((await other.fetch(refundPage)).status).toBe(404);
  expect((await other.form(refundPage, { mode: 'full', intent: 'refund', left: '3000' })).status).toBe(404);
  shop.clock.advance(hours(2) + 1);
  expect(await give(scene.admin, [orderId])).toMatchObject({ status: 403, body: { code: 'INVALID_TOKEN' } });
  expect(await scene.gone()).toBe(0);
});

test('the pages lead from the sum to the confirmation to the refund; pressing twice refunds once', async () => {
  const orderId = await scene.paidOnline();
  const path = `/admin/orders/${orderId}/refund`;
  expect(await (await scene.admin.fetch(`/admin/orders/${orderId}`)).text()).toContain(path);
  expect(await (await scene.admin.fetch(path)).text()).toContain('30,00');
  const wrong = await scene.admin.form(path, { mode: 'custom', amount: 'viel' });
  const again = await wrong.text();
  expect([wrong.status, again.includes('viel'), again.includes('error-summary')]).toEqual([400, true, true]);
  expect((await scene.admin.form(path, { mode: 'custom', amount: '30,01' })).status).toBe(400);
  const question = await (await scene.admin.form(path, { mode: 'custom', amount: '12,50' })).text();
  expect(question).toContain('12,50');
  expect(question).toContain('über Visa');
  expect(await rows(orderId)).toEqual([]);
  const confirmed = { mode: 'custom', cents: '1250', left: '3000', intent: 'refund' };
  const presses = await Promise.all([1, 2, 3].map(() => scene.admin.form(path, confirmed)));
  expect(presses.map(({ status }) => status).sort()).toEqual([303, 409, 409]);
  expect(await scene.gone()).toBe(1250);
  const page = await (await scene.admin.fetch(`/admin/orders/${orderId}`)).text();
  expect(page).toContain('Erstattet: 12,50');
  const buyer = await shop.login('buyer@runner.example');
  expect(await (await buyer.fetch(`/orders/${orderId}`)).text()).toMatch(
    /12,50.€ sind am .* über Visa an dich zurückgegangen/,
  );
});

test('a refused refund shows its reason and is transferred with one button, by a bank file', async () => {
  const orderId = await scene.paidOnline({ organizer: 'club@organizer.example' });
  const organizer = await shop.login('club@organizer.example');
  scene.fails('Refund', { kind: 'error', errorName: 'ACTION_NOT_SUPPORTED', message: 'giropay knows no refunds' });
  const path = `/admin/orders/${orderId}/refund`;
  const failed = await organizer.form(path, { mode: 'full', left: '3000', intent: 'refund' });
  expect(failed.headers.get('location')).toBe(`/admin/orders/${orderId}?refund=failed#money`);
  const page = await (await organizer.fetch(`/admin/orders/${orderId}?refund=failed`)).text();
  expect(page).toContain('giropay knows no refunds');
  const [refund] = await rows(orderId);
  const base = `/admin/refunds/${refund?.id}`;
  expect((await organizer.form(`${base}/transfer`, {})).headers.get('location')).toContain('done=refundTransfer');
  expect((await organizer.form(`${base}/transfer`, {})).headers.get('location')).toContain('refund=refused');
  const wrong = await organizer.form(`${base}/account`, { iban: 'AT00', accountHolder: '' });
  expect([wrong.status, (await wrong.text()).includes('AT00')]).toEqual([400, true]);
  await organizer.form(`${base}/account`, { iban: 'AT48 3200 0000 1234 5864', accountHolder: 'Zoë Wałęsa' });
  expect((await organizer.form('/admin/refunds/files', { refund: String(refund?.id) })).status).toBe(403);

  expect(await (await scene.admin.fetch('/admin/refunds')).text()).toContain('Zoë Wałęsa');
  expect((await scene.admin.form('/admin/refunds/files', {})).status).toBe(400);
  expect((await scene.admin.form('/admin/refunds/files', { refund: String(refund?.id) })).status).toBe(303);
  expect((await scene.admin.form('/admin/refunds/files', { refund: String(refund?.id) })).status).toBe(409);
  const file = await scene.admin.fetch('/admin/refunds/files/1');
  expect(file.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const xml = await file.text();
  expect(xml).toContain('<InstdAmt Ccy="EUR">30.00</InstdAmt>');
  expect(xml).toContain('<Nm>Zoe Walesa</Nm>');
  expect(await (await scene.admin.fetch('/admin/refunds/files/1')).text()).toBe(xml);
  expect(await (await scene.admin.fetch('/admin/refunds/files/1?version=03')).text()).toContain('pain.001.001.03');
  expect((await scene.admin.fetch('/admin/refunds/files/1/paid')).status).toBe(200);
  expect(await ledgerSum(orderId)).toBe(0);
  await Promise.all([1, 2].map(() => scene.admin.form('/admin/refunds/files/1/paid', {})));
  expect([await scene.gone(), await ledgerSum(orderId)]).toEqual([0, 3000]);
});

test('a page sets the status of a refund', async () => {
  const orderId = await paidByBank('club@organizer.example');
  await give(scene.admin, [orderId]);
  const path = `/admin/orders/${orderId}/refund-status`;
  expect((await scene.admin.fetch(path)).status).toBe(200);
  expect((await scene.admin.form(path, { refundStatus: 'shells' })).status).toBe(200);
  expect((await scene.admin.form(path, { refundStatus: 'completed' })).status).toBe(303);
  expect((await scene.admin.form(path, { refundStatus: 'failed' })).status).toBe(409);
  expect(await ledgerSum(orderId)).toBe(3000);
});

test('refunds many orders from the list after a confirmation that names each', async () => {
  const place = await race(shop, { organizer: 'club@organizer.example' });
  const ids: number[] = [];
  for (const firstName of ['Ida', 'Eva', 'Uwe']) {
    const orderId = await order(shop, place, { people: [{ firstName, lastName: 'Moser' }] });
    await scene.payOnline(orderId);
    ids.push(orderId);
  }
  const post = (fields: [string, string][], path = '/admin/refund-orders') => {
    const body = new URLSearchParams([...fields, ['csrf', scene.admin.cookies.get('csrf-token') ?? '']]);
    return scene.admin.fetch(path, {
      method: 'POST',
      body,
      headers: { origin: shop.deps.config.publicUrl },
    });
  };
  const address = `/admin/refund-orders?event=${place.eventId}&status=`;
  const list = await (await scene.admin.fetch(address)).text();
  expect(ids.every((orderId) => list.includes(`value="${orderId}"`))).toBe(true);
  const all = await (
    await post(
      [
        ['all', 'true'],
        ['what', 'full'],
      ],
      address,
    )
  ).text();
  expect(all).toContain('90,00');
  const orders = ids.slice(0, 2).map((orderId): [string, string] => ['order', String(orderId)]);
  expect((await post([['what', 'full']])).status).toBe(409);
  expect((await post([...orders, ['what', 'custom'], ['amount', '30,01']], address)).status).toBe(409);
  const typo = await post([...orders, ['what', 'custom'], ['amount', 'viel']], address);
  const shown = await typo.text();
  expect([typo.status, shown.includes('error-summary'), shown.match(/name="order" checked/g)?.length]).toEqual([
    400,
    true,
    2,
  ]);
  const question = await (await post([...orders, ['what', 'full']], address)).text();
  expect(question).toContain('60,00');
  expect(question).toContain(`action="${address.replaceAll('&', '&amp;')}"`);
  expect(await scene.gone()).toBe(0);
  const confirmed: [string, string][] = [
    ...orders,
    ['what', 'full'],
    ['intent', 'do'],
    ...ids.map((orderId): [string, string] => [`left-${orderId}`, '3000']),
  ];
  const done = await post(confirmed, address);
  expect(done.headers.get('location')).toBe(`${address}&done=2&failed=0`);
  expect((await post(confirmed)).status).toBe(409);
  expect(await scene.gone()).toBe(6000);
});

test('refuses a sum that is not a whole number of cents', async () => {
  const orderId = await scene.paidOnline({ organizer: 'club@organizer.example' });
  const organizer = await shop.login('club@organizer.example');
  const token = organizer.cookies.get('csrf-token') ?? '';
  for (const cents of ['10.5', 'abc', '1e2', '-5', '0x10', '99999999999999999999', 'Infinity']) {
    const body = new URLSearchParams({ intent: 'do', what: 'custom', order: String(orderId), cents });
    body.set(`left-${orderId}`, '3000');
    const answer = await organizer.fetch('/admin/refund-orders', {
      method: 'POST',
      body,
      headers: { 'x-csrf-token': token, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([cents, answer.status]).toEqual([cents, 409]);
  }
  expect(await rows(orderId)).toEqual([]);
});

test('does not preselect refunds of money that only a person confirmed', async () => {
  const orderId = await paidByBank('club@organizer.example');
  const organizer = await shop.login('club@organizer.example');
  await give(organizer, [orderId]);
  const refund = (await rows(orderId))[0] ?? expect.fail();
  await shop.deps.write(({ tx }) =>
    tx
      .update(refunds)
      .set({ iban: 'AT483200000012345864', accountHolder: 'Zoë Wałęsa' })
      .where(eq(refunds.id, refund.id)),
  );
  const page = await (await scene.admin.fetch('/admin/refunds')).text();
  const box = new RegExp(`<input[^>]*name="refund"[^>]*value="${refund.id}"[^>]*>`).exec(page)?.[0] ?? expect.fail();
  expect(box).not.toContain('checked');
  expect(page).toContain('Der Eingang wurde von Hand bestätigt');
});

test('asks about the orders ticked in the list, and no orders of others', async () => {
  const [first, second] = [
    await scene.paidOnline({ organizer: 'club@organizer.example' }),
    await scene.paidOnline({ organizer: 'club@organizer.example' }),
  ];
  const organizer = await shop.login('club@organizer.example');
  const html = await (await organizer.fetch(`/admin/refund-orders?order=${first}&back=x`)).text();
  expect(html).toMatch(
    new RegExp(`<input type="checkbox" form="refund-many" name="order" checked="" value="${first}"`),
  );
  expect(html).not.toContain(`/admin/orders/${second}"`);
  const other = await shop.login('other@organizer.example');
  expect((await other.fetch(`/admin/refund-orders?order=${first}`)).status).not.toBe(200);
  expect((await organizer.fetch('/admin/refund-orders?order=999999')).status).toBe(404);
});

import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { orderStateOf } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import { days, minutes } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { receivePayment } from '../receive-payment.ts';
import { paymentAttempts } from '../schema.ts';
import { payingScene } from './testing.ts';

const paidOnce = { order: 'complete', payments: [3000], returned: [], refunds: [] };

describe('a payment', () => {
  test('is asked for, captured and entered when the payer comes back', async () => {
    const scene = await payingScene();
    const paid = await scene.pay(await scene.begin());
    expect(await scene.comeBack(paid)).toBe(`/payment-success/${scene.orderId}`);
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['completed'] });
    const { accounts } = await scene.provider.simulator.books();
    expect(accounts).toMatchObject([{ orderId: `SB${scene.orderId}-1`, captured: 3000, refunded: 0 }]);
    const order = await scene.buyer.json<{ order: { paymentMethod: string; paymentStatus: string } }>(
      'GET',
      `/api/orders/${scene.orderId}`,
    );
    expect(order.body.order).toMatchObject({ paymentMethod: 'visa', paymentStatus: 'completed' });
    await scene.shop.settle();
    expect((await scene.shop.mails('zoe@runner.example')).length).toBe(1);
  });

  test('leads back to an address whose token reveals status and price for a day', async () => {
    const { shop, buyer, orderId, ...scene } = await payingScene();
    const back = await scene.addressAfter(await scene.pay(await scene.begin()));
    expect(back.pathname).toBe(`/payment-success/${orderId}`);
    const token = back.searchParams.get('token') ?? '';
    const stranger = shop.visitor();
    const info = (who = stranger, of = orderId, shown = `?token=${token}`) =>
      who.json<{ order: unknown }>('GET', `/api/orders/info/${of}${shown}`);
    const known = { order: { id: orderId, status: 'complete', totalPrice: 3000, paymentStatus: 'completed' } };
    expect((await info()).body).toEqual(known);
    expect((await info(buyer, orderId, '')).body).toEqual(known);
    const other = await shop.login('other@runner.example');
    const [expires = '', mac = ''] = token.split('.');
    for (const wrong of [
      '',
      '?token=',
      `?token=${Number(expires) + 1}.${mac}`,
      `?token=${expires}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `?token=${mac}`,
    ]) {
      expect([wrong, (await info(stranger, orderId, wrong)).status]).toEqual([wrong, 401]);
      expect([wrong, (await info(other, orderId, wrong)).status]).toEqual([wrong, 404]);
    }
    expect((await info(stranger, orderId + 1)).status).toBe(401);
    expect((await info(stranger, orderId, `?token=${'x'.repeat(101)}`)).status).toBe(401);
    expect((await info(other)).body).toEqual(known);
    shop.clock.advance(days(1));
    expect((await info()).status).toBe(401);
  });

  test.each([
    ['the notification alone', ['notify']],
    ['a status request alone', ['assert']],
    ['notification, return, status request', ['notify', 'return', 'assert']],
    ['return twice, then notification', ['return', 'return', 'notify']],
    ['all of them twice', ['assert', 'notify', 'return', 'notify', 'return', 'assert']],
    ['all at once', ['together']],
  ] as const)('completes once, by %s', async (_, callers) => {
    const scene = await payingScene();
    scene.provider.simulator.misbehaviour.treatNotifications('hold');
    const paid = await scene.pay(await scene.begin('mastercard'));
    const reports = {
      notify: async () => {
        await scene.provider.simulator.notifications.release();
        await scene.provider.simulator.settled();
        await scene.shop.settle();
      },
      return: () => scene.comeBack(paid),
      assert: () => scene.status(),
      together: () => Promise.all([reports.notify(), reports.return(), reports.assert(), reports.return()]),
    };
    for (const caller of callers) await reports[caller]();
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['completed'] });
    await scene.shop.settle();
    expect((await scene.shop.mails('zoe@runner.example')).length).toBe(1);
  });

  test('without a notification is found by the job after its page expires', async () => {
    const scene = await payingScene();
    scene.provider.simulator.misbehaviour.treatNotifications('drop', 'drop', 'drop');
    await scene.pay(await scene.begin(), { outcome: 'PAID_WITHOUT_RETURN' });
    await scene.provider.simulator.settled();
    await scene.shop.settle();
    expect((await scene.state()).order).toBe('pending');
    scene.shop.clock.advance(minutes(62));
    await scene.shop.settle();
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['completed'] });
  });

  test('by eps is there at once and never captured', async () => {
    const scene = await payingScene();
    await scene.comeBack(await scene.pay(await scene.begin('eps')));
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['completed'] });
    expect(scene.provider.simulator.calls.map(({ operation }) => operation)).not.toContain('Transaction/Capture');
  });

  test('that is pending at the bank waits, and counts when it comes', async () => {
    const scene = await payingScene();
    const token = await scene.begin('eps');
    await scene.comeBack(await scene.pay(token, { outcome: 'PENDING' })).catch(() => undefined);
    expect(await scene.status()).toBe('pending');
    await scene.provider.simulator.finish(token, true);
    await scene.provider.simulator.settled();
    scene.shop.clock.advance(minutes(62));
    await scene.shop.settle();
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['completed'] });
  });
});

describe('a failure', () => {
  test('by the payer leads to the page where it may be tried again, and then succeeds', async () => {
    const scene = await payingScene();
    expect(await scene.comeBack(await scene.pay(await scene.begin(), { outcome: 'ABORTED' }))).toBe(
      `/payment-fail/${scene.orderId}`,
    );
    const page = await (await scene.buyer.fetch(`/payment-fail/${scene.orderId}`)).text();
    expect(page).toContain('Du hast die Zahlung abgebrochen');
    expect(page).toMatch(/value="visa"[^>]*checked|checked[^>]*value="visa"/);
    expect(await scene.status()).toBe('failed');
    await scene.comeBack(await scene.pay(await scene.begin()));
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['failed', 'completed'] });
  });

  test('by the bank offers another way first and repeats what the bank says', async () => {
    const scene = await payingScene();
    await scene.comeBack(await scene.pay(await scene.begin(), { outcome: 'DECLINED' }));
    expect(await scene.status()).toBe('failed');
    const [attempt] = await scene.shop.deps.read.select().from(paymentAttempts);
    expect(attempt).toMatchObject({ problem: 'PAYMENT_ASSERT_FAILED', failureHandling: 'OTHER_MEANS' });
    const page = await (await scene.buyer.fetch(`/payment-fail/${scene.orderId}`)).text();
    expect(page).toContain('Mit Visa hat es nicht geklappt');
    expect(page).toMatch(/value="mastercard"[^>]*checked|checked[^>]*value="mastercard"/);
    expect((await scene.state()).payments).toEqual([]);
  });

  test('to begin is said with its code, and leaves the order as it is', async () => {
    const scene = await payingScene();
    scene.provider.simulator.misbehaviour.failNext({
      operation: 'PaymentPage/Initialize',
      kind: 'error',
      errorName: 'NO_CONTRACT',
    });
    const path = `/api/orders/${scene.orderId}/init`;
    const refused = await scene.buyer.json('POST', path, { paymentMethod: 'visa' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'PAYMENT_INIT_FAILED' } });
    scene.provider.simulator.misbehaviour.failNext({ operation: 'PaymentPage/Initialize', kind: 'close', times: 3 });
    const unanswered = await scene.buyer.json('POST', path, { paymentMethod: 'visa' });
    expect(unanswered).toMatchObject({ status: 503, body: { code: 'PAYMENT_NO_RESPONSE' } });
    expect((await scene.state()).attempts).toEqual(['failed', 'failed']);
    await scene.comeBack(await scene.pay(await scene.begin()));
    expect((await scene.state()).order).toBe('complete');
  });

  test('to start is not blamed on the payer', async () => {
    const scene = await payingScene();
    const eventId = (await orderStateOf(scene.shop.deps.read, scene.orderId))?.eventId;
    const choose = async (form: Record<string, string>) =>
      (await scene.buyer.form(`/events/${eventId}/payment?order=${scene.orderId}`, form)).text();
    const mistake = translatorFor('de').t('ui.errors.title', { count: 1 });
    expect(await choose({})).toContain(mistake);
    scene.provider.simulator.misbehaviour.failNext({ operation: 'PaymentPage/Initialize', kind: 'close', times: 3 });
    const page = await choose({ paymentMethod: 'visa' });
    expect(page).toContain(translatorFor('de').t('payments.failed.retry'));
    expect(page).not.toContain(mistake);
  });

  test('to understand an answer decides nothing', async () => {
    const scene = await payingScene();
    const paid = await scene.pay(await scene.begin());
    scene.provider.simulator.misbehaviour.failNext({ operation: 'PaymentPage/Assert', kind: 'html403', times: 3 });
    expect(await scene.comeBack(paid)).toBe(`/payment-success/${scene.orderId}`);
    expect((await scene.state()).attempts).toEqual(['pending']);
    scene.shop.clock.advance(minutes(5));
    await scene.shop.settle();
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['completed'] });
  });
});

test('whose card is still on its way is not led to pay again, though a part came by transfer', async () => {
  const scene = await payingScene();
  const paid = await scene.pay(await scene.begin());
  const silence = { operation: 'PaymentPage/Assert', kind: 'html403', times: 6 } as const;
  scene.provider.simulator.misbehaviour.failNext(silence);
  await scene.comeBack(paid);
  const { orderId } = scene;
  await scene.shop.deps.write((work) =>
    receivePayment(work, { orderId, method: 'bank', amount: cents(1000), reference: 'part', editorId: null }),
  );
  expect((await scene.state()).attempts).toEqual(['pending']);
  const page = await scene.buyer.fetch(`/payment-success/${orderId}`);
  expect([page.status, (await page.text()).includes('bezahl bitte nicht noch einmal')]).toEqual([200, true]);
});

describe('the capture', () => {
  test('that succeeded without an answer counts', async () => {
    const scene = await payingScene();
    const paid = await scene.pay(await scene.begin());
    scene.provider.simulator.misbehaviour.failNext({ operation: 'Transaction/Capture', kind: 'close', when: 'after' });
    await scene.comeBack(paid);
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['completed'] });
    const [attempt] = await scene.shop.deps.read.select().from(paymentAttempts);
    expect(attempt?.captureId).not.toBeNull();
    const captures = scene.provider.simulator.calls.filter(({ operation }) => operation === 'Transaction/Capture');
    expect(new Set(captures.map(({ requestId }) => requestId)).size).toBe(1);
    expect(captures.map(({ retryIndicator }) => retryIndicator)).toEqual([0, 1]);
  });

  test('that never reached the provider is tried again by the job, and the order does not expire meanwhile', async () => {
    const scene = await payingScene();
    const paid = await scene.pay(await scene.begin());
    scene.provider.simulator.misbehaviour.failNext({ operation: 'Transaction/Capture', kind: 'close', times: 3 });
    await scene.comeBack(paid);
    expect(await scene.state()).toMatchObject({ order: 'pending', payments: [], attempts: ['authorized'] });
    scene.shop.clock.advance(minutes(200));
    await scene.shop.settle();
    expect(await scene.state()).toEqual({ ...paidOnce, attempts: ['completed'] });
  });
});

describe('money that was not owed', () => {
  test('two pages paid: the second is taken back before it moves', async () => {
    const scene = await payingScene();
    const [first, second] = [await scene.begin('visa'), await scene.begin('mastercard')];
    const [one, two] = [await scene.pay(first), await scene.pay(second)];
    await Promise.all([scene.comeBack(one), scene.comeBack(two)]);
    scene.shop.clock.advance(minutes(5));
    await scene.shop.settle();
    const state = await scene.state();
    expect(state).toMatchObject(paidOnce);
    expect([...state.attempts].sort()).toEqual(['completed', 'failed']);
    const { accounts } = await scene.provider.simulator.books();
    expect(accounts.map(({ captured, cancelled }) => captured + cancelled)).toEqual([3000, 3000]);
    expect(accounts.map(({ captured }) => captured).sort()).toEqual([0, 3000]);
  });

  test('an order that expired takes its places again when its money comes', async () => {
    const scene = await payingScene();
    const token = await scene.begin();
    scene.provider.simulator.settings.pageExpiryMs = minutes(600);
    const other = await scene.begin();
    scene.shop.clock.advance(minutes(125));
    await scene.shop.settle();
    expect((await scene.state()).order).toBe('canceled');
    await scene.comeBack(await scene.pay(other));
    expect((await scene.state()).order).toBe('complete');
    expect(token).not.toBe(other);
  });

  test('an order canceled by a person is not paid: the authorization ends', async () => {
    const scene = await payingScene();
    const token = await scene.begin();
    expect((await scene.buyer.json('PATCH', `/api/orders/${scene.orderId}/cancel`)).status).toBe(200);
    await scene.comeBack(await scene.pay(token));
    expect(await scene.state()).toEqual({
      order: 'canceled',
      payments: [],
      returned: [],
      refunds: [],
      attempts: ['failed'],
    });
    const { accounts } = await scene.provider.simulator.books();
    expect(accounts).toMatchObject([{ captured: 0, cancelled: 3000 }]);
  });

  test('an event that is called off while the page is open takes nothing', async () => {
    const scene = await payingScene();
    const token = await scene.begin();
    const order = await orderStateOf(scene.shop.deps.read, scene.orderId);
    await scene.shop.deps.write((work) => updateEvent(work, order?.eventId ?? 0, { canceled: true }));
    expect(await scene.comeBack(await scene.pay(token))).toBe(`/payment-fail/${scene.orderId}`);
    expect(await scene.state()).toMatchObject({ order: 'pending', payments: [], attempts: ['failed'] });
    expect((await scene.provider.simulator.books()).accounts).toMatchObject([{ captured: 0, cancelled: 3000 }]);
  });

  test('what came at once for a canceled order is entered and goes back', async () => {
    const scene = await payingScene();
    const token = await scene.begin('eps');
    await scene.buyer.json('PATCH', `/api/orders/${scene.orderId}/cancel`);
    await scene.comeBack(await scene.pay(token));
    expect(await scene.state()).toMatchObject({
      order: 'canceled',
      payments: [3000],
      refunds: [{ amount: 3000, reason: 'late' }],
    });
    const { buyer, orderId } = scene;
    expect((await buyer.json('POST', `/api/orders/${orderId}/assert`)).body).toEqual({ status: 'failed' });
    expect((await buyer.json('GET', `/api/orders/${orderId}`)).body).toMatchObject({
      order: { status: 'canceled', paymentStatus: 'failed' },
    });
  });

  test.each(['before anybody chose how to pay', 'while its transfer was waited for'])(
    'an order that was canceled %s says the same of its payment everywhere',
    async (when) => {
      const { buyer, orderId } = await payingScene();
      const isChosen = when.startsWith('while');
      if (isChosen) await buyer.json('POST', `/api/orders/${orderId}/init`, { paymentMethod: 'bank' });
      await buyer.json('PATCH', `/api/orders/${orderId}/cancel`);
      expect((await buyer.json('POST', `/api/orders/${orderId}/assert`)).body).toEqual({ status: 'failed' });
      expect((await buyer.json('GET', `/api/orders/${orderId}`)).body).toMatchObject({
        order: { status: 'canceled', paymentStatus: isChosen ? 'failed' : null },
      });
    },
  );

  test('another amount than was asked for is never captured', async () => {
    const scene = await payingScene();
    const token = await scene.begin();
    const paid = await scene.pay(token);
    await scene.provider.simulator.alter(token, { value: 1 });
    await scene.comeBack(paid);
    expect(await scene.state()).toMatchObject({ order: 'pending', payments: [], attempts: ['failed'] });
    expect(scene.provider.simulator.calls.map(({ operation }) => operation)).not.toContain('Transaction/Capture');
  });
});

test('a notification proves nothing, has one response for all callers, and is ignored for settled attempts', async () => {
  const scene = await payingScene();
  await scene.begin();
  const [attempt] = await scene.shop.deps.read.select().from(paymentAttempts);
  const stranger = scene.shop.visitor();
  const said = async (secret: string) => {
    const answer = await stranger.fetch(`/api/payments/notify/${secret}?r=success`);
    return [answer.status, await answer.text()];
  };
  expect(await said(attempt?.secret ?? '')).toEqual([200, 'ok']);
  expect(await said('nobody-made-this')).toEqual([200, 'ok']);
  await scene.shop.settle();
  expect(await scene.state()).toMatchObject({ order: 'pending', payments: [], attempts: ['pending'] });
});

test('without the settings of a provider nothing is paid at once', async () => {
  const scene = await payingScene({ env: { PAYMENT_METHODS: 'eps' } });
  const answer = await scene.buyer.json('POST', `/api/orders/${scene.orderId}/init`, { paymentMethod: 'visa' });
  expect(answer).toMatchObject({ status: 409, body: { code: 'PAYMENT_INIT_FAILED' } });
  const page = await (await scene.buyer.fetch(`/payment-fail/${scene.orderId}`)).text();
  expect(page).toContain('value="eps"');
  expect(page).not.toContain('value="visa"');
});

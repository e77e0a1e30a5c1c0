import { expect, test } from 'vitest';
import { order, race } from '#modules/payments/testing.ts';
import { testShop } from '#tests/support/shop.ts';

/** The whole way in demo mode, as a browser without JavaScript goes it. */
test.each([
  [
    'visa',
    { method: 'VISA', number: '9010003150000001', expiry: '12/30', cvc: '123', holder: 'Ada Berger', do: 'pay' },
  ],
  ['eps', { method: 'EPS', do: 'pay' }],
  ['eps', { method: 'EPS', do: 'close' }],
  ['applepay', { method: 'APPLEPAY', do: 'pay' }],
])('in demo mode an order is paid by %s on the built-in page (%j)', async (paymentMethod, form) => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop));
  const buyer = await shop.login('buyer@runner.example');
  const begun = await buyer.json<{ redirectUrl: string }>('POST', `/api/orders/${orderId}/init`, { paymentMethod });
  const opening = await buyer.fetch(new URL(begun.body.redirectUrl).pathname);
  const self = opening.headers.get('location') ?? '';
  expect(await (await buyer.fetch(self)).text()).toContain('Testzahlung, es wird kein Geld bewegt');
  const left = await buyer.fetch(self, { method: 'POST', body: new URLSearchParams(form) });
  expect(left.status).toBe(form.do === 'close' ? 200 : 302);
  // Nobody comes back: the notification and the jobs alone bring it to its end.
  await shop.settle();
  const { body } = await buyer.json<{ status: string }>('POST', `/api/orders/${orderId}/assert`);
  expect(body.status).toBe('completed');
});

test('who cancels on the built-in page comes back to an order that can be paid again', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop));
  const buyer = await shop.login('buyer@runner.example');
  const begin = () =>
    buyer.json<{ redirectUrl: string }>('POST', `/api/orders/${orderId}/init`, { paymentMethod: 'visa' });
  const self = (await buyer.fetch(new URL((await begin()).body.redirectUrl).pathname)).headers.get('location') ?? '';
  const left = await buyer.fetch(self, { method: 'POST', body: new URLSearchParams({ do: 'abort' }) });
  await shop.settle();
  const back = await buyer.fetch(new URL(left.headers.get('location') ?? '').pathname);
  expect(back.status).toBeLessThan(400);
  expect((await begin()).status).toBe(200);
});

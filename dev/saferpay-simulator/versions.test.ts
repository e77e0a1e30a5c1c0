import { expect, test } from 'vitest';
import { type Body, startTest } from './testing.ts';
import { isAtLeast, isKnownVersion } from './versions.ts';

test('versions count as whole numbers', () => {
  expect([isAtLeast('1.9', '1.10'), isAtLeast('1.10', '1.9'), isAtLeast('1.32', '1.32')]).toEqual([false, true, true]);
  expect(['1.0', '1.53', '1.54', '2.0', '1', '1.032'].map(isKnownVersion)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ['1.31', '/success', '/fail', '/abort', 'ABORT'],
  ['1.32', '/return?a=1', '/return?a=1', '/return?a=1', 'ABORT'],
  ['1.33', '/return?a=1', '/return?a=1', '/return?a=1', 'DO_NOT_RETRY'],
  ['1.53', '/return?a=1', '/return?a=1', '/return?a=1', 'DO_NOT_RETRY'],
])('%s: where the payer is sent and how "never" is spelt', async (version, success, fail, abort, behavior) => {
  const sim = await startTest();
  sim.setVersion(version);
  const outcomes = ['PAID', 'DECLINED', 'ABORTED'] as const;
  const places = [success, fail, abort];
  for (const [i, outcome] of outcomes.entries()) {
    const { token } = await sim.begin();
    expect((await sim.simulator.pay(token, { outcome })).location).toBe(`${sim.shop.url}${places[i]}`);
    if (outcome === 'ABORTED')
      expect((await sim.assert(token)).body).toMatchObject({
        Behavior: behavior,
        ResponseHeader: { SpecVersion: version },
      });
  }
});

test('the address to return to has the name of its version', async () => {
  const sim = await startTest();
  const missing = async (version: string, over: Body) => {
    sim.setVersion(version);
    const { status, body } = await sim.call('PaymentPage/Initialize', sim.initializeBody(over));
    return status === 200 ? null : body.ErrorDetail;
  };
  const [old, one] = [{ Success: 'https://a.test/s', Fail: 'https://a.test/f' }, { Url: 'https://a.test/' }];
  expect(await missing('1.31', { ReturnUrls: undefined, ReturnUrl: one })).toEqual([
    'ReturnUrls.Success: The field Success is required.',
    'ReturnUrls.Fail: The field Fail is required.',
  ]);
  expect(await missing('1.32', { ReturnUrl: undefined, ReturnUrls: old })).toEqual([
    'ReturnUrl.Url: The field Url is required.',
  ]);
  expect(await missing('1.9', { ReturnUrl: undefined, ReturnUrls: old })).toBeNull();
});

test('before 1.24 one address is told, of success alone; it is passed over afterwards', async () => {
  const sim = await startTest();
  sim.setVersion('1.23');
  for (const outcome of ['PAID', 'DECLINED'] as const) {
    await sim.simulator.pay((await sim.begin()).token, { outcome });
  }
  sim.setVersion('1.24');
  const notification = { Notification: { NotifyUrl: `${sim.shop.url}/never` } };
  await sim.simulator.pay((await sim.begin(notification)).token);
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual(['/notify?r=old']);
});

test('giropay and Sofort end with 1.49: a name that is not known is passed over', async () => {
  const sim = await startTest();
  const offered = async (version: string, methods: string[]) => {
    sim.setVersion(version);
    const { token } = await sim.begin({ PaymentMethods: methods });
    return (await sim.simulator.books()).payments.find((each) => each.token === token)?.offer.methods ?? [];
  };
  expect(await offered('1.48', ['GIROPAY', 'SOFORT'])).toEqual(['GIROPAY', 'SOFORT']);
  expect(await offered('1.49', ['GIROPAY', 'EPS'])).toEqual(['EPS']);
  const everything = await offered('1.53', ['GIROPAY']);
  expect(everything).toContain('VISA');
  expect(everything).not.toContain('GIROPAY');
  expect(await offered('1.34', ['CARD'])).toContain('EPS');
  expect(await offered('1.35', ['CARD'])).toEqual(['VISA', 'MASTERCARD']);
});

test('CaptureId is older than Assert that tells it', async () => {
  const sim = await startTest();
  sim.setVersion('1.9');
  const { id, token } = await sim.paid();
  const captured = await sim.capture(id);
  expect(captured.body).toMatchObject({ TransactionId: id, Status: 'CAPTURED' });
  expect(captured.body).not.toHaveProperty('CaptureId');
  const shown = async (version: string) => {
    sim.setVersion(version);
    return (await sim.assert(token)).body;
  };
  expect((await shown('1.10')).Transaction).not.toHaveProperty('CaptureId');
  expect(await shown('1.11')).toMatchObject({
    Transaction: { CaptureId: `${id}_c` },
    Liability: { LiableEntity: 'ThreeDs' },
  });
  expect(await shown('1.22')).toMatchObject({ Liability: { LiableEntity: 'THREEDS' } });
  sim.setVersion('1.10');
  const inquired = await sim.call('Transaction/Inquire', { TransactionReference: { TransactionId: id } });
  expect(inquired.status).toBe(400);
});

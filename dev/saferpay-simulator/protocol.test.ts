import { expect, test } from 'vitest';
import { hours, minutes } from '#src/kernel/time.ts';
import { type Body, startTest } from './testing.ts';

test('a card: Initialize, page, Assert AUTHORIZED, Capture, and a second Capture is refused', async () => {
  const sim = await startTest();
  const said = await sim.call('PaymentPage/Initialize', sim.initializeBody({ PaymentMethods: ['VISA'] }));
  const token = String(said.body.Token);
  expect(said.body).toEqual({
    ResponseHeader: { SpecVersion: '1.32', RequestId: 'request-1' },
    Token: expect.stringMatching(/^[a-z0-9]{32}$/),
    Expiration: '2026-01-30T13:45:22.258+01:00',
    RedirectUrl: `${sim.url}/vt2/api/PaymentPage/123456/17654321/${token}`,
  });
  const paid = await sim.simulator.pay(token);
  expect(paid).toMatchObject({ location: `${sim.shop.url}/return?a=1`, state: 'AUTHORIZED' });
  const { status, body } = await sim.assert(token);
  const transaction = body.Transaction as Body;
  const id = String(transaction.Id);
  expect(status).toBe(200);
  expect(id).toMatch(/^[A-Za-z0-9]{28}$/);
  expect(transaction).toEqual({
    Type: 'PAYMENT',
    Status: 'AUTHORIZED',
    Id: id,
    Date: '2026-01-30T12:45:22.258+01:00',
    Amount: { Value: '4590', CurrencyCode: 'EUR' },
    OrderId: 'RX-1-1',
    AcquirerName: 'VISA Saferpay Test',
    AcquirerReference: expect.stringMatching(/^\d{11}$/),
    SixTransactionReference: `0:0:3:${id}`,
    ApprovalCode: expect.stringMatching(/^\d{6}$/),
    IssuerReference: null,
  });
  expect(body).toMatchObject({
    PaymentMeans: { Brand: { PaymentMethod: 'VISA' }, DisplayText: 'xxxx xxxx xxxx 0001' },
    Liability: { LiabilityShift: true, LiableEntity: 'THREEDS', InPsd2Scope: 'YES' },
  });
  const captured = await sim.capture(id);
  expect(captured).toMatchObject({
    status: 200,
    body: { CaptureId: `${id}_c`, Status: 'CAPTURED', Date: '2026-01-30T12:45:22.258+01:00' },
  });
  const again = await sim.capture(id);
  expect(again).toMatchObject({
    status: 402,
    body: { ErrorName: 'TRANSACTION_ALREADY_CAPTURED', Behavior: 'ABORT', TransactionId: id, OrderId: 'RX-1-1' },
  });
  expect((await sim.assert(token)).body.Transaction).toMatchObject({ Status: 'CAPTURED', CaptureId: `${id}_c` });
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual(['/notify?r=success']);
});

test('eps arrives CAPTURED and knows no cancelling', async () => {
  const sim = await startTest();
  const { id, said } = await sim.paid({}, 'EPS');
  expect(said.body.Transaction).toMatchObject({ Status: 'CAPTURED', CaptureId: `${id}_c` });
  expect(said.body).not.toHaveProperty('Liability');
  expect((await sim.cancel(id)).body.ErrorName).toBe('ACTION_NOT_SUPPORTED');
  expect((await sim.capture(id)).body.ErrorName).toBe('TRANSACTION_ALREADY_CAPTURED');
});

test('a wallet pays by card and says so', async () => {
  const sim = await startTest();
  const { token } = await sim.begin({ Wallets: ['APPLEPAY'] });
  await sim.simulator.pay(token);
  expect((await sim.assert(token)).body.PaymentMeans).toMatchObject({
    Wallet: 'APPLEPAY',
    Brand: { PaymentMethod: 'VISA' },
  });
});

test('Assert before, while and after the page is open', async () => {
  const sim = await startTest();
  const { token, page } = await sim.begin();
  const error = async () => (await sim.assert(token)).body;
  expect(await error()).toMatchObject({ ErrorName: 'TRANSACTION_NOT_STARTED', Behavior: 'RETRY_LATER' });
  await sim.visit(page);
  expect(await error()).toMatchObject({
    ErrorName: 'TRANSACTION_IN_WRONG_STATE',
    ErrorMessage: 'Transaction still in progress or abandoned by the payer.',
    OrderId: 'RX-1-1',
  });
  await sim.simulator.pay(token, { outcome: 'ABORTED' });
  expect(await error()).toMatchObject({ ErrorName: 'TRANSACTION_ABORTED', Behavior: 'ABORT' });
  const second = await sim.begin();
  await sim.simulator.pay(second.token);
  expect((await sim.assert(second.token)).status).toBe(200);
});

test.each([
  ['DECLINED', 'TRANSACTION_DECLINED', { ProcessorResult: '05', Behavior: 'OTHER_MEANS' }],
  ['3DS_FAILED', '3DS_AUTHENTICATION_FAILED', { Behavior: 'OTHER_MEANS' }],
  [{ errorName: 'BLOCKED_BY_RISK_MANAGEMENT' }, 'BLOCKED_BY_RISK_MANAGEMENT', {}],
  [{ errorName: 'COMMUNICATION_TIMEOUT', behavior: 'RETRY' }, 'COMMUNICATION_TIMEOUT', { Behavior: 'RETRY' }],
] as const)('outcome %j is answered by %s', async (outcome, ErrorName, more) => {
  const sim = await startTest();
  sim.simulator.misbehaviour.forceOutcomes(outcome);
  const { token } = await sim.begin();
  await sim.simulator.pay(token);
  expect(await sim.assert(token)).toMatchObject({ status: 402, body: { ErrorName, ...more } });
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual(['/notify?r=fail']);
});

test('tokens end: unknown, not opened in time, left open, asserted too late', async () => {
  const sim = await startTest();
  const nameOf = async (token: string) => (await sim.assert(token)).body.ErrorName;
  expect(await nameOf('nobody')).toBe('TOKEN_INVALID');
  const unopened = await sim.begin();
  const left = await sim.begin();
  await sim.visit(left.page);
  const paid = await sim.begin();
  await sim.simulator.pay(paid.token);
  const pending = await sim.begin();
  await sim.simulator.pay(pending.token, { outcome: 'PENDING' });
  sim.advance(minutes(19));
  expect(await nameOf(left.token)).toBe('TRANSACTION_IN_WRONG_STATE');
  sim.advance(minutes(1));
  expect(await nameOf(left.token)).toBe('TOKEN_EXPIRED');
  expect(await nameOf(unopened.token)).toBe('TRANSACTION_NOT_STARTED');
  sim.advance(minutes(40));
  expect(await nameOf(unopened.token)).toBe('TOKEN_EXPIRED');
  const late = await sim.visit(unopened.page);
  expect(late.headers.get('location')).toBe(`${sim.shop.url}/return?a=1`);
  sim.advance(hours(23));
  expect(await nameOf(paid.token)).toBe('TOKEN_EXPIRED');
  expect((await sim.assert(pending.token)).body.Transaction).toMatchObject({ Status: 'PENDING' });
  sim.advance(hours(96));
  expect(await nameOf(pending.token)).toBe('TOKEN_EXPIRED');
});

test('a pending payment comes to its end and is told then', async () => {
  const sim = await startTest();
  const [yes, no] = [await sim.begin({ PaymentMethods: ['EPS'] }), await sim.begin({ PaymentMethods: ['VISA'] })];
  for (const { token } of [yes, no]) await sim.simulator.pay(token, { outcome: 'PENDING' });
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual([]);
  const { Id: id } = (await sim.assert(no.token)).body.Transaction as Body;
  expect((await sim.capture(String(id))).body.ErrorName).toBe('TRANSACTION_IN_WRONG_STATE');
  await sim.simulator.finish(yes.token);
  await sim.simulator.finish(no.token, false);
  await sim.simulator.settled();
  expect((await sim.assert(yes.token)).body.Transaction).toMatchObject({ Status: 'CAPTURED' });
  expect((await sim.assert(no.token)).body.ErrorName).toBe('TRANSACTION_DECLINED');
  expect(sim.shop.heard.sort()).toEqual(['/notify?r=fail', '/notify?r=success']);
  await expect(sim.simulator.finish(yes.token)).rejects.toThrow('pending');
});

test('Capture: less is allowed, more, another currency and what is canceled are not', async () => {
  const sim = await startTest();
  const amount = (Value: string, CurrencyCode = 'EUR') => ({ Amount: { Value, CurrencyCode } });
  const { id } = await sim.paid();
  expect((await sim.capture(id, amount('4591'))).body.ErrorName).toBe('AMOUNT_INVALID');
  expect((await sim.capture(id, amount('100', 'CHF'))).body.ErrorName).toBe('CURRENCY_INVALID');
  expect((await sim.capture(id, amount('4000'))).status).toBe(200);
  const { accounts } = await sim.simulator.books();
  expect(accounts[0]).toMatchObject({ authorized: 4590, captured: 4000 });
  const canceled = await sim.paid();
  expect((await sim.cancel(canceled.id)).body).toEqual({
    ResponseHeader: expect.anything(),
    TransactionId: canceled.id,
    OrderId: 'RX-1-1',
    Date: expect.any(String),
  });
  expect((await sim.capture(canceled.id)).body.ErrorName).toBe('TRANSACTION_IN_WRONG_STATE');
  expect((await sim.cancel(canceled.id)).body.ErrorName).toBe('TRANSACTION_IN_WRONG_STATE');
  expect((await sim.assert(canceled.token)).body.Transaction).toMatchObject({ Status: 'CANCELED' });
  expect((await sim.capture('unknown')).body.ErrorName).toBe('TRANSACTION_NOT_FOUND');
});

test('Cancel of a captured card: until the day is closed, by hand or at 22:00, and never when strict', async () => {
  const sim = await startTest();
  const captured = async () => {
    const { id } = await sim.paid();
    await sim.capture(id);
    return id;
  };
  const first = await captured();
  expect((await sim.cancel(first)).status).toBe(200);
  expect((await sim.simulator.books()).accounts[0]).toMatchObject({ captured: 0, cancelled: 4590 });
  const second = await captured();
  expect((await sim.call('Batch/Close', { TerminalId: '17654321' })).status).toBe(200);
  expect((await sim.cancel(second)).body.ErrorName).toBe('TRANSACTION_ALREADY_CAPTURED');
  const third = await captured();
  sim.advance(hours(9) + minutes(15));
  expect((await sim.cancel(third)).body.ErrorName).toBe('TRANSACTION_ALREADY_CAPTURED');
  sim.simulator.settings.strictCancel = true;
  expect((await sim.cancel(await captured())).body.ErrorName).toBe('TRANSACTION_ALREADY_CAPTURED');
});

test('refunds of a card: in parts, never beyond the sum when restricted, and money only moves by Capture', async () => {
  const sim = await startTest();
  const { id } = await sim.paid();
  const restricted = { RestrictRefundAmountToCapturedAmount: true };
  expect((await sim.refund(`${id}_c`, '100')).body.ErrorName).toBe('TRANSACTION_NOT_FOUND');
  await sim.capture(id);
  const part = await sim.refund(`${id}_c`, '1000', { ...restricted, OrderId: 'RX-1-R-1' });
  const refund = part.body.Transaction as Body;
  expect(refund).toMatchObject({ Type: 'REFUND', Status: 'AUTHORIZED', OrderId: 'RX-1-R-1' });
  expect((await sim.refund(`${id}_c`, '3591', restricted)).body.ErrorName).toBe('AMOUNT_INVALID');
  const rest = (await sim.refund(`${id}_c`, '3590', restricted)).body.Transaction as Body;
  expect((await sim.refund(`${id}_c`, '1', restricted)).body.ErrorName).toBe('AMOUNT_INVALID');
  expect((await sim.refund(`${id}_c`, '1')).status).toBe(200);
  expect((await sim.simulator.books()).accounts[0]).toMatchObject({ refunded: 0, refundsOpen: 4591 });
  expect((await sim.capture(String(refund.Id))).body).toMatchObject({ Status: 'CAPTURED' });
  expect((await sim.cancel(String(rest.Id))).status).toBe(200);
  expect((await sim.simulator.books()).accounts[0]).toMatchObject({ refunded: 1000, refundsOpen: 1 });
  const found = await sim.call('Transaction/Inquire', { TransactionReference: { OrderId: 'RX-1-R-1' } });
  expect(found.body.Transaction).toMatchObject({ Type: 'REFUND', Status: 'CAPTURED', Id: refund.Id });
  const unknown = await sim.call('Transaction/Inquire', { TransactionReference: { OrderId: 'RX-1-R-9' } });
  expect(unknown).toMatchObject({ status: 402, body: { ErrorName: 'TRANSACTION_NOT_FOUND' } });
});

test('refunds of other methods move at once, giropay has none, and nothing uncaptured is refunded', async () => {
  const sim = await startTest();
  const eps = await sim.paid({}, 'EPS');
  const made = await sim.refund(`${eps.id}_c`, '500');
  expect(made.body.Transaction).toMatchObject({ Status: 'CAPTURED', CaptureId: expect.stringMatching(/_c$/) });
  expect((await sim.refund(`${eps.id}_c`, '500', {})).status).toBe(200);
  const chf = { Amount: { Value: '1', CurrencyCode: 'CHF' } };
  expect((await sim.refund(`${eps.id}_c`, '1', chf)).body.ErrorName).toBe('CURRENCY_INVALID');
  const giropay = await sim.paid({}, 'GIROPAY');
  expect((await sim.refund(`${giropay.id}_c`, '1')).body.ErrorName).toBe('ACTION_NOT_SUPPORTED');
  const card = await sim.paid();
  const reference = { CaptureReference: { TransactionId: card.id } };
  const early = await sim.call('Transaction/Refund', {
    Refund: { Amount: { Value: '1', CurrencyCode: 'EUR' } },
    ...reference,
  });
  expect(early.body.ErrorName).toBe('TRANSACTION_IN_WRONG_STATE');
});

test('captures and refunds that are pending, by AssertCapture and AssertRefund', async () => {
  const sim = await startTest();
  const { id } = await sim.paid();
  sim.simulator.misbehaviour.pendNext('capture');
  const pending = await sim.capture(id, { PendingNotification: { NotifyUrl: `${sim.shop.url}/capture` } });
  expect(pending.body).toEqual({ ResponseHeader: expect.anything(), CaptureId: `${id}_c`, Status: 'PENDING' });
  const assertCapture = () => sim.call('Transaction/AssertCapture', { CaptureReference: { CaptureId: `${id}_c` } });
  expect((await assertCapture()).body).toMatchObject({ TransactionId: id, OrderId: 'RX-1-1', Status: 'PENDING' });
  await sim.simulator.finish(id);
  expect((await assertCapture()).body).toMatchObject({ Status: 'CAPTURED', Date: expect.any(String) });
  sim.simulator.misbehaviour.pendNext('refund', 2);
  const [good, bad] = [await sim.refund(`${id}_c`, '10'), await sim.refund(`${id}_c`, '20')].map(
    ({ body }) => body.Transaction as Body,
  );
  expect(good?.Status).toBe('PENDING');
  await sim.simulator.finish(String(good?.Id));
  await sim.simulator.finish(String(bad?.Id), false);
  const assertRefund = (refund: Body | undefined) =>
    sim.call('Transaction/AssertRefund', { TransactionReference: { TransactionId: refund?.Id } });
  expect((await assertRefund(good)).body.Status).toBe('CAPTURED');
  expect((await assertRefund(bad)).body.ErrorName).toBe('TRANSACTION_DECLINED');
  await sim.simulator.settled();
  expect(sim.shop.heard).toContain('/capture');
  expect((await sim.simulator.books()).accounts[0]).toMatchObject({ captured: 4590, refunded: 10, refundsOpen: 0 });
});

test('Inquire finds what succeeded, by id and OrderId, and may lag behind', async () => {
  const sim = await startTest();
  sim.simulator.settings.inquireLagMs = minutes(2);
  const { id } = await sim.paid();
  const inquire = (reference: Body) => sim.call('Transaction/Inquire', { TransactionReference: reference });
  expect((await inquire({ TransactionId: id })).body.ErrorName).toBe('TRANSACTION_NOT_FOUND');
  sim.advance(minutes(2));
  expect((await inquire({ OrderId: 'RX-1-1' })).body.Transaction).toMatchObject({ Id: id, Type: 'PAYMENT' });
});

test('what Assert claims can be altered', async () => {
  const sim = await startTest();
  const { token } = await sim.paid();
  await sim.simulator.alter(token, { value: 1, currency: 'CHF', orderId: 'other' });
  expect((await sim.assert(token)).body.Transaction).toMatchObject({
    Amount: { Value: '1', CurrencyCode: 'CHF' },
    OrderId: 'other',
  });
});

test('which methods and wallets a terminal has', async () => {
  const sim = await startTest();
  const headers = {
    authorization: `Basic ${Buffer.from('API_123456_12345678:JsonApiPwd1_simulated').toString('base64')}`,
    accept: 'application/json',
    'Saferpay-ApiVersion': '1.33',
    'Saferpay-RequestId': 'r1',
  };
  const ask = async (customer: string, terminal: string, more: Record<string, string> = headers) => {
    const answer = await fetch(`${sim.url}/api/rest/customers/${customer}/terminals/${terminal}`, { headers: more });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  const { body } = await ask('123456', '17654321');
  expect(body).toMatchObject({ TerminalId: '17654321' });
  expect(body.PaymentMethods).toContainEqual({ PaymentMethod: 'EPS', Name: 'eps', Currencies: ['EUR', 'CHF'] });
  expect((await ask('123457', '17654321')).status).toBe(403);
  expect((await ask('123456', '17654322')).status).toBe(403);
  const { 'Saferpay-RequestId': _, ...nameless } = headers;
  expect((await ask('123456', '17654321', nameless)).status).toBe(400);
});

import { expect, test } from 'vitest';
import { accountWithEverything } from './accounts.ts';
import { simulatedLogin } from './serve.ts';
import { type Body, startTest } from './testing.ts';

const set = (body: Body, path: string, value: unknown): Body => {
  const copy = structuredClone(body);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const at = names.reduce<Body>((here, name) => {
    here[name] ??= {};
    return here[name] as Body;
  }, copy);
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
};

test.each([
  ['RequestHeader', undefined, 'required'],
  ['RequestHeader.SpecVersion', undefined, 'required'],
  ['RequestHeader.SpecVersion', '1.99', 'invalid'],
  ['RequestHeader.SpecVersion', 1.32, 'invalid'],
  ['RequestHeader.CustomerId', undefined, 'required'],
  ['RequestHeader.CustomerId', 'abc', 'invalid'],
  ['RequestHeader.RequestId', undefined, 'required'],
  ['RequestHeader.RequestId', 'a b', 'invalid'],
  ['RequestHeader.RequestId', 'x'.repeat(51), 'invalid'],
  ['RequestHeader.RetryIndicator', undefined, 'required'],
  ['RequestHeader.RetryIndicator', 10, 'invalid'],
  ['RequestHeader.RetryIndicator', '0', 'invalid'],
  ['TerminalId', undefined, 'required'],
  ['TerminalId', '1765432', 'invalid'],
  ['Payment', undefined, 'required'],
  ['Payment.Amount.Value', undefined, 'required'],
  ['Payment.Amount.Value', 4590, 'invalid'],
  ['Payment.Amount.Value', '0', 'invalid'],
  ['Payment.Amount.Value', '-5', 'invalid'],
  ['Payment.Amount.Value', '45.90', 'invalid'],
  ['Payment.Amount.CurrencyCode', undefined, 'required'],
  ['Payment.Amount.CurrencyCode', 'eur', 'invalid'],
  ['Payment.Description', undefined, 'required'],
  ['Payment.Description', '', 'invalid'],
  ['Payment.Description', 'x'.repeat(1001), 'invalid'],
  ['Payment.OrderId', 'with space', 'invalid'],
  ['Payment.OrderId', 'x'.repeat(81), 'invalid'],
  ['Payment.PayerNote', 'x'.repeat(51), 'invalid'],
  ['ReturnUrl.Url', undefined, 'required'],
  ['ReturnUrl.Url', 'javascript:alert(1)', 'invalid'],
  ['ReturnUrl.Url', `https://a.test/${'x'.repeat(2000)}`, 'invalid'],
  ['Notification.SuccessNotifyUrl', 'ftp://a.test/', 'invalid'],
  ['Payer.IpAddress', 'here', 'invalid'],
])('Initialize: %s as %j is %s', async (path, value, what) => {
  const sim = await startTest();
  const body = set({ RequestHeader: sim.header(), ...sim.initializeBody() }, path, value);
  const { status, body: said } = await sim.raw('PaymentPage/Initialize', JSON.stringify(body));
  expect({ status, name: said.ErrorName, message: said.ErrorMessage }).toEqual({
    status: 400,
    name: 'VALIDATION_FAILED',
    message: 'Request validation failed',
  });
  const name = path.split('.').at(-1);
  expect(said.ErrorDetail).toEqual([`${path}: The field ${name} is ${what}.`]);
});

test.each([
  ['Transaction/Capture', 'TransactionReference', {}],
  ['Transaction/Capture', 'TransactionReference', { TransactionId: 'a', OrderId: 'b' }],
  ['Transaction/Cancel', 'TransactionReference', undefined],
  ['Transaction/Refund', 'Refund', undefined],
  ['Transaction/AssertCapture', 'CaptureReference', undefined],
  ['Transaction/AssertRefund', 'TransactionReference', {}],
  ['Transaction/Inquire', 'TransactionReference', {}],
  ['PaymentPage/Assert', 'Token', undefined],
  ['Batch/Close', 'TerminalId', undefined],
])('%s without a right %s is refused', async (operation, field, value) => {
  const sim = await startTest();
  const { status, body } = await sim.call(operation, { [field]: value });
  expect(status).toBe(400);
  expect(String(body.ErrorDetail)).toContain(`${field}: The field ${field} is`);
});

test('what is refused before anything is read: who, how and in which form', async () => {
  const sim = await startTest();
  const body = JSON.stringify({ RequestHeader: sim.header(), Token: 'x' });
  const wrong = `Basic ${Buffer.from('API_123456_12345678:wrong').toString('base64')}`;
  for (const authorization of [wrong, '', 'Bearer x', 'Basic ???']) {
    expect(await sim.raw('PaymentPage/Assert', body, { authorization })).toMatchObject({
      status: 401,
      body: {
        ErrorName: 'AUTHENTICATION_FAILED',
        ErrorMessage: 'Unable to authenticate request',
        ErrorDetail: ['Invalid credentials'],
        Behavior: 'ABORT',
      },
    });
  }
  // In this order: authentication, Accept, Content-Type, body.
  const html = { accept: 'text/html', 'content-type': 'text/plain' };
  expect((await sim.raw('PaymentPage/Assert', 'x', { ...html, authorization: wrong })).status).toBe(401);
  const notAcceptable = await sim.raw('PaymentPage/Assert', 'x', html);
  expect(notAcceptable).toMatchObject({ status: 406, body: {} });
  expect(notAcceptable.type).not.toContain('json');
  expect((await sim.raw('PaymentPage/Assert', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await sim.raw('PaymentPage/Assert', 'x')).body).toMatchObject({ ErrorName: 'VALIDATION_FAILED' });
  expect((await sim.raw('PaymentPage/Nothing', '{}')).status).toBe(404);
});

test('foreign customer, terminal, token and transaction stay foreign; a currency needs a contract', async () => {
  const other = { ...simulatedLogin, customerId: '654321', terminalId: '17999999', user: 'API_654321_1' };
  const sim = await startTest({ accounts: [accountWithEverything(simulatedLogin), accountWithEverything(other)] });
  const { token } = await sim.begin();
  const { id } = await sim.paid();
  const authorization = `Basic ${Buffer.from(`${other.user}:${other.password}`).toString('base64')}`;
  const foreign = (operation: string, body: Body) => sim.call(operation, body, { authorization });
  expect(await foreign('PaymentPage/Assert', { Token: token })).toMatchObject({
    status: 403,
    body: { ErrorName: 'PERMISSION_DENIED', Behavior: 'ABORT' },
  });
  const RequestHeader = sim.header({ CustomerId: other.customerId });
  expect((await foreign('PaymentPage/Assert', { RequestHeader, Token: token })).body.ErrorName).toBe('TOKEN_INVALID');
  const reference = { RequestHeader, TransactionReference: { TransactionId: id } };
  expect((await foreign('Transaction/Capture', reference)).body.ErrorName).toBe('TRANSACTION_NOT_FOUND');
  const terminal = sim.initializeBody({ TerminalId: other.terminalId });
  expect((await sim.call('PaymentPage/Initialize', terminal)).body.ErrorName).toBe('PERMISSION_DENIED');
  const dollars = set(sim.initializeBody(), 'Payment.Amount.CurrencyCode', 'USD');
  expect(await sim.call('PaymentPage/Initialize', dollars)).toMatchObject({
    status: 402,
    body: { ErrorName: 'NO_CONTRACT' },
  });
});

test('methods that need a notification, and Klarna that needs items', async () => {
  const sim = await startTest();
  const detail = async (over: Body) =>
    (await sim.call('PaymentPage/Initialize', sim.initializeBody(over))).body.ErrorDetail;
  expect(await detail({ PaymentMethods: ['EPS'], Notification: undefined })).toEqual([
    'Notification: The field Notification is required.',
  ]);
  expect(await detail({ PaymentMethods: ['KLARNA'] })).toEqual(['Order.Items: The field Items is required.']);
  const Items = [{ Type: 'SERVICE', Name: 'Stadtlauf', Quantity: 1, UnitPrice: '4590' }];
  expect(await detail({ PaymentMethods: ['KLARNA'], Order: { Items } })).toBeUndefined();
});

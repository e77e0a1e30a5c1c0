import { expect, test } from 'vitest';
import { readConfig } from '#src/config/config.ts';
import { instant } from '#src/kernel/time.ts';
import { mountSimulator } from './mount.ts';
import type { Body } from './testing.ts';

const publicUrl = 'https://demo.startblock.example';

const config = readConfig({ PUBLIC_URL: publicUrl }, { demo: true });

function mounted() {
  const heard: string[] = [];
  const made = mountSimulator(
    config,
    () => instant(1_800_000_000_000),
    (request) => {
      heard.push(request.url);
      return new Response('ok');
    },
  );
  const { saferpay } = config;
  if (!made || !saferpay) throw new Error('nothing is mounted');
  const [simulator, account] = [made, saferpay];
  async function initialize(over: Body = {}): Promise<Body> {
    const answer = await simulator.fetch(`${account.url}/Payment/v1/PaymentPage/Initialize`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        RequestHeader: {
          SpecVersion: account.specVersion,
          CustomerId: account.customerId,
          RequestId: 'r1',
          RetryIndicator: 0,
        },
        TerminalId: account.terminalId,
        Payment: { Amount: { Value: '100', CurrencyCode: 'EUR' }, Description: 'Test' },
        PaymentMethods: ['EPS'],
        ReturnUrl: { Url: `${publicUrl}/back` },
        Notification: { SuccessNotifyUrl: `${publicUrl}/notify`, FailNotifyUrl: `${publicUrl}/notify` },
        ...over,
      }),
    });
    return (await answer.json()) as Body;
  }
  return { ...simulator, initialize, heard, base: `${publicUrl}/dev/saferpay` };
}

test('the payer pays at the shop, and the shop is told without leaving the process', async () => {
  const { initialize, answer, simulator, heard } = mounted();
  const { RedirectUrl } = await initialize();
  // Behind a proxy the server may see another host than its public one.
  const opening = await answer(
    new Request(String(RedirectUrl).replace('https://demo.startblock.example', 'http://10.0.0.1')),
  );
  const self = opening?.headers.get('location') ?? '';
  expect(self).toMatch(/^\/dev\/saferpay\/vt2\/page\//);
  const body = new URLSearchParams({ method: 'EPS', do: 'pay' });
  const left = await answer(new Request(`http://10.0.0.1${self}`, { method: 'POST', body }));
  expect(left?.headers.get('location')).toBe(`${publicUrl}/back`);
  await simulator.settled();
  expect(heard).toEqual([`${publicUrl}/notify`]);
});

test('nobody else reaches its interface or its control, and it calls nobody but the shop', async () => {
  const { answer, ask, base, initialize, simulator, heard } = mounted();
  expect(answer(new Request(`${base}/api/Payment/v1/PaymentPage/Initialize`, { method: 'POST' }))).toBeNull();
  expect(answer(new Request(`${base}/_sim/books`))).toBeNull();
  expect(answer(new Request(`${publicUrl}/other?next=/shop/dev/saferpay/vt2/`))).toBeNull();
  expect(ask('https://www.saferpay.com/api/Payment/v1/PaymentPage/Assert')).toBeNull();
  expect((await simulator.fetch(new Request(`${base}/_sim/books`))).status).toBe(404);
  const elsewhere = { SuccessNotifyUrl: 'http://169.254.169.254/', FailNotifyUrl: `${publicUrl}.evil.example/` };
  const { Token } = await initialize({ Notification: elsewhere });
  await simulator.pay(String(Token), { outcome: 'PAID' });
  simulator.stop();
  await simulator.settled();
  expect(heard).toEqual([]);
});

test('whoever names another provider in the settings has that one', () => {
  const named = readConfig(
    {
      PUBLIC_URL: publicUrl,
      SAFERPAY_URL: 'https://test.saferpay.com/api',
      SAFERPAY_CUSTOMER_ID: '123456',
      SAFERPAY_TERMINAL_ID: '17654321',
      SAFERPAY_USER: 'API_123456_12345678',
      SAFERPAY_PASSWORD: 'secret',
    },
    { demo: true },
  );
  expect(
    mountSimulator(
      named,
      () => instant(0),
      () => new Response(),
    ),
  ).toBeNull();
});

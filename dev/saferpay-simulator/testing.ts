import { once } from 'node:events';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { type Instant, instant } from '#src/kernel/time.ts';
import { type ServeOptions, serveSimulator, simulatedLogin } from './serve.ts';

/** A simulator on its own port and a shop that records notifications. */
export type Body = Record<string, unknown>;
export type Said = { status: number; type: string; body: Body; text: string };
/** Path and query of each notification, oldest first. */
export type ListeningShop = { url: string; heard: string[]; answerWith(...statuses: number[]): void };

const start = instant(Date.UTC(2026, 0, 30, 11, 45, 22, 258));

/** Answers 200 by default; status 0 breaks the connection. */
export async function listeningShop(): Promise<ListeningShop> {
  const heard: string[] = [];
  let statuses: number[] = [];
  const server = createServer((incoming, outgoing) => {
    heard.push(incoming.url ?? '');
    const status = statuses.shift() ?? 200;
    if (status === 0) incoming.socket.destroy();
    else outgoing.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}`,
    heard,
    answerWith: (...next) => {
      statuses = next;
    },
  };
}

export async function startTest(options: Partial<ServeOptions> = {}) {
  let now: Instant = start;
  const shop = await listeningShop();
  const served = await serveSimulator({ clock: () => now, notifyDelays: [0, 0, 0], ...options });
  onTestFinished(() => served.close());
  const { url, simulator } = served;
  const { customerId, terminalId, user, password } = simulatedLogin;
  let version = '1.32';
  let requests = 0;

  const header = (over: Body = {}): Body => ({
    SpecVersion: version,
    CustomerId: customerId,
    RequestId: `request-${++requests}`,
    RetryIndicator: 0,
    ...over,
  });
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  async function raw(operation: string, body: string, headers: Record<string, string> = {}): Promise<Said> {
    const answer = await fetch(`${url}/api/Payment/v1/${operation}`, {
      method: 'POST',
      headers: {
        authorization: basic,
        accept: 'application/json',
        'content-type': 'application/json; charset=utf-8',
        ...headers,
      },
      body,
    });
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    return { status: answer.status, type, text, body: type.startsWith('application/json') ? JSON.parse(text) : {} };
  }
  const call = (operation: string, body: Body = {}, headers: Record<string, string> = {}): Promise<Said> =>
    raw(operation, JSON.stringify({ RequestHeader: header(), ...body }), headers);

  const initializeBody = (over: Body = {}): Body => {
    const minor = Number(version.split('.')[1]);
    return {
      TerminalId: terminalId,
      Payment: {
        Amount: { Value: '4590', CurrencyCode: 'EUR' },
        OrderId: 'RX-1-1',
        Description: 'Stadtlauf 2026, Bestellung 1',
      },
      ...(minor >= 32
        ? { ReturnUrl: { Url: `${shop.url}/return?a=1` } }
        : { ReturnUrls: { Success: `${shop.url}/success`, Fail: `${shop.url}/fail`, Abort: `${shop.url}/abort` } }),
      Notification:
        minor >= 24
          ? { SuccessNotifyUrl: `${shop.url}/notify?r=success`, FailNotifyUrl: `${shop.url}/notify?r=fail` }
          : { NotifyUrl: `${shop.url}/notify?r=old` },
      ...over,
    };
  };
  async function begin(over: Body = {}): Promise<{ token: string; page: string }> {
    const { status, body, text } = await call('PaymentPage/Initialize', initializeBody(over));
    if (status !== 200) throw new Error(`Initialize: ${status} ${text}`);
    return { token: String(body.Token), page: String(body.RedirectUrl) };
  }
  const assert = (token: string): Promise<Said> => call('PaymentPage/Assert', { Token: token });

  return {
    url,
    shop,
    simulator,
    raw,
    call,
    header,
    begin,
    assert,
    initializeBody,
    setVersion(next: string): void {
      version = next;
    },
    advance(milliseconds: number): void {
      now = instant(now + milliseconds);
    },
    /** A payment by the first allowed method, ready for Assert. */
    async paid(over: Body = {}, method = 'VISA'): Promise<{ token: string; id: string; said: Said }> {
      const { token } = await begin({ PaymentMethods: [method], ...over });
      await simulator.pay(token, { outcome: 'PAID' });
      const said = await assert(token);
      return { token, id: String((said.body.Transaction as Body)?.Id), said };
    },
    capture: (id: string, more: Body = {}): Promise<Said> =>
      call('Transaction/Capture', { TransactionReference: { TransactionId: id }, ...more }),
    cancel: (id: string): Promise<Said> => call('Transaction/Cancel', { TransactionReference: { TransactionId: id } }),
    refund: (captureId: string, value: string, more: Body = {}): Promise<Said> =>
      call('Transaction/Refund', {
        Refund: { Amount: { Value: value, CurrencyCode: 'EUR' }, ...more },
        CaptureReference: { CaptureId: captureId },
      }),
    /** Like a browser without cookies; redirects are returned. */
    visit: (address: string, form?: Record<string, string>, language = 'de'): Promise<Response> =>
      fetch(new URL(address, url), {
        redirect: 'manual',
        headers: { 'accept-language': language },
        ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      }),
    control: async (name: string, body?: Body): Promise<{ status: number; body: Body }> => {
      const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      const answer = await fetch(`${url}/_sim/${name}`, init);
      return { status: answer.status, body: (await answer.json()) as Body };
    },
  };
}

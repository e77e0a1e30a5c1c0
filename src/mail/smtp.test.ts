import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fromIso } from '#src/kernel/time.ts';
import {
  type SmtpServerOptions,
  selfSigned,
  startSmtpServer,
  type TestSmtpServer,
} from '#tests/support/smtp-server.ts';
import { failureSentence, type MailFailure } from './failures.ts';
import type { MailContent, MailEnvelope, Transport } from './message.ts';
import { smtpTransport, tryServer } from './smtp.ts';

const envelope: MailEnvelope = {
  from: { address: 'anmeldung@mail.example.test', name: 'Donaulauf Anmeldung' },
  to: { address: 'anna.gruber@example.test', name: 'Anna Grüber' },
  replyTo: { address: 'info@verein.example.test' },
  messageId: '<order-4711.confirmation.1@mail.example.test>',
  date: fromIso('2026-01-10T10:15:00Z'),
  headers: { 'Content-Language': 'de' },
};
const content: MailContent = {
  subject: 'Deine Anmeldung – Bestellung RX10004271',
  text: 'Hallo Anna,\n\ndanke für deine Anmeldung.\n.\nEine Zeile mit nur einem Punkt steht darüber.',
  html: '<!doctype html><html lang="de"><body><p>Hallo Anna</p><img src="cid:qr" alt="QR"></body></html>',
  attachments: [
    { name: 'qr.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]), inlineId: 'qr' },
    { name: 'Startkarte.ics', type: 'text/calendar; charset=utf-8; method=PUBLISH', bytes: new Uint8Array([65]) },
  ],
};

let server: TestSmtpServer;
let transport: Transport;
beforeEach(async () => {
  server = await startSmtpServer();
  transport = smtpTransport(server.url);
});
afterEach(async () => {
  transport.close();
  await server.stop();
});

test('a mail arrives with its headers and parts', async () => {
  expect(await transport.send(envelope, content)).toEqual({ kind: 'sent', reply: expect.stringContaining('250') });
  expect(server.mails).toHaveLength(1);
  const { from, to, source } = server.mails[0]!;
  expect([from, to]).toEqual(['anmeldung@mail.example.test', ['anna.gruber@example.test']]);
  const head = source.slice(0, source.indexOf('\r\n\r\n'));
  for (const header of [
    'From: Donaulauf Anmeldung <anmeldung@mail.example.test>',
    'Reply-To: <info@verein.example.test>',
    'Message-ID: <order-4711.confirmation.1@mail.example.test>',
    'Date: Sat, 10 Jan 2026 10:15:00 +0000',
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    'Content-Language: de',
    'Content-Type: multipart/mixed',
  ]) {
    expect(head).toContain(header);
  }
  expect(head).not.toMatch(/List-Unsubscribe|Precedence|X-Mailer/i);
  expect(head).toContain('=?UTF-8?Q?');
  expect(source).toContain('multipart/alternative');
  expect(source).toContain('multipart/related');
  expect(source).toContain('Content-ID: <qr>');
  expect(source).toContain('method=PUBLISH');
  expect(source).toMatch(/danke f=C3=BCr/);
  expect(source.replaceAll('=\r\n', '')).toContain('\r\n.\r\nEine Zeile mit nur einem Punkt');
  expect(Math.max(...source.split('\r\n').map((row) => row.length))).toBeLessThanOrEqual(998);
});

test('connections are kept for the next mail', async () => {
  for (let n = 0; n < 5; n += 1) expect((await transport.send(envelope, content)).kind).toBe('sent');
  expect(server.connections).toBe(1);
});

describe('refusals', () => {
  test.each([
    ['recipient', 550, '5.1.1 no such user', 'permanent', 'recipient'],
    ['recipient', 450, '4.2.1 mailbox busy', 'temporary', 'recipient'],
    ['mailFrom', 553, '5.1.8 sender rejected', 'temporary', 'sender'],
    ['mailFrom', 530, '5.7.0 log in first', 'temporary', 'login'],
    ['mailFrom', 552, '5.3.4 message too large', 'permanent', 'content'],
    ['mailFrom', 421, '4.7.0 too many connections', 'temporary', 'sender'],
    ['content', 554, '5.7.1 refused as spam', 'permanent', 'content'],
    ['content', 451, '4.3.0 try again later', 'temporary', 'content'],
  ] as const)('%s answered with %i %s: %s, %s', async (at, code, text, kind, failure) => {
    server.refuseWith = { at, code, text };
    const outcome = await transport.send(envelope, content);
    expect(outcome).toEqual({ kind, failure, reason: expect.stringContaining(text) });
    expect(server.mails).toHaveLength(0);
    server.refuseWith = null;
    expect((await transport.send(envelope, content)).kind).toBe('sent');
  });

  test('what the server quotes of the mail is left out of its answer', async () => {
    const text =
      '5.7.1 Anna Grüber <anna.gruber@example.test>: RX10004271 "Deine Anmeldung" refused as spam, anna.gruber';
    server.refuseWith = { at: 'content', code: 554, text };
    const named = { ...content, text: `Hallo Anna,\n\n${content.subject}` };
    expect(await transport.send(envelope, named)).toEqual({
      kind: 'permanent',
      failure: 'content',
      reason: '554 5.7.1 … …: … … refused as spam, …',
    });
  });

  test('a wrong password of ours is no verdict on the mail; the right one sends', async () => {
    const guarded = await startSmtpServer({ login: { user: 'shop@example.test', password: 'p@ss/word' } });
    const wrong = smtpTransport(guarded.url.replace('p%40ss', 'other'));
    expect(await wrong.send(envelope, content)).toMatchObject({ kind: 'temporary', failure: 'login' });
    const right = smtpTransport(guarded.url);
    expect((await right.send(envelope, content)).kind).toBe('sent');
    wrong.close();
    right.close();
    await guarded.stop();
  });

  test('a connection that is lost while a mail is handed over may be about that mail', async () => {
    const hangsUp = await listening((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (data) => {
        if (/^DATA/m.test(String(data))) socket.destroy();
        else socket.write('250 ok\r\n');
      });
    });
    expect(await failureAt(hangsUp)).toEqual(['lost', expect.stringContaining('while the mail was handed over')]);
  });

  test.each(['', 'anna', 'a@b@c', 'a@example.test, b@example.test', 'a@example.test\r\nBcc: x@example.test'])(
    '%j is no address',
    async (address) => {
      expect(await transport.send({ ...envelope, to: { address } }, content)).toMatchObject({ kind: 'permanent' });
      expect(server.connections).toBe(0);
    },
  );
});

/** Something that listens on 127.0.0.1 and does what is said with who comes. */
async function listening(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    answer(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function running(options: SmtpServerOptions, host = 'localhost'): Promise<TestSmtpServer> {
  const started = await startSmtpServer(options);
  onTestFinished(() => started.stop());
  started.url = started.url.replace('127.0.0.1', host);
  return started;
}

/** What becomes of a mail there. */
async function failureAt(url: string, options: Parameters<typeof smtpTransport>[1] = {}): Promise<unknown> {
  const there = smtpTransport(url, options);
  const outcome = await there.send(envelope, content);
  there.close();
  return outcome.kind === 'sent' ? 'sent' : [outcome.failure, outcome.reason];
}

describe('why no mail goes out is said by doctor and outbox alike', () => {
  const own = selfSigned();
  const over = selfSigned({ days: -1 });
  const other = selfSigned({ name: 'mail.example.test' });
  const login = { user: 'shop', password: 'secret' };
  type Place = { url: string; ca?: string; patienceMs?: number };
  const places: [string, MailFailure, () => Promise<Place>][] = [
    [
      'nobody listens',
      'noConnection',
      async () => {
        const gone = await startSmtpServer();
        await gone.stop();
        return gone;
      },
    ],
    ['the name is not there', 'unknownHost', async () => ({ url: 'smtp://nowhere.invalid' })],
    ['it takes calls and says nothing', 'timeout', async () => ({ url: await listening(() => {}), patienceMs: 300 })],
    ['its certificate is signed by itself', 'selfSigned', () => running({ certificate: own })],
    [
      'its certificate is over',
      'expired',
      async () => ({ url: (await running({ certificate: over })).url, ca: over.cert }),
    ],
    [
      'its certificate is for another name',
      'otherName',
      async () => ({ url: (await running({ certificate: other })).url, ca: other.cert }),
    ],
    ['smtps where none is', 'tls', async () => ({ url: (await running({})).url.replace('smtp:', 'smtps:') })],
    ['no STARTTLS, though required', 'noStartTls', async () => ({ url: `${(await running({})).url}?tls=required` })],
    ['the login is refused', 'login', async () => ({ url: (await running({ login })).url.replace('secret', 'other') })],
    [
      'the sender is refused',
      'sender',
      async () => {
        const there = await running({});
        there.refuseWith = { at: 'mailFrom', code: 550, text: '5.7.1 not yours' };
        return there;
      },
    ],
    [
      'the greeting is a refusal',
      'greeting',
      async () => {
        const there = await running({});
        there.refuseWith = { at: 'greeting', code: 554, text: '5.7.1 go away' };
        return there;
      },
    ],
    ['it speaks something else', 'greeting', async () => ({ url: await listening((socket) => socket.end('Hi\r\n')) })],
    ['it hangs up', 'closed', async () => ({ url: await listening((socket) => socket.end()) })],
  ];

  test.each(places)('%s: %s', { timeout: 20_000 }, async (_, failure, start) => {
    const { url, ...options } = await start();
    const sentence = failureSentence(failure);
    const [refusal, [found, reason]] = await Promise.all([
      tryServer(url, 'shop@example.test', options).catch(String),
      failureAt(url, options) as Promise<[MailFailure, string]>,
    ]);
    expect(refusal).toContain(new URL(url).host);
    expect(refusal).toContain(sentence);
    expect(refusal).not.toContain('secret');
    expect(found).toBe(failure);
    // Where the server said why, that is kept.
    if (!/^\d{3} |^Hi$/.test(reason)) expect(reason).toContain(sentence);
  });

  test('a server that takes mails is greeted, encrypted, logged in to and named the sender, and gets no mail', async () => {
    const there = await running({ login, certificate: own });
    const trusted = { ca: own.cert };
    const place = `localhost:${new URL(there.url).port}`;
    expect(await tryServer(`${there.url}?tls=required`, 'shop@example.test', trusted)).toBe(
      `${place} takes mails from shop@example.test`,
    );
    expect(there.connections).toBe(1);
    expect(there.mails).toEqual([]);
    expect(await failureAt(`${there.url}?tls=required`, trusted)).toBe('sent');
  });

  test('a sender without a mailbox is a sender all the same', async () => {
    const there = await running({});
    there.refuseWith = { at: 'recipient', code: 550, text: '5.1.1 no such user' };
    expect(await tryServer(there.url, 'noreply@example.test')).toContain('takes mails from noreply@example.test');
    expect(there.mails).toEqual([]);
  });

  test('tls=off leaves an offered STARTTLS alone', async () => {
    const there = await running({ certificate: own });
    expect(await tryServer(`${there.url}?tls=off`, 'shop@example.test')).toContain('takes mails');
    expect(await failureAt(`${there.url}?tls=off`)).toBe('sent');
  });
});

test('no name, subject or header begins a new header line', async () => {
  const evil = 'Lauf\r\nBcc: thief@example.test\r\n\r\nbody';
  const outcome = await transport.send(
    {
      ...envelope,
      from: { ...envelope.from, name: evil },
      to: { ...envelope.to, name: evil },
      headers: { 'X-Event': evil },
    },
    { ...content, subject: evil, attachments: [{ name: evil, type: `text/plain\r\nBcc: x`, bytes: new Uint8Array() }] },
  );
  expect(outcome.kind).toBe('sent');
  const { to, source } = server.mails[0]!;
  expect(to).toEqual(['anna.gruber@example.test']);
  expect(source).not.toMatch(/^Bcc:/im);
});

test.each(['http://mail.example.test', 'mail.example.test', ''])('%j is no mail server', (url) =>
  expect(() => smtpTransport(url)).toThrow(TypeError),
);

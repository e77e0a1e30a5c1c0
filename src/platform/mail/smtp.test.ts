import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromIso } from '#src/kernel/time.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/smtp-server.ts';
import type { MailContent, MailEnvelope, Transport } from './message.ts';
import { smtpTransport } from './smtp.ts';

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
    ['recipient', 550, '5.1.1 no such user', 'permanent'],
    ['recipient', 450, '4.2.1 mailbox busy', 'temporary'],
    ['mailFrom', 553, '5.1.8 sender rejected', 'permanent'],
    ['mailFrom', 421, '4.7.0 too many connections', 'temporary'],
    ['content', 554, '5.7.1 refused as spam', 'permanent'],
    ['content', 451, '4.3.0 try again later', 'temporary'],
  ] as const)('%s answered with %i %s: %s', async (at, code, text, kind) => {
    server.refuseWith = { at, code, text };
    const outcome = await transport.send(envelope, content);
    expect(outcome).toEqual({ kind, reason: expect.stringContaining(text) });
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
      reason: '554 5.7.1 … …: … … refused as spam, …',
    });
  });

  test('nobody listens', async () => {
    const gone = await startSmtpServer();
    await gone.stop();
    const lonely = smtpTransport(gone.url);
    expect(await lonely.send(envelope, content)).toEqual({
      kind: 'temporary',
      isDown: true,
      reason: expect.stringMatching(/refused|connect/i),
    });
    lonely.close();
  });

  test('a wrong password of ours is no verdict on the mail; the right one sends', async () => {
    const guarded = await startSmtpServer({ user: 'shop@example.test', password: 'p@ss/word' });
    const wrong = smtpTransport(guarded.url.replace('p%40ss', 'other'));
    expect(await wrong.send(envelope, content)).toMatchObject({ kind: 'temporary', isDown: true });
    const right = smtpTransport(guarded.url);
    expect((await right.send(envelope, content)).kind).toBe('sent');
    wrong.close();
    right.close();
    await guarded.stop();
  });

  test.each(['', 'anna', 'a@b@c', 'a@example.test, b@example.test', 'a@example.test\r\nBcc: x@example.test'])(
    '%j is no address',
    async (address) => {
      expect(await transport.send({ ...envelope, to: { address } }, content)).toMatchObject({ kind: 'permanent' });
      expect(server.connections).toBe(0);
    },
  );
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

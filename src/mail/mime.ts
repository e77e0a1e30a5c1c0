import { Buffer } from 'node:buffer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { assert } from '#src/kernel/assert.ts';
import { isSender, type Mailbox, type MailContent, type MailEnvelope, oneLine } from './message.ts';

function mailbox({ address, name = '' }: Mailbox): { address: string; name: string } {
  assert(isSender(address), 'a mail goes to and comes from one plain address');
  return { address, name: oneLine(name) };
}

function headersOf(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const safe: Record<string, string> = {
    // Suppresses vacation notices and delivery reports (RFC 3834; Exchange reads the second header).
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  };
  for (const [name, value] of Object.entries(headers)) {
    assert(/^[A-Za-z][A-Za-z0-9-]*$/.test(name), 'a header name is letters, digits and hyphens');
    safe[name] = oneLine(value);
  }
  return safe;
}

/** Puts `<>` around addresses without a name. nodemailer omits them, which spam filters penalize. */
function bracketed(message: Buffer): Buffer {
  const end = message.indexOf('\r\n\r\n');
  const headers = message.toString('latin1', 0, end);
  const changed = headers.replace(/^(From|To|Reply-To):(\s+)([^<>\s,]+@[^<>\s,]+)$/gm, '$1:$2<$3>');
  return Buffer.concat([Buffer.from(changed, 'latin1'), message.subarray(end)]);
}

/** Mail has CRLF only. The library could convert the whole message, but would take half as long again. */
const withCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

/** The whole message in 7 bits, with lines of at most 76 characters. */
export async function messageOf(envelope: MailEnvelope, content: MailContent): Promise<Buffer> {
  assert(/^<[^<>\s]+@[^<>\s]+>$/.test(envelope.messageId), 'a Message-ID looks like <what@domain>');
  const mail = new MailComposer({
    from: mailbox(envelope.from),
    to: mailbox(envelope.to),
    ...(envelope.replyTo ? { replyTo: mailbox(envelope.replyTo) } : {}),
    headers: headersOf(envelope.headers),
    messageId: envelope.messageId,
    date: new Date(envelope.date),
    subject: oneLine(content.subject),
    encoding: 'quoted-printable',
    text: withCrlf(content.text),
    html: withCrlf(content.html),
    attachments: content.attachments?.map(({ name, type, bytes, inlineId }) => ({
      filename: oneLine(name),
      contentType: oneLine(type),
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      contentTransferEncoding: 'base64' as const,
      ...(inlineId ? { cid: oneLine(inlineId), contentDisposition: 'inline' as const } : {}),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return bracketed(await mail.compile().build());
}

/** From our own shape to what the library makes MIME of (RFC 5322, 2045). */
import type Mail from 'nodemailer/lib/mailer';
import { assert } from '#src/kernel/assert.ts';
import { isSender, type Mailbox, type MailContent, type MailEnvelope, oneLine } from './message.ts';

function mailbox({ address, name = '' }: Mailbox): Mail.Address {
  assert(isSender(address), 'a mail goes to and comes from one plain address');
  return { address, name: oneLine(name) };
}

function headersOf(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const safe: Record<string, string> = {
    // No vacation notices and no delivery reports to a machine (RFC 3834; Exchange listens to the second).
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  };
  for (const [name, value] of Object.entries(headers)) {
    assert(/^[A-Za-z][A-Za-z0-9-]*$/.test(name), 'a header name is letters, digits and hyphens');
    safe[name] = oneLine(value);
  }
  return safe;
}

/** The message as nodemailer wants it: mixed(alternative(text, related(html, pictures)), attachments). */
export function composed(envelope: MailEnvelope, content: MailContent): Mail.Options {
  assert(/^<[^<>\s]+@[^<>\s]+>$/.test(envelope.messageId), 'a Message-ID looks like <what@domain>');
  return {
    from: mailbox(envelope.from),
    to: mailbox(envelope.to),
    ...(envelope.replyTo ? { replyTo: mailbox(envelope.replyTo) } : {}),
    subject: oneLine(content.subject),
    messageId: envelope.messageId,
    date: new Date(envelope.date),
    headers: headersOf(envelope.headers),
    text: content.text,
    html: content.html,
    attachments: (content.attachments ?? []).map((attachment) => ({
      filename: oneLine(attachment.name),
      contentType: oneLine(attachment.type),
      content: Buffer.from(attachment.bytes),
      ...(attachment.inlineId
        ? { cid: attachment.inlineId, contentDisposition: 'inline' as const }
        : { contentDisposition: 'attachment' as const }),
    })),
    // Content comes from our own code only; a path or an address in it must never be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

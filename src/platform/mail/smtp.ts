/** Mail over SMTP (RFC 5321), pooled. */
import type { Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { isEmail } from '#src/kernel/email.ts';
import { errorLine } from '../describe-error.ts';
import type { MailContent, MailEnvelope, SendOutcome, Transport } from './message.ts';
import type { messageOf } from './mime.ts';
import { namesIn, serverWords } from './server-words.ts';

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * A 5xx answer to sender, recipient or content is final. A failed login (535), a failed greeting or a broken connection
 * says something about us or the network, not about this mail, so it is tried again.
 */
function failure(error: SmtpError, values: readonly string[]): SendOutcome {
  const reason = error.response ? serverWords(error.response, values) : errorLine(error);
  const isAboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  const isFinal = isAboutThisMail && (error.responseCode ?? 0) >= 500;
  if (isFinal) return { kind: 'permanent', reason };
  return { kind: 'temporary', reason, ...(isAboutThisMail ? {} : { isDown: true }) };
}

/** What the server may quote. */
function valuesOf({ to, replyTo }: MailEnvelope, { subject, text, html }: MailContent): string[] {
  const people = [to.address, to.name, replyTo?.address, replyTo?.name];
  return [
    ...people.filter((value) => value !== undefined),
    subject,
    ...namesIn(text),
    ...namesIn(html.replace(/<[^>]*>/g, ' ')),
  ];
}

/**
 * @param url `smtp://user:password@host:587` (STARTTLS when the server offers it) or `smtps://…:465`.
 * @throws TypeError when the text is no such address.
 */
export function smtpTransport(url: string): Transport {
  const address = new URL(url);
  if (!['smtp:', 'smtps:'].includes(address.protocol))
    throw new TypeError('a mail server address begins smtp: or smtps:');
  const isSecure = address.protocol === 'smtps:';
  const pool: SMTPPool.Options = {
    pool: true,
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(address.username
      ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }
      : {}),
    maxConnections: 4,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  type Post = { transporter: Transporter<SMTPPool.SentMessageInfo>; messageOf: typeof messageOf };
  // The library weighs something, so it is loaded with the first mail.
  let opening: Promise<Post> | null = null;
  const open = async (): Promise<Post> => {
    const [{ createTransport }, { messageOf }] = await Promise.all([import('nodemailer'), import('./mime.ts')]);
    return { transporter: createTransport(pool), messageOf };
  };
  return {
    async send(envelope, content) {
      if (!isEmail(envelope.to.address)) return { kind: 'permanent', reason: 'not a mail address' };
      opening ??= open();
      const { transporter, messageOf } = await opening;
      const raw = messageOf(envelope, content);
      try {
        const info = await transporter.sendMail({
          envelope: { from: envelope.from.address, to: envelope.to.address },
          raw,
        });
        return { kind: 'sent', reply: info.response };
      } catch (error) {
        return failure(error as SmtpError, valuesOf(envelope, content));
      }
    },
    close() {
      void opening?.then(({ transporter }) => transporter.close());
    },
  };
}

import { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { isEmail } from '#src/kernel/email.ts';
import { failureOf, failureSentence, isDown, reasonOf, type SmtpError } from './failures.ts';
import type { MailContent, MailEnvelope, SendOutcome, Transport } from './message.ts';
import type { messageOf } from './mime.ts';
import { namesIn, serverWords } from './server-words.ts';

/** A 5xx answer to the recipient or the content is final. Other failures say nothing about this mail, so it is tried again. */
function failureOutcome(error: SmtpError, isBegun: boolean, values: readonly string[]): SendOutcome {
  const failure = failureOf(error, isBegun);
  const isFinal = !isDown(failure) && (error.responseCode ?? 0) >= 500;
  return { kind: isFinal ? 'permanent' : 'temporary', failure, reason: reasonOf(error, failure, values) };
}

/** Texts of the mail that the server may quote. */
function valuesOf({ to, replyTo }: MailEnvelope, { subject, text, html }: MailContent): string[] {
  const people = [to.address, to.name, replyTo?.address, replyTo?.name];
  return [
    ...people.filter((value) => value !== undefined),
    subject,
    ...namesIn(text),
    ...namesIn(html.replace(/<[^>]*>/g, ' ')),
  ];
}

type Connecting = Pick<
  SMTPPool.Options,
  'host' | 'port' | 'secure' | 'auth' | 'ignoreTLS' | 'requireTLS' | 'connectionTimeout' | 'greetingTimeout' | 'tls'
> & { host: string; port: number };

/** For tests: additional certificate authorities, and how long to wait for a connection and its greeting. */
type ConnectionOptions = { ca?: string; patienceMs?: number };

/**
 * @param url `smtp://user:password@host:587` (STARTTLS when the server offers it; `?tls=required`: or nothing; `?tls=off`:
 *   never) or `smtps://…:465`.
 * @throws TypeError when the text is no such address.
 */
function connectingTo(url: string, { ca, patienceMs = 10_000 }: ConnectionOptions): Connecting {
  const address = new URL(url);
  if (!['smtp:', 'smtps:'].includes(address.protocol))
    throw new TypeError('a mail server address begins smtp: or smtps:');
  const isSecure = address.protocol === 'smtps:';
  const tls = address.searchParams.get('tls');
  return {
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(tls === 'off' ? { ignoreTLS: true } : {}),
    ...(tls === 'required' ? { requireTLS: true } : {}),
    ...(address.username
      ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }
      : {}),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
  };
}

export function smtpTransport(url: string, options: ConnectionOptions = {}): Transport {
  const pool: SMTPPool.Options = {
    ...connectingTo(url, options),
    pool: true,
    maxConnections: 4,
    maxMessages: 100,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  type Post = { transporter: Transporter<SMTPPool.SentMessageInfo>; messageOf: typeof messageOf };
  // Loaded with the first mail, because the library is large.
  let opening: Promise<Post> | null = null;
  const open = async (): Promise<Post> => {
    const [{ createTransport }, { messageOf }] = await Promise.all([import('nodemailer'), import('./mime.ts')]);
    return { transporter: createTransport(pool), messageOf };
  };
  return {
    async send(envelope, content) {
      if (!isEmail(envelope.to.address))
        return { kind: 'permanent', failure: 'recipient', reason: 'not a mail address' };
      opening ??= open();
      const { transporter, messageOf } = await opening;
      const message = await messageOf(envelope, content);
      let isBegun = false;
      // The library reads the message after login, and then gives its recipient.
      const raw = new Readable({
        read() {
          isBegun = true;
          this.push(message);
          this.push(null);
        },
      });
      try {
        const info = await transporter.sendMail({
          envelope: { from: envelope.from.address, to: envelope.to.address },
          raw,
        });
        return { kind: 'sent', reply: info.response };
      } catch (error) {
        return failureOutcome(error as SmtpError, isBegun, valuesOf(envelope, content));
      }
    },
    close() {
      void opening?.then(({ transporter }) => transporter.close());
    },
  };
}

/**
 * Greets the server, encrypts, logs in and names the sender, without sending a mail. Returns the server's address.
 * @throws Error with one sentence: where, what is wrong and what to do
 */
export async function tryServer(url: string, sender: string, options: ConnectionOptions = {}): Promise<string> {
  const connecting = connectingTo(url, { patienceMs: 5000, ...options });
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SMTPConnection(connecting);
  const place = `${connecting.host}:${connecting.port}`;
  try {
    await new Promise<void>((resolve, reject) => {
      const then = (next: () => void) => (error?: Error | null) => (error ? reject(error) : next());
      // Names the recipient, too. Nothing of a message follows, so the server drops the mail when the connection closes.
      const nameSender = () => {
        const message = new Readable({ read: () => resolve() });
        connection.send({ from: sender, to: [sender] }, message, (error) => {
          const isAboutRecipient = (error as SmtpError | null)?.command === 'RCPT TO';
          return error && !isAboutRecipient ? reject(error) : resolve();
        });
      };
      connection.once('error', reject);
      connection.once('end', () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' })));
      connection.connect(
        then(() => {
          const { auth } = connecting;
          if (auth && connection.allowsAuth) connection.login(auth, then(nameSender));
          else nameSender();
        }),
      );
    });
  } catch (error) {
    const failure = failureOf(error as SmtpError, false);
    const { response } = error as SmtpError;
    throw new Error(`${place}: ${failureSentence(failure)}${response ? ` (${serverWords(response, [])})` : ''}`);
  } finally {
    connection.close();
  }
  return `${place} takes mails from ${sender}`;
}

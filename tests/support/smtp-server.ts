/** A real SMTP server on 127.0.0.1 for tests; it keeps what it accepts and can be told to refuse. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type CaughtMail = { from: string; to: string[]; source: string };
export type SmtpRefusal = { at: 'mailFrom' | 'recipient' | 'content'; code: number; text: string };
export type TestSmtpServer = {
  url: string;
  mails: CaughtMail[];
  /** Told to the next client that gets there; null accepts again. */
  refuseWith: SmtpRefusal | null;
  connections: number;
  stop(): Promise<void>;
};

/** `port`: one that was free before; by default any free one. */
export async function startSmtpServer(login?: { user: string; password: string }, atPort = 0): Promise<TestSmtpServer> {
  const mails: CaughtMail[] = [];
  const refusalAt = (at: SmtpRefusal['at']) => {
    const refusal = caught.refuseWith;
    return refusal?.at === at ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null;
  };
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: !login,
    allowInsecureAuth: true,
    logger: false,
    // A pool of ours keeps its connections; who stops a server does not wait for it.
    closeTimeout: 100,
    onConnect(_session, done) {
      caught.connections += 1;
      done();
    },
    onAuth: (given, _session, done) =>
      given.username === login?.user && given.password === login?.password
        ? done(null, { user: given.username })
        : done(new Error('Authentication failed')),
    onMailFrom: (_address, _session, done) => done(refusalAt('mailFrom')),
    onRcptTo: (_address, _session, done) => done(refusalAt('recipient')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const refusal = refusalAt('content');
        if (refusal) return done(refusal);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done(null, 'queued as test-1');
      });
    },
  });
  const caught: TestSmtpServer = {
    url: '',
    mails,
    refuseWith: null,
    connections: 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(atPort, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const userinfo = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  caught.url = `smtp://${userinfo}127.0.0.1:${port}`;
  return caught;
}

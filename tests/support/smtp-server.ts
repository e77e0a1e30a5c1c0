/** An SMTP server on 127.0.0.1, which can be told to refuse. */
import type { AddressInfo } from 'node:net';
import forge from 'node-forge';
import { SMTPServer } from 'smtp-server';

export type CaughtMail = { from: string; to: string[]; source: string };
export type SmtpRefusal = { at: 'greeting' | 'mailFrom' | 'recipient' | 'content'; code: number; text: string };
export type TestSmtpServer = {
  url: string;
  mails: CaughtMail[];
  /** For the next client; null accepts again. */
  refuseWith: SmtpRefusal | null;
  connections: number;
  stop(): Promise<void>;
};

export type SmtpServerOptions = {
  login?: { user: string; password: string };
  /** Default: a free one. */
  port?: number;
  /** Enables STARTTLS. */
  certificate?: Certificate;
};
export type Certificate = { key: string; cert: string };

/** A self-signed certificate. */
export function selfSigned({ name = 'localhost', days = 2 } = {}): Certificate {
  const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = '01';
  const now = Date.now();
  const day = 86_400_000;
  certificate.validity.notBefore = new Date(now - 9 * day);
  certificate.validity.notAfter = new Date(now + days * day);
  const subject = [{ name: 'commonName', value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
  ]);
  certificate.sign(privateKey, forge.md.sha256.create());
  return { key: forge.pki.privateKeyToPem(privateKey), cert: forge.pki.certificateToPem(certificate) };
}

export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const { login, port: atPort = 0, certificate } = options;
  const mails: CaughtMail[] = [];
  const refusalAt = (at: SmtpRefusal['at']) => {
    const refusal = caught.refuseWith;
    return refusal?.at === at ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null;
  };
  const server = new SMTPServer({
    disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    ...certificate,
    authOptional: !login,
    allowInsecureAuth: true,
    logger: false,
    // Pooled connections need not end.
    closeTimeout: 100,
    onConnect(_session, done) {
      caught.connections += 1;
      done(refusalAt('greeting'));
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
    // A client that rejects the certificate disconnects.
    server.on('error', reject);
    server.listen(atPort, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const userinfo = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : '';
  caught.url = `smtp://${userinfo}127.0.0.1:${port}`;
  return caught;
}

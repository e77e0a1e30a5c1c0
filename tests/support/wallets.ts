import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** A test authority for Apple Wallet, with a shop's settings. */
export function makeApple({
  passphrase,
  until = new Date('2030-01-01T00:00:00Z'),
}: {
  passphrase?: string;
  until?: Date;
} = {}) {
  const authority = keyPair();
  const signer = keyPair();
  const named = (name: string, more: forge.pki.CertificateField[] = []) => [
    { name: 'commonName', value: name },
    ...more,
  ];
  const wwdr = certificate(
    '1',
    authority,
    named('Made-up WWDR'),
    { key: authority, subject: named('Made-up WWDR') },
    until,
  );
  const subject = named('Pass Type ID: pass.example.startblock', [
    { type: '0.9.2342.19200300.100.1.1', value: 'pass.example.startblock' },
  ]);
  const cert = certificate('2', signer, subject, { key: authority, subject: named('Made-up WWDR') }, until);
  const key = signer.privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    ...(passphrase ? { cipher: 'aes-256-cbc', passphrase } : {}),
  });
  return {
    cert,
    wwdr,
    env: {
      APPLE_WALLET_CERT: cert,
      APPLE_WALLET_KEY: String(key),
      ...(passphrase ? { APPLE_WALLET_KEY_PASSPHRASE: passphrase } : {}),
      APPLE_WALLET_WWDR: wwdr,
      APPLE_WALLET_PASS_TYPE_ID: 'pass.example.startblock',
      APPLE_WALLET_TEAM_ID: 'ABCDE12345',
    },
  };
}

/** A test service account of Google with its public key. */
export function makeGoogle() {
  const { privateKey, publicKey } = keyPair();
  const account = {
    type: 'service_account',
    client_email: 'wallet@startblock-test.iam.gserviceaccount.com',
    private_key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
  return {
    publicKey,
    env: {
      GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
      GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify(account),
    },
  };
}

export function selfSigned(host: string) {
  const pair = keyPair();
  const subject = [{ name: 'commonName', value: host }];
  const until = new Date('2030-01-01T00:00:00Z');
  return {
    certificate: certificate('3', pair, subject, { key: pair, subject }, until),
    key: String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
type Pair = ReturnType<typeof keyPair>;

function certificate(
  serialNumber: string,
  of: Pair,
  subject: forge.pki.CertificateField[],
  by: { key: Pair; subject: forge.pki.CertificateField[] },
  until: Date,
): string {
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(String(of.publicKey.export({ type: 'spki', format: 'pem' })));
  made.serialNumber = `0${serialNumber}`;
  made.validity.notBefore = new Date('2020-01-01T00:00:00Z');
  made.validity.notAfter = until;
  made.setSubject(subject);
  made.setIssuer(by.subject);
  const key = String(by.key.privateKey.export({ type: 'pkcs1', format: 'pem' }));
  made.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return forge.pki.certificateToPem(made);
}

/** Files of a ZIP with stored entries. */
export function unzip(zip: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(zip);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameSize] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (bytes.readUInt16LE(at + 10) !== 0) throw new Error('this entry is packed');
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameSize), bytes.subarray(begin, begin + size));
    at += 46 + nameSize + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** Verifies a detached PKCS #7 signature (DER) of the content by this certificate. */
export function isSignedBy(signature: Uint8Array, content: Uint8Array, certificatePem: string): boolean {
  const der = forge.asn1.fromDer(Buffer.from(signature).toString('binary'));
  const captured = forge.pkcs7.messageFromAsn1(der) as unknown as {
    rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string; certificates: forge.asn1.Asn1 };
  };
  const { authenticatedAttributes, signature: value } = captured.rawCapture;
  const attribute = (oid: string) =>
    authenticatedAttributes
      .map(({ value: parts }) => parts as forge.asn1.Asn1[])
      .find(([type]) => forge.asn1.derToOid(type?.value as string) === oid)?.[1]?.value as
      | forge.asn1.Asn1[]
      | undefined;
  const digest = attribute(forge.pki.oids.messageDigest as string)?.[0]?.value as string;
  if (!attribute(forge.pki.oids.signingTime as string)) return false;
  if (Buffer.from(digest, 'binary').toString('hex') !== createHash('sha1').update(content).digest('hex')) return false;
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, authenticatedAttributes);
  return verify(
    'RSA-SHA1',
    Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary'),
    createPublicKey(new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'pem' })),
    Buffer.from(value, 'binary'),
  );
}

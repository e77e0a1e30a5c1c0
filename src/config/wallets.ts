import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { allSetOrNone, ConfigError, checked, type Env, text } from './text.ts';

/** The signer of Apple Wallet passes. Certificates and the unencrypted key are PEM texts. */
export type AppleWalletConfig = {
  certificate: string;
  key: string;
  /** Apple's intermediate certificate (Worldwide Developer Relations). */
  wwdr: string;
  passTypeId: string;
  teamId: string;
  /** The earlier end of both certificates. */
  validUntil: number;
};

export type GoogleWalletConfig = { issuerId: string; email: string; privateKey: string };

const appleNames = ['CERT', 'KEY', 'WWDR', 'PASS_TYPE_ID', 'TEAM_ID'].map((part) => `APPLE_WALLET_${part}`);

/** @throws ConfigError naming the variable that is missing or malformed */
export function appleWallet(env: Env): AppleWalletConfig | null {
  if (!allSetOrNone(env, [...appleNames, 'APPLE_WALLET_KEY_PASSPHRASE'], appleNames)) return null;
  const certificate = certificateIn(env, 'APPLE_WALLET_CERT');
  const wwdr = certificateIn(env, 'APPLE_WALLET_WWDR');
  const key = keyIn(env, 'APPLE_WALLET_KEY', text(env, 'APPLE_WALLET_KEY_PASSPHRASE'));
  if (!belongTogether(certificate, key)) {
    throw new ConfigError('APPLE_WALLET_KEY is not the key of APPLE_WALLET_CERT');
  }
  const idShape = /^pass\.[A-Za-z0-9.-]{3,100}$/;
  const passTypeId = checked(env, 'APPLE_WALLET_PASS_TYPE_ID', '', idShape, 'must look like pass.org.example.ticket');
  const teamId = checked(env, 'APPLE_WALLET_TEAM_ID', '', /^[A-Z0-9]{10}$/, 'must look like ABCDE12345');
  const named = /^UID=(.+)$/m.exec(certificate.subject)?.[1];
  if (named !== undefined && named !== passTypeId) {
    throw new ConfigError(`APPLE_WALLET_PASS_TYPE_ID is not that of APPLE_WALLET_CERT, which is for ${named}`);
  }
  return {
    certificate: certificate.toString(),
    key: String(key.export({ type: 'pkcs1', format: 'pem' })),
    wwdr: wwdr.toString(),
    passTypeId,
    teamId,
    validUntil: Math.min(Date.parse(certificate.validTo), Date.parse(wwdr.validTo)),
  };
}

/** @throws ConfigError naming the variable that is missing or malformed */
export function googleWallet(env: Env): GoogleWalletConfig | null {
  const names = ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_SERVICE_ACCOUNT'];
  if (!allSetOrNone(env, names, names)) return null;
  const issuerId = checked(env, 'GOOGLE_WALLET_ISSUER_ID', '', /^\d{5,25}$/, 'must look like 3388000000012345678');
  const name = 'GOOGLE_WALLET_SERVICE_ACCOUNT';
  const account = accountIn(contentOf(env, name, /^\s*\{/).toString('utf8'));
  if (!account)
    throw new ConfigError(`${name} must be the JSON of a service account with client_email and private_key`);
  const key = privateKey(account.key, null);
  if (key?.asymmetricKeyType !== 'rsa') throw new ConfigError(`${name} has no RSA key in private_key`);
  return { issuerId, email: account.email, privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })) };
}

/** The result of a parser; null when it throws. */
function made<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const wrong = (sentence: string): never => {
  throw new ConfigError(sentence);
};

function accountIn(json: string): { email: string; key: string } | null {
  const { client_email: email, private_key: key } = made(() => JSON.parse(json) as Record<string, unknown>) ?? {};
  return typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email) && typeof key === 'string'
    ? { email, key }
    : null;
}

/** The setting is the value itself or names a file. `\n` stands for a line break. */
function contentOf(env: Env, name: string, itself: RegExp): Buffer {
  const value = text(env, name) as string;
  if (itself.test(value)) return Buffer.from(name.endsWith('ACCOUNT') ? value : value.replaceAll('\\n', '\n'));
  return made(() => readFileSync(value)) ?? wrong(`${name} is neither its content nor a file that can be read`);
}

const isPem = /^-----BEGIN /;

function certificateIn(env: Env, name: string): X509Certificate {
  const content = contentOf(env, name, isPem);
  return made(() => new X509Certificate(content)) ?? wrong(`${name} is not a certificate`);
}

function keyIn(env: Env, name: string, passphrase: string | null): KeyObject {
  const key = privateKey(contentOf(env, name, isPem).toString('utf8'), passphrase);
  if (!key) {
    throw new ConfigError(
      passphrase === null
        ? `${name} is not a private key, or needs APPLE_WALLET_KEY_PASSPHRASE`
        : `${name} is not a private key that APPLE_WALLET_KEY_PASSPHRASE opens`,
    );
  }
  if (key.asymmetricKeyType !== 'rsa') throw new ConfigError(`${name} must be an RSA key`);
  return key;
}

const privateKey = (pem: string, passphrase: string | null): KeyObject | null =>
  made(() => createPrivateKey({ key: pem, ...(passphrase === null ? {} : { passphrase }) }));

function belongTogether(certificate: X509Certificate, key: KeyObject): boolean {
  const spki = (public_: KeyObject) => public_.export({ type: 'spki', format: 'der' }).toString('base64');
  return spki(certificate.publicKey) === spki(createPublicKey(key));
}

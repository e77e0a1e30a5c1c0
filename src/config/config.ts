// Our own: zod has no groups of settings that belong together and no one-line errors that name the variable.

import { isIP } from 'node:net';
import { type BucketConfig, bucketConfig } from '#src/config/bucket.ts';
import { fileAddress } from '#src/data/database-file.ts';
import { parseBic, parseIban } from '#src/kernel/iban.ts';
import { isOnlineMethod, type OnlineMethod, usualMethods } from '#src/kernel/payment-methods.ts';
import { isSender } from '#src/mail/message.ts';
import { dsnShape } from '#src/runtime/error-reports.ts';
import { type LogLevel, logLevels } from '#src/runtime/log.ts';
import { address, databaseAddress, isHost, mailServer } from './address.ts';
import { allSetOrNone, ConfigError, checked, type Env, text, wholeNumber } from './text.ts';
import { type AppleWalletConfig, appleWallet, type GoogleWalletConfig, googleWallet } from './wallets.ts';

export { ConfigError } from './text.ts';

/** Every setting, read once from the environment (contract section 1). */
export type Config = {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string;
  databaseAuthToken: string | null;
  /** null: generated and stored in `dataDir`. */
  secret: string | null;
  /** The previous secret: its tickets and links are still accepted. */
  secretPrevious: string | null;
  smtpUrl: string | null;
  mailFrom: { name: string; address: string };
  /** A mailbox that people read, unlike the sender of mails. */
  contactEmail: string;
  /** Lines about the operator: name and legal form, address, register, VAT id, authority. */
  imprint: readonly string[];
  saferpay: SaferpayConfig | null;
  /** Online payment methods of the platform; an event may accept fewer. */
  paymentMethods: readonly OnlineMethod[];
  /** The prefix of the order number in a transfer's reference. */
  paymentReferencePrefix: string;
  bank: BankConfig | null;
  /** The platform as the issuer of invoices to organizers; null: it issues none. */
  seller: SellerConfig | null;
  oidc: Partial<Record<OidcProvider, OidcConfig>>;
  /** null: no Apple Wallet passes. */
  appleWallet: AppleWalletConfig | null;
  googleWallet: GoogleWalletConfig | null;
  /** null: uploads are stored in `dataDir`. */
  bucket: BucketConfig | null;
  gaMeasurementId: string | null;
  sentryDsn: string | null;
  /** Whether webhook addresses may point into private networks. */
  allowPrivateAddresses: boolean;
  /** Pause between calls to one RACE RESULT address, which accepts one a second. */
  raceResultIntervalMs: number;
  trustProxy: number;
  limitFactor: number;
  metricsToken: string | null;
  logLevel: LogLevel;
};
export type SaferpayConfig = {
  url: string;
  specVersion: string;
  customerId: string;
  terminalId: string;
  user: string;
  password: string;
  /** The provider recommends 100 s. */
  timeoutMs?: number;
  /** Pauses before the second and later attempts. */
  pausesMs?: readonly number[];
};
export type BankConfig = {
  payee: string;
  iban: string;
  bic: string | null;
  /** The prefix of the order number in a transfer's reference. */
  referencePrefix: string;
};
export type SellerConfig = {
  name: string;
  street: string;
  zipCode: string;
  city: string;
  countryCode: string;
  vatId: string;
};
/** Path of the built-in payment provider of demo mode. */
export const testPaymentPath = '/dev/saferpay';
const demoSaferpay = (publicUrl: string): SaferpayConfig => ({
  url: `${publicUrl}${testPaymentPath}/api`,
  specVersion: '1.32',
  customerId: '245294',
  terminalId: '17795278',
  user: 'API_245294_10000001',
  password: 'demo-payments-without-money',
});
export const testProviderPath = '/dev/openid';
const oidcProviders = ['GOOGLE', 'FACEBOOK', 'APPLE', 'MOPED', 'BKU', 'RISI'] as const;
export type OidcProvider = (typeof oidcProviders)[number];
export type OidcConfig = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The identity provider of demo mode, at which anybody can log in as anybody. */
  isTest?: boolean;
};

const demoBank = { payee: 'Startblock Demo', iban: 'AT611904300234573201', bic: 'BKAUATWWXXX' };

function bank(env: Env, demo: boolean): BankConfig | null {
  const referencePrefix = paymentReferencePrefix(env);
  if (!allSetOrNone(env, ['BANK_PAYEE', 'BANK_IBAN', 'BANK_BIC'], ['BANK_PAYEE', 'BANK_IBAN']))
    return demo ? { ...demoBank, referencePrefix } : null;
  const isPayee = (name: string) => name.length <= 70 && !/\p{Cc}/u.test(name);
  const payee = checked(env, 'BANK_PAYEE', '', isPayee, 'must be one line of at most 70 characters');
  const iban = parseIban(checked(env, 'BANK_IBAN', '', (raw) => parseIban(raw) !== null, 'is not a valid IBAN'));
  const bic = parseBic(checked(env, 'BANK_BIC', null, (raw) => parseBic(raw) !== null, 'is not a valid BIC') ?? '');
  return { payee, iban: iban ?? '', bic, referencePrefix };
}

const demoSeller = 'Startblock Demo; Musterweg 1; 8000; Musterstadt; AT; ATU76543215';

function seller(env: Env, demo: boolean): SellerConfig | null {
  const parts = (raw: string) => raw.split(';').map((part) => part.trim());
  const isSeller = (raw: string) => {
    const [countryCode = '', vatId = ''] = parts(raw).slice(4);
    const isWhole = parts(raw).length === 6 && parts(raw).every((part) => part !== '' && part.length <= 100);
    return isWhole && oneLine.test(raw) && /^[A-Z]{2}$/.test(countryCode) && /^[A-Z]{2}[A-Z0-9]{2,13}$/.test(vatId);
  };
  const how = 'must be name; street; zip code; city; two letters of the country; VAT id';
  const raw = checked(env, 'PLATFORM_SELLER', demo ? demoSeller : null, isSeller, how);
  if (raw === null) return null;
  const [name = '', street = '', zipCode = '', city = '', countryCode = '', vatId = ''] = parts(raw);
  return { name, street, zipCode, city, countryCode, vatId };
}

function saferpay(env: Env): SaferpayConfig | null {
  const names = ['SAFERPAY_URL', 'SAFERPAY_CUSTOMER_ID', 'SAFERPAY_TERMINAL_ID', 'SAFERPAY_USER', 'SAFERPAY_PASSWORD'];
  if (!allSetOrNone(env, names, names)) {
    if (text(env, 'SAFERPAY_SPEC_VERSION') !== null) specVersion(env);
    return null;
  }
  const numeric = (name: string) => checked(env, name, '', /^\d{1,8}$/, 'must be up to 8 digits');
  return {
    url: address(env, 'SAFERPAY_URL', ['https', 'http'], { path: true }) as string,
    specVersion: specVersion(env),
    customerId: numeric('SAFERPAY_CUSTOMER_ID'),
    terminalId: numeric('SAFERPAY_TERMINAL_ID'),
    user: checked(env, 'SAFERPAY_USER', '', /^[^:\p{Cc}]+$/u, 'must be one line without a colon'),
    password: checked(env, 'SAFERPAY_PASSWORD', '', oneLine, 'must be one line'),
  };
}

/** Printable ASCII, as allowed in HTTP headers. */
const visible = /^[\x21-\x7e]+$/;
const oneLine = /^\P{Cc}+$/u;

const specVersion = (env: Env): string =>
  checked(env, 'SAFERPAY_SPEC_VERSION', '1.32', /^1\.\d{1,2}$/, 'must look like 1.32');

/** All methods by default; retired ones only when they are named. */
function paymentMethods(env: Env): readonly OnlineMethod[] {
  const value = text(env, 'PAYMENT_METHODS');
  if (value === null) return usualMethods;
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !isOnlineMethod(name));
  if (unknown !== undefined) throw new ConfigError(`PAYMENT_METHODS names "${unknown}", which is none`);
  return names.filter(isOnlineMethod);
}

/** O and I look like digits. */
const paymentReferencePrefix = (env: Env): string =>
  checked(
    env,
    'PAYMENT_REFERENCE_PREFIX',
    'SB',
    /^(?!RF$)[A-HJ-NP-Z]{2,4}$/,
    'must be two to four capital letters without I and O, and not RF',
  );

/** One provider per kind of login, in demo mode only. */
function testProviders(publicUrl: string): Config['oidc'] {
  const test = (name: string): OidcConfig => ({
    issuer: `${publicUrl}${testProviderPath}/${name}`,
    clientId: 'startblock-demo',
    clientSecret: 'demo',
    isTest: true,
  });
  return { GOOGLE: test('google'), APPLE: test('apple'), FACEBOOK: test('facebook'), BKU: test('bku') };
}

function oidc(env: Env): Config['oidc'] {
  const found: Config['oidc'] = {};
  for (const provider of oidcProviders) {
    const names = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'].map((part) => `OIDC_${provider}_${part}`);
    if (!allSetOrNone(env, names, names)) continue;
    found[provider] = {
      issuer: address(env, names[0] as string, ['https', 'http'], { path: true }) as string,
      clientId: checked(env, names[1] as string, '', visible, 'must have no blank and no line break'),
      clientSecret: text(env, names[2] as string) as string,
    };
  }
  return found;
}

function mailFrom(env: Env): Config['mailFrom'] {
  const value = text(env, 'MAIL_FROM') ?? 'Startblock <no-reply@localhost>';
  const match =
    /^(?:"?([^"<>\r\n]*?)"?\s*)<([^<>\s@]+@[^<>\s@]+)>$/.exec(value) ?? /^()([^<>\s@]+@[^<>\s@]+)$/.exec(value);
  if (!match || !isSender(match[2] as string))
    throw new ConfigError('MAIL_FROM must look like Name <name@example.org>');
  return { name: match[1]?.trim() || 'Startblock', address: match[2] as string };
}

const demoContact = 'hilfe@startblock.example';
const demoImprint = 'Startblock Demo (ein Beispiel, kein Unternehmen); Musterweg 1; 8000 Musterstadt; Österreich';

/** Reads and checks the environment. @throws ConfigError naming the malformed variable */
export function readConfig(env: Env, options: { demo?: boolean } = {}): Config {
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535);
  const isListenAddress = (name: string) => isIP(name) === 6 || (isHost(name) && !name.startsWith('['));
  const host = checked(
    env,
    'HOST',
    // The demo shows its mails and codes to everybody.
    options.demo ? '127.0.0.1' : '0.0.0.0',
    isListenAddress,
    'must be a host alone, such as 0.0.0.0, :: or localhost',
  );
  const dataDir = text(env, 'DATA_DIR') ?? './data';
  const databaseUrl = databaseAddress(env, 'DATABASE_URL', fileAddress(`${dataDir}/startblock.db`));
  const secret = checked(env, 'SECRET', null, (raw) => raw.length >= 16, 'must have at least 16 characters');
  if (secret === null && !databaseUrl.startsWith('file:')) {
    throw new ConfigError('SECRET must be set when DATABASE_URL is a remote server');
  }
  const isLevel = (level: string) => logLevels.includes(level as LogLevel);
  const logLevel = checked(env, 'LOG_LEVEL', 'info', isLevel, `must be one of ${logLevels.join(', ')}`) as LogLevel;
  const limitFactor = Number(
    checked(env, 'LIMIT_FACTOR', '1', /^\d{1,9}(\.\d{1,9})?$/, 'must be a number of 0 or more'),
  );
  const idShape = /^[A-Z]{1,3}-[A-Z0-9-]{4,20}$/;
  const gaMeasurementId = checked(env, 'GA_MEASUREMENT_ID', null, idShape, 'must look like G-XXXXXXXXXX');
  const publicUrl = new URL(address(env, 'PUBLIC_URL', ['http', 'https']) ?? `http://localhost:${port}`).origin;
  const providers = oidc(env);
  const smtpUrl = mailServer(env, 'SMTP_URL');
  // With real mails there are real people, and the test provider logs in anybody as anybody.
  const playsProviders = options.demo && smtpUrl === null && Object.keys(providers).length === 0;
  const from = mailFrom(env);
  const imprint = text(env, 'IMPRINT') ?? (options.demo ? demoImprint : '');
  return {
    port,
    host,
    publicUrl,
    dataDir,
    databaseUrl,
    databaseAuthToken: checked(env, 'DATABASE_AUTH_TOKEN', null, visible, 'must have no blank and no line break'),
    secret,
    secretPrevious: checked(
      env,
      'SECRET_PREVIOUS',
      null,
      (raw) => raw.length >= 16 && raw !== secret,
      'must have at least 16 characters and be another one than SECRET',
    ),
    smtpUrl,
    mailFrom: from,
    contactEmail: checked(
      env,
      'CONTACT_EMAIL',
      options.demo ? demoContact : from.address,
      isSender,
      'must look like name@example.org',
    ),
    imprint: imprint.split(';').flatMap((line) => line.trim() || []),
    saferpay: saferpay(env) ?? (options.demo ? demoSaferpay(publicUrl) : null),
    paymentMethods: paymentMethods(env),
    paymentReferencePrefix: paymentReferencePrefix(env),
    bank: bank(env, options.demo ?? false),
    seller: seller(env, options.demo ?? false),
    oidc: playsProviders ? testProviders(publicUrl) : providers,
    appleWallet: appleWallet(env),
    googleWallet: googleWallet(env),
    bucket: bucketConfig(env),
    gaMeasurementId,
    allowPrivateAddresses: wholeNumber(env, 'ALLOW_PRIVATE_ADDRESSES', options.demo ? 1 : 0, 0, 1) === 1,
    raceResultIntervalMs: wholeNumber(env, 'RACE_RESULT_INTERVAL_MS', 1100, 0, 60_000),
    sentryDsn: checked(env, 'SENTRY_DSN', null, dsnShape, 'must look like https://key@host/number'),
    trustProxy: wholeNumber(env, 'TRUST_PROXY', 0, 0, 10),
    limitFactor,
    metricsToken: checked(env, 'METRICS_TOKEN', null, visible, 'must have no blank and no line break'),
    logLevel,
  };
}

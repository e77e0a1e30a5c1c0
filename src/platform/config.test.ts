import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('an empty environment is a working configuration', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    publicUrl: 'http://localhost:3000',
    databaseUrl: 'file:./data/startblock.db',
    secret: null,
    smtpUrl: null,
    mailFrom: { name: 'Startblock', address: 'no-reply@localhost' },
    contactEmail: 'no-reply@localhost',
    imprint: [],
    saferpay: null,
    bank: null,
    trustProxy: 0,
    limitFactor: 1,
    logLevel: 'info',
  });
  expect(readConfig({}, { demo: true }).bank).not.toBeNull();
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['HOST', 'not a host'],
  ['PUBLIC_URL', 'shop.example'],
  ['PUBLIC_URL', 'ftp://shop.example'],
  ['DATABASE_URL', 'postgres://x'],
  ['SECRET', 'short'],
  ['SMTP_URL', 'mail.example:25'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'A <a@b>\r\nBcc: c@d'],
  ['SAFERPAY_URL', 'nowhere'],
  ['SAFERPAY_SPEC_VERSION', 'latest'],
  ['BANK_IBAN', 'AT611904300234573202'],
  ['BANK_BIC', 'X'],
  ['OIDC_GOOGLE_ISSUER', 'google'],
  ['GA_MEASUREMENT_ID', '<script>'],
  ['CONTACT_EMAIL', 'Hilfe'],
  ['SENTRY_DSN', 'x'],
  ['TRUST_PROXY', '-1'],
  ['LIMIT_FACTOR', 'none'],
  ['LOG_LEVEL', 'loud'],
])('a malformed %s (%s) is named', (name, value) => {
  const others: Record<string, Record<string, string>> = {
    BANK_IBAN: { BANK_PAYEE: 'Club' },
    BANK_BIC: { BANK_PAYEE: 'Club', BANK_IBAN: 'AT611904300234573201' },
    SAFERPAY_URL: {
      SAFERPAY_CUSTOMER_ID: '1',
      SAFERPAY_TERMINAL_ID: '1',
      SAFERPAY_USER: 'u',
      SAFERPAY_PASSWORD: 'p',
    },
    OIDC_GOOGLE_ISSUER: { OIDC_GOOGLE_CLIENT_ID: 'a', OIDC_GOOGLE_CLIENT_SECRET: 'b' },
  };
  const read = () => readConfig({ ...others[name], [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
});

test('half of a group names what is missing', () => {
  expect(() => readConfig({ BANK_PAYEE: 'Club' })).toThrow('BANK_IBAN is missing');
  expect(() => readConfig({ SAFERPAY_USER: 'u' })).toThrow('SAFERPAY_URL is missing');
});

test('a remote database needs a secret that all processes share', () => {
  expect(() => readConfig({ DATABASE_URL: 'libsql://db.example' })).toThrow('SECRET must be set');
});

test('demo mode plays four providers itself; none beside a real provider, real mail, or outside demo mode', () => {
  const google = {
    OIDC_GOOGLE_ISSUER: 'https://accounts.google.com/',
    OIDC_GOOGLE_CLIENT_ID: 'a',
    OIDC_GOOGLE_CLIENT_SECRET: 'b',
  };
  const demo = readConfig({ PUBLIC_URL: 'https://run.example' }, { demo: true }).oidc;
  expect(Object.keys(demo)).toEqual(['GOOGLE', 'APPLE', 'FACEBOOK', 'BKU']);
  expect(demo.APPLE).toMatchObject({ issuer: 'https://run.example/dev/openid/apple', isTest: true });
  const real = { issuer: 'https://accounts.google.com', clientId: 'a', clientSecret: 'b' };
  expect(readConfig(google, { demo: true }).oidc).toEqual({ GOOGLE: real });
  expect(readConfig(google).oidc).toEqual({ GOOGLE: real });
  expect(readConfig({ SMTP_URL: 'smtp://localhost' }, { demo: true }).oidc).toEqual({});
  expect(readConfig({}).oidc).toEqual({});
});

import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFile } from '#src/data/database-file.ts';
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

/** What else must be set for a setting to be read at all. */
const others: Record<string, Record<string, string>> = {
  BANK_PAYEE: { BANK_IBAN: 'AT611904300234573201' },
  BANK_IBAN: { BANK_PAYEE: 'Club' },
  BANK_BIC: { BANK_PAYEE: 'Club', BANK_IBAN: 'AT611904300234573201' },
  DATABASE_URL: { SECRET: 'long enough for a test' },
  ...Object.fromEntries(
    ['URL', 'CUSTOMER_ID', 'TERMINAL_ID', 'USER', 'PASSWORD'].map((part) => [
      `SAFERPAY_${part}`,
      {
        SAFERPAY_URL: 'https://test.saferpay.com/api',
        SAFERPAY_CUSTOMER_ID: '1',
        SAFERPAY_TERMINAL_ID: '1',
        SAFERPAY_USER: 'u',
        SAFERPAY_PASSWORD: 'p',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['ISSUER', 'CLIENT_ID'].map((part) => [
      `OIDC_GOOGLE_${part}`,
      { OIDC_GOOGLE_ISSUER: 'https://a.example', OIDC_GOOGLE_CLIENT_ID: 'a', OIDC_GOOGLE_CLIENT_SECRET: 'b' },
    ]),
  ),
};
const read = (name: string, value: string) => readConfig({ ...others[name], [name]: value });

/** Malformed wherever an address is asked for. */
const noAddress = (protocol: string) => [
  'shop.example',
  `${protocol}:shop.example`,
  `ftp://shop.example`,
  `${protocol}://`,
  `${protocol}:///path`,
  `${protocol}://a b.example`,
  `${protocol}://shop\\.example`,
  `${protocol}://shop.example\n.org`,
  `${protocol}://shop.example:99999`,
  `${protocol}://shop.example:0`,
  `${protocol}://shop.example:http`,
  `${protocol}://shop.example/#there`,
  `${protocol}://shop.example?x=hunter2`,
  `${protocol}://-shop.example`,
  `${protocol}://shop..example`,
  `${protocol}://192.0.2.999`,
  `${protocol}://192.0.2`,
  `${protocol}://[::g]`,
  `${protocol}://%zz.example`,
  `${protocol}://shop.example/%zz`,
  `${protocol}://shop.example/%ff`,
  `${protocol}://user:hunter2@`,
];
const withCredentials = (protocol: string) => [
  `${protocol}://user:hunter2@shop.example`,
  `${protocol}://user@shop.example`,
];

const malformed: Record<string, readonly string[]> = {
  PORT: ['eighty', '70000', '-1', '80.5', '0x50', '80\n81'],
  HOST: [
    'not a host',
    'http://localhost',
    'localhost:3000',
    '0.0.0.0:80',
    '[::]',
    '999.1.1.1',
    '-x',
    'a..b',
    '%',
    'a/b',
  ],
  PUBLIC_URL: [
    ...noAddress('https'),
    ...withCredentials('https'),
    'https://shop.example/tickets',
    'https://shop.example/?',
    'https://shop.example#',
  ],
  DATABASE_URL: [
    'postgres://x',
    ...noAddress('libsql').slice(5),
    ...withCredentials('libsql'),
    ...withCredentials('https'),
    'libsql://db.example?tls=2',
    'libsql://db.example?tls=0',
    'libsql://db.example?cache=shared',
    'file:',
    'file:data/',
    'file://elsewhere/shop.db',
    'file://user:hunter2@localhost/shop.db',
    'file:data/%zz.db',
    'file:data/%ff.db',
    'file:data/a%00.db',
    'file:data/a?b.db',
    'file:data/a#b.db',
    'file::memory:',
    '/var/lib/shop.db',
  ],
  DATABASE_AUTH_TOKEN: ['hunter2 hunter2', 'hunter2\nx', 'hünter2'],
  SECRET: ['hunter2'],
  SMTP_URL: [
    ...noAddress('smtp'),
    'mail.example:25',
    'smtp://mail.example/path',
    'smtp://mail.example/?pool=hunter2',
    'smtp://user@mail.example',
    'smtp://:hunter2@mail.example',
    'smtp://user:hunter2%@mail.example',
    'smtp://user:hunter2%zz@mail.example',
    'smtp://user:hunter2%ff@mail.example',
    'smtp://user:hunter2#1@mail.example',
    'smtp://user:hunter2/1@mail.example',
    'smtp://user:hunter2?1@mail.example',
    'smtp://mail.example?tls=off',
    'smtp://192.0.2.25:25?tls=off',
    'smtp://localhost.example.org?tls=off',
    'smtp://[::2]?tls=off',
    'smtps://localhost?tls=off',
    'smtp://localhost?tls',
    'smtp://localhost?tls=0',
    'smtp://localhost?tls=off&tls=required',
    'smtp://localhost?tls=off&pool=1',
  ],
  MAIL_FROM: ['nobody', 'A <a@b>\r\nBcc: c@d', 'a@b@c.example', '<>', 'A <a b@c.example>'],
  CONTACT_EMAIL: ['Hilfe', 'a@', 'a b@c.example', 'a@b.example, c@d.example'],
  SAFERPAY_URL: [
    ...noAddress('https'),
    ...withCredentials('https'),
    'nowhere',
    'https://test.saferpay.com/api?x=hunter2',
  ],
  SAFERPAY_SPEC_VERSION: ['latest', '1.', '2.0'],
  SAFERPAY_CUSTOMER_ID: ['x', '123456789'],
  SAFERPAY_TERMINAL_ID: ['-1'],
  SAFERPAY_USER: ['a:hunter2', 'a\nb'],
  SAFERPAY_PASSWORD: ['hunter2\nx'],
  PAYMENT_METHODS: ['visa,cash', 'visa,,eps', 'visa\neps'],
  PAYMENT_REFERENCE_PREFIX: ['s', 'IO', 'RF'],
  BANK_PAYEE: ['x'.repeat(71), 'Club\nIBAN'],
  BANK_IBAN: ['AT611904300234573202', 'AT%31'],
  BANK_BIC: ['X'],
  OIDC_GOOGLE_ISSUER: [...noAddress('https'), ...withCredentials('https'), 'google', 'https://a.example/b?c=hunter2'],
  OIDC_GOOGLE_CLIENT_ID: ['a b'],
  GA_MEASUREMENT_ID: ['<script>'],
  SENTRY_DSN: [
    'x',
    'https://sentry.example/4',
    'https://key@sentry.example/',
    'https://key@sentry.example/4?x=1',
    'https://key:hunter2@sentry.example/4',
  ],
  ALLOW_PRIVATE_ADDRESSES: ['yes', '2', '-1'],
  TRUST_PROXY: ['-1', '11', 'yes', '1.5'],
  LIMIT_FACTOR: ['none', '-1', 'Infinity', '0x10', '1e3', '%'],
  METRICS_TOKEN: ['hunter2 x', 'hunter2\nx'],
  LOG_LEVEL: ['loud', 'INFO'],
};

test.each(Object.entries(malformed).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  'a malformed %s (%j) is named, and never told',
  (name, value) => {
    const refused = (() => {
      try {
        return read(name, value);
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(ConfigError);
    const { message } = refused as ConfigError;
    expect(message.startsWith(`${name} `), message).toBe(true);
    expect(message).not.toContain('hunter2');
  },
);

test.each([
  ['PUBLIC_URL', 'HTTPS://Run.Example:443/', { publicUrl: 'https://run.example' }],
  ['PUBLIC_URL', 'http://[2001:db8::1]:8080', { publicUrl: 'http://[2001:db8::1]:8080' }],
  ['PUBLIC_URL', 'https://läufe.example', { publicUrl: 'https://xn--lufe-loa.example' }],
  ['HOST', '::', { host: '::' }],
  ['HOST', 'mail_server-1', { host: 'mail_server-1' }],
  ['SMTP_URL', 'smtp://mail_server:25/', { smtpUrl: 'smtp://mail_server:25' }],
  ['SMTP_URL', 'smtp://localhost:25?tls=off', {}],
  ['SMTP_URL', 'smtp://127.1.2.3/?tls=off', {}],
  ['SMTP_URL', 'smtp://me:secret@[::1]:25?tls=off', {}],
  ['SMTP_URL', 'smtp://me:secret@mail.example?tls=required', {}],
  ['SMTP_URL', 'smtps://mail.example?tls=required', {}],
  ['SMTP_URL', 'smtps://me%40club.example:a%2Fb%25@mail.example', {}],
  ['SAFERPAY_URL', 'https://test.saferpay.com/api/', { saferpay: { url: 'https://test.saferpay.com/api' } }],
  ['OIDC_GOOGLE_ISSUER', 'https://a.example/b/', { oidc: { GOOGLE: { issuer: 'https://a.example/b' } } }],
  ['SENTRY_DSN', 'https://key@errors.example/1', { sentryDsn: 'https://key@errors.example/1' }],
  ['DATABASE_URL', 'libsql://db.example?authToken=x.y', { databaseUrl: 'libsql://db.example?authToken=x.y' }],
  ['DATABASE_URL', 'http://127.0.0.1:8080', { databaseUrl: 'http://127.0.0.1:8080' }],
  ['DATABASE_URL', 'file:/a%20b/c.db', { databaseUrl: 'file:/a%20b/c.db' }],
  ['DATA_DIR', '/a%20b?/ö#', { databaseUrl: 'file:/a%2520b%3F/%C3%B6%23/startblock.db' }],
  ['LIMIT_FACTOR', '0.5', { limitFactor: 0.5 }],
  ['ALLOW_PRIVATE_ADDRESSES', '1', { allowPrivateAddresses: true }],
])('%s may be %s', (name, value, expected) => {
  expect(read(name, value)).toMatchObject(expected);
});

test.each([
  ['file:data/shop.db', 'data/shop.db'],
  ['file:./100%25/a%20b.db', '100%/a b.db'],
  ['file:/srv/shop.db', '/srv/shop.db'],
  ['file:///srv/shop.db', '/srv/shop.db'],
  ['file://localhost/srv/shop.db', '/srv/shop.db'],
])('%s is the file %s', (url, path) => {
  expect(databaseFile(readConfig({ DATABASE_URL: url }).databaseUrl)).toBe(resolve(path));
});

test('a data folder with any sign in its name is the one that holds the database', () => {
  for (const dataDir of ['a%20b', 'a%zz', 'a?b#c', '/srv//x', '//srv/x', 'ä ö']) {
    const { databaseUrl } = readConfig({ DATA_DIR: dataDir });
    expect(databaseFile(databaseUrl)).toBe(resolve(dataDir, 'startblock.db'));
  }
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

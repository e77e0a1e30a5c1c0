import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { findOrCreateUser, promoteToSuperAdmin } from '#modules/accounts/index.ts';
import { codeLivesMs, loginCodePurpose, loginCodeText } from '#modules/accounts/rules/codes.ts';
import { loginCodes } from '#modules/accounts/schema.ts';
import { openShop, type Shop, type ShopOptions } from '#src/app/shop.ts';
import { readConfig } from '#src/config/config.ts';
import { Database } from '#src/data/database.ts';
import { mailboxMessages } from '#src/data/schema.ts';
import type { Imaging } from '#src/files/pictures/imaging.ts';
import { type Clock, fromIso, type Instant, instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { silentLog } from '#src/runtime/log.ts';
import { assertDeclared } from './declared-answers.ts';
import { diskAssets } from './disk-assets.ts';
import { assetFolder, readMigrations, testFonts } from './sources.ts';

export type TestClock = Clock & { set(at: Instant | string): void; advance(milliseconds: number): void };

export function testClock(start: Instant | string = '2026-03-02T09:00:00Z'): TestClock {
  const toInstant = (at: Instant | string) => (typeof at === 'string' ? fromIso(at) : at);
  let now = toInstant(start);
  return Object.assign(() => now, {
    set: (at: Instant | string) => {
      now = toInstant(at);
    },
    advance: (milliseconds: number) => {
      now = instant(now + milliseconds);
    },
  });
}

export type Answer<T = Record<string, unknown>> = { status: number; body: T; headers: Headers };
export type TestShop = {
  shop: Shop;
  deps: Deps;
  clock: TestClock;
  /** Delivers facts and sends mails until nothing is left. */
  settle(): Promise<void>;
  mails(to?: string): Promise<{ id: number; to: string; subject: string; text: string; html: string }[]>;
  /** A browser with cookies. */
  visitor(options?: CallerOptions): Caller;
  /** Logs in by a code that is stored instead of mailed, creating the account. Delivers nothing: see `settle`. */
  login(email: string, options?: { superAdmin?: boolean }): Promise<Caller>;
};

/** `host`: the requested host name. */
type CallerOptions = { acceptLanguage?: string; address?: string; host?: string };

export type Caller = {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  json<T = Record<string, never>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Posts a form with the CSRF field, without following redirects. */
  form(path: string, fields: Record<string, string | string[]>): Promise<Response>;
  cookies: Map<string, string>;
};

export type TestShopOptions = {
  now?: Instant | string;
  demo?: boolean;
  env?: Record<string, string>;
  /** The initial database; default empty. */
  snapshot?: Snapshot;
  /** false: mails wait without a mail server, as in production. Default: the built-in mailbox. */
  mailbox?: boolean;
  imaging?: Imaging;
  sandbox?: ShopOptions['sandbox'];
  /** Default: one that starts at `now`. */
  clock?: TestClock;
  /** Its callers act at random, so a refusal that no route names does not fail the test. */
  isRandom?: boolean;
};

/** The whole product on a temporary database with a test clock. */
export async function testShop(options: TestShopOptions = {}): Promise<TestShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-test-'));
  await writeFile(join(dataDir, databaseFile), options.snapshot ?? (await emptyDatabase()));
  const clock = options.clock ?? testClock(options.now);
  const config = readConfig(
    { DATA_DIR: dataDir, SECRET: 'a secret for tests alone', PUBLIC_URL: 'http://shop.test', ...options.env },
    { demo: options.demo ?? true },
  );
  const shop = await openShop({
    config,
    clock,
    assets: await assets(),
    migrations: await migrations(),
    fonts: testFonts,
    ...(options.imaging ? { imaging: options.imaging } : {}),
    ...(options.sandbox ? { sandbox: options.sandbox } : {}),
    log: process.env.TEST_LOG ? consoleLog : silentLog,
    demo: options.demo ?? true,
    mailbox: options.mailbox ?? true,
    synchronous: 'OFF',
  });
  onTestFinished(async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return testShopOver(shop, clock, options.isRandom);
}

/** A database as bytes, which saves migrating. */
export type Snapshot = Buffer;
const databaseFile = 'startblock.db';

export async function snapshotOf(database: Database): Promise<Snapshot> {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-snapshot-'));
  const copy = join(folder, databaseFile);
  await database.copyTo(copy);
  const bytes = await readFile(copy);
  await rm(folder, { recursive: true, force: true });
  return bytes;
}

/** Caches what tests share in a process. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const migrations = once(readMigrations);
const assets = once(() => diskAssets(assetFolder));
export const emptyDatabase = once(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'startblock-empty-'));
  const database = await Database.open(`file:${join(folder, databaseFile)}`, { synchronous: 'OFF' });
  await database.migrate(await migrations());
  const snapshot = await snapshotOf(database);
  await database.close();
  await rm(folder, { recursive: true, force: true });
  return snapshot;
});

export function testShopOver(shop: Shop, clock: TestClock, isRandom = false): TestShop {
  const { deps } = shop;
  const self: TestShop = {
    shop,
    deps,
    clock,
    settle: () => shop.settle(),
    async mails(to) {
      const rows = await deps.read
        .select()
        .from(mailboxMessages)
        .where(to ? eq(mailboxMessages.recipient, to) : undefined)
        .orderBy(desc(mailboxMessages.id));
      return rows.map(({ id, recipient, subject, text, html }) => ({ id, to: recipient, subject, text, html }));
    },
    visitor: (visitorOptions = {}) => caller(shop, visitorOptions, isRandom),
    async login(email, { superAdmin = false } = {}) {
      const code = '123456';
      await deps.write(async (work) => {
        const user = await findOrCreateUser(work, email, { language: 'de' });
        if (superAdmin) await promoteToSuperAdmin(work, email);
        const codeMac = deps.signer.mac(loginCodePurpose, loginCodeText(user.email, code));
        const until = { createdAt: work.now, expiresAt: plus(work.now, codeLivesMs) };
        await work.tx.insert(loginCodes).values({ email: user.email, codeMac, ...until });
      });
      const person = self.visitor({ address: `10.0.${nextHost >> 8}.${nextHost++ & 255}` });
      const answer = await person.json('POST', '/api/auth/code/login', { email, code });
      if (answer.status !== 200) throw new Error(`login failed: ${JSON.stringify(answer.body)}`);
      return person;
    },
  };
  return self;
}

let nextHost = 1;

function caller(shop: Shop, options: CallerOptions, isRandom: boolean): Caller {
  const host = options.host ?? 'shop.test';
  const cookies = new Map<string, string>();
  const self: Caller = {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (cookies.size) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      if (!headers.has('accept-language') && options.acceptLanguage)
        headers.set('accept-language', options.acceptLanguage);
      headers.set('host', host);
      const request = new Request(`http://${host}${path}`, { ...init, headers, redirect: 'manual' });
      const response = await shop.fetch(request, { remoteAddress: options.address ?? '10.9.8.7' });
      for (const line of response.headers.getSetCookie()) storeCookie(cookies, line);
      await assertDeclared(request, response, isRandom);
      return response;
    },
    async json<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const token = cookies.get('csrf-token');
      const response = await self.fetch(path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { 'x-csrf-token': token } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text ? JSON.parse(text) : null) as T, headers: response.headers };
    },
    form(path, fields) {
      const body = new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
      );
      const token = cookies.get('csrf-token');
      if (token && !body.has('csrf')) body.set('csrf', token);
      return self.fetch(path, {
        method: 'POST',
        body,
        headers: { origin: options.host ? `http://${host}` : shop.deps.config.publicUrl },
      });
    },
  };
  return self;
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf('='));
  const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
  const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value === '';
  if (gone) cookies.delete(name);
  else cookies.set(name, value);
}

const consoleLog = {
  debug: console.debug,
  info: console.info,
  warn: console.warn,
  error: console.error,
};

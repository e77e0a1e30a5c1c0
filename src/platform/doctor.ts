import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { secretToken } from '#src/kernel/ids.ts';
import type { SaferpayConfig } from './config.ts';
import type { Migration } from './database.ts';
import type { Deps } from './deps.ts';

export type CheckResult = { name: string; ok: boolean; note: string };

/** Looks at everything the product leans on; one result each. */
export async function doctor(deps: Deps, migrations: readonly Migration[]): Promise<CheckResult[]> {
  const { config } = deps;
  const check = async (name: string, run: () => Promise<string>): Promise<CheckResult> => {
    try {
      return { name, ok: true, note: await run() };
    } catch (error) {
      return { name, ok: false, note: error instanceof Error ? error.message : String(error) };
    }
  };
  return [
    await check('configuration', async () => `serves ${config.publicUrl}`),
    await check('database', async () => {
      await deps.read.run(sql`select 1`);
      const migrated = await deps.database.isMigrated(migrations).catch(() => false);
      if (!migrated) throw new Error('answers, but migrations are missing; run migrate');
      return deps.database.isLocal ? 'embedded, migrated' : 'server, migrated';
    }),
    await check('mail', async () => {
      if (!config.smtpUrl) return 'no SMTP_URL: mails stay in the built-in mailbox';
      const url = new URL(config.smtpUrl);
      await connects(url.hostname, Number(url.port || (url.protocol === 'smtps:' ? 465 : 25)));
      return `${url.hostname} answers`;
    }),
    await check('payment provider', async () => {
      if (!config.saferpay) return 'card payment is off';
      return terminalOf(deps, config.saferpay);
    }),
    await check('bank account', async () => (config.bank ? 'payment in advance is on' : 'payment in advance is off')),
    await check('wallets', async () => {
      const { appleWallet, googleWallet } = config;
      if (appleWallet && appleWallet.validUntil <= deps.clock()) {
        throw new Error(`a certificate of Apple Wallet ended on ${dayOf(appleWallet.validUntil)}`);
      }
      const apple = appleWallet ? `Apple Wallet is on, certificates until ${dayOf(appleWallet.validUntil)}` : null;
      return `${apple ?? 'Apple Wallet is off'}; Google Wallet is ${googleWallet ? 'on' : 'off'}`;
    }),
    ...(await Promise.all(loginProviders(deps, check))),
    await check('storage', async () => {
      const probe = join(config.dataDir, '.doctor');
      await writeFile(probe, 'ok');
      await rm(probe);
      return `${config.dataDir} is writable`;
    }),
  ];
}

/** The management call of the Saferpay JSON API that proves user, password, customer and terminal at once. */
async function terminalOf(deps: Deps, saferpay: SaferpayConfig): Promise<string> {
  const { url, customerId, terminalId, user, password } = saferpay;
  const answer = await deps.fetch(`${url}/rest/customers/${customerId}/terminals/${terminalId}`, {
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
      'saferpay-apiversion': '1.33',
      'saferpay-requestid': secretToken(12),
    },
    signal: AbortSignal.timeout(10_000),
  });
  const { host } = new URL(url);
  if (answer.status === 401) throw new Error(`${host} does not know SAFERPAY_USER with this password`);
  if (answer.status === 403 || answer.status === 404) {
    throw new Error(`${host} has no such SAFERPAY_TERMINAL_ID for SAFERPAY_CUSTOMER_ID`);
  }
  if (!answer.ok) throw new Error(`${host} answers with ${answer.status}`);
  return `${host} answers for terminal ${terminalId}`;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

type Check = (name: string, run: () => Promise<string>) => Promise<CheckResult>;

/** Each provider must publish what it is called (OpenID Connect Discovery); Facebook's own protocol publishes nothing. */
function loginProviders(deps: Deps, check: Check): Promise<CheckResult>[] {
  const providers = Object.entries(deps.config.oidc);
  if (providers.length === 0) return [check('login providers', async () => 'off')];
  return providers.map(([name, { issuer, isTest }]) =>
    check(`login provider ${name.toLowerCase()}`, async () => {
      if (isTest) return 'built-in test provider';
      const answer = await deps.fetch(`${issuer}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(5000),
      });
      if (!answer.ok && name === 'FACEBOOK') return `${issuer} answers`;
      if (!answer.ok) throw new Error(`${issuer} publishes no discovery document (${answer.status})`);
      const { issuer: called } = (await answer.json()) as { issuer?: unknown };
      const same = typeof called === 'string' && called.replace(/\/$/, '') === issuer;
      if (!same) throw new Error(`${issuer} calls itself ${String(called)}`);
      return `${issuer} answers`;
    }),
  );
}

async function connects(host: string, port: number): Promise<void> {
  const socket = createConnection({ host, port });
  const signal = AbortSignal.timeout(5000);
  try {
    await once(socket, 'connect', { signal });
  } catch {
    throw new Error(`${host}:${port} ${signal.aborted ? 'does not answer' : 'refuses the connection'}`);
  } finally {
    socket.destroy();
  }
}

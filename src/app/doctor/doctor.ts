import { once } from 'node:events';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import type { Config } from '#src/config/config.ts';
import type { Migration } from '#src/data/database.ts';
import { databaseFile } from '#src/data/database-file.ts';
import { isCutOff } from '#src/data/restore.ts';
import { type Held, share, takeExclusive } from '#src/data/running-lock.ts';
import { bucketHealth } from '#src/files/bucket/bucket.ts';
import { foreignFiles, wideFiles } from '#src/files/owner-only.ts';
import type { Clock } from '#src/kernel/time.ts';
import { failureSentence } from '#src/mail/failures.ts';
import { tryServer } from '#src/mail/smtp.ts';
import { orIfMissing } from '#src/runtime/file-system.ts';
import type { DoctorCheck } from '#src/runtime/module.ts';
import { databaseHealth, type Sound } from './database-checks.ts';
import { siteDoubts } from './site-doubts.ts';

export type CheckResult = { name: string; ok: boolean; note: string };
export type Patient = {
  config: Config;
  clock: Clock;
  moduleChecks: readonly DoctorCheck[];
  migrations: readonly Migration[];
  sound: readonly Sound[];
};

/** Checks everything the product depends on without changing anything. Failed results say what to do. */
export async function doctor(patient: Patient): Promise<CheckResult[]> {
  const { config } = patient;
  return [
    await check('configuration', async () => `serves ${config.publicUrl} from ${resolve(config.dataDir)}`),
    await check('site', async () => {
      const doubts = siteDoubts(config).join('; ');
      // A site with TLS is in production.
      if (doubts !== '' && config.publicUrl.startsWith('https:')) throw new Error(doubts);
      return doubts === '' ? 'has a legal notice and a sender of mails' : `not for visitors yet: ${doubts}`;
    }),
    ...(await dataChecks(patient)),
    await check('uploads', () => bucketHealth(config)),
    await check('mail', async () => {
      if (config.smtpUrl !== null) return tryServer(config.smtpUrl, config.mailFrom.address);
      throw new Error(`mails wait and nobody can log in by mail: ${failureSentence('unset')}; a demo needs none`);
    }),
    await check('bank account', async () => (config.bank ? 'payment in advance is on' : 'payment in advance is off')),
    await check('wallets', async () => {
      const { appleWallet, googleWallet } = config;
      if (appleWallet && appleWallet.validUntil <= patient.clock()) {
        const ended = dayOf(appleWallet.validUntil);
        throw new Error(`a certificate of Apple Wallet ended on ${ended}: renew it and set APPLE_WALLET_CERT or _WWDR`);
      }
      const apple = appleWallet ? `Apple Wallet is on, certificates until ${dayOf(appleWallet.validUntil)}` : null;
      return `${apple ?? 'Apple Wallet is off'}; Google Wallet is ${googleWallet ? 'on' : 'off'}`;
    }),
    ...(await Promise.all(patient.moduleChecks.map(({ name, run }) => check(name, run)))),
    await check('error reporting', async () => {
      if (!config.sentryDsn) return 'off';
      const { hostname, port, protocol } = new URL(config.sentryDsn);
      await connects(hostname, Number(port || (protocol === 'https:' ? 443 : 80)), 'SENTRY_DSN and that server');
      return `${hostname} answers`;
    }),
  ];
}

async function check(name: string, run: () => Promise<string>): Promise<CheckResult> {
  try {
    return { name, ok: true, note: await run() };
  } catch (error) {
    return { name, ok: false, note: oneLine(error) };
  }
}

export const databaseResults = (patient: Patient): Promise<CheckResult[]> => databaseHealth(patient, check);

/** The lock keeps others from replacing the data during the checks. */
async function dataChecks(patient: Patient): Promise<CheckResult[]> {
  const { config } = patient;
  const folder = await orIfMissing(stat(config.dataDir), null).catch(() => null);
  if (!folder?.isDirectory()) {
    const none = `DATA_DIR ${config.dataDir} ${folder ? 'is no folder' : 'does not exist'}: run "migrate" or "serve" first`;
    return [{ name: 'storage', ok: false, note: none }, ...(await databaseHealth(patient, check))];
  }
  let held: Held | null = null;
  try {
    return [
      await check('running', async () => {
        const alone = await takeExclusive(config);
        alone?.release();
        held = await share(config);
        if (!held) throw new Error('a restore is running: wait until it is done, or end it and run "restore" again');
        if (isCutOff(config))
          throw new Error('a restore was cut off: run "restore" again, or "serve", which finishes it');
        if (databaseFile(config.databaseUrl) === null)
          return 'the database is on a server, which others may use as well';
        return alone ? 'no server runs with this folder' : 'a server runs with this folder';
      }),
      ...(held ? await databaseHealth(patient, check) : []),
      await check('storage', async () => {
        const probe = join(config.dataDir, '.doctor');
        await writeFile(probe, 'ok');
        await rm(probe);
        return `${config.dataDir} is writable`;
      }),
      await check('space', async () => {
        const { bavail, bsize } = await statfs(config.dataDir);
        return spaceNote(bavail * bsize, await sizeOfDatabase(config));
      }),
      await check('owner', async () => {
        const [first, ...more] = await wideFiles(config);
        const [foreign] = await foreignFiles(config);
        if (foreign !== undefined)
          throw new Error(
            `${foreign} belongs to another user than ${config.dataDir}: chown -R --reference=${config.dataDir} ${config.dataDir}`,
          );
        if (!first) return 'nobody else may read the data';
        const others = more.length === 0 ? '' : ` and ${more.length} more`;
        throw new Error(`others may use ${first.path}${others}: start "serve" as their owner, or chmod go-rwx`);
      }),
    ];
  } finally {
    (held as Held | null)?.release();
  }
}

const minFree = 200_000_000;
const megabytes = (bytes: number) => `${Math.floor(bytes / 1_000_000).toLocaleString('en-us')} MB`;

/** A copy of the database must fit beside it for backups and restores. @throws Error when there is not enough space */
export function spaceNote(free: number, databaseBytes: number): string {
  const needed = Math.max(minFree, databaseBytes);
  if (free >= needed) return `${megabytes(free)} are free`;
  throw new Error(`${megabytes(free)} are free, ${megabytes(needed)} are needed: make room on the disk of DATA_DIR`);
}

async function sizeOfDatabase({ databaseUrl }: Config): Promise<number> {
  const file = databaseFile(databaseUrl);
  return file === null ? 0 : ((await orIfMissing(stat(file), null))?.size ?? 0);
}

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

export type Check = (name: string, run: () => Promise<string>) => Promise<CheckResult>;

async function connects(host: string, port: number, lookAt: string): Promise<void> {
  const socket = createConnection({ host, port });
  const signal = AbortSignal.timeout(5000);
  try {
    await once(socket, 'connect', { signal });
  } catch {
    throw new Error(
      `${host}:${port} ${signal.aborted ? 'does not answer' : 'refuses the connection'}: look at ${lookAt}`,
    );
  } finally {
    socket.destroy();
  }
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secretToken } from '../kernel/ids.ts';
import { isThere } from '../platform/applied-migrations.ts';
import type { Config } from '../platform/config.ts';
import { Database, type DatabaseOptions } from '../platform/database.ts';
import { databaseFile, isLost } from '../platform/database-file.ts';
import type { Log } from '../platform/log.ts';
import { narrow } from '../platform/owner-only.ts';
import { Refusal } from '../platform/refusal.ts';
import { enter } from '../platform/restore.ts';
import { makeSigner, type Signer } from '../platform/signer.ts';

/** What of a shop lies on the disk or at a server: its database, and what its installation signs with. */
export type OpenData = {
  database: Database;
  signer: Signer;
  /** Nobody here works with the data folder any more. */
  leave(): void;
};

type Where = { config: Config; log: Log; synchronous?: DatabaseOptions['synchronous'] | undefined };

/** @throws Refusal when the data folder cannot be used, is being restored, or has lost its database */
export async function openData({ config, log, synchronous = 'FULL' }: Where): Promise<OpenData> {
  const running = await enterFolder(config);
  const wide = await narrow(config);
  if (wide.length > 0) log.warn('files that others may read could not be narrowed', { files: wide.length });
  const signer = makeSigner(config.secret ?? (await keptSecret(config.dataDir)));
  const authToken = config.databaseAuthToken;
  const database = await Database.open(config.databaseUrl, { authToken, synchronous }).catch((error: unknown) => {
    running.release();
    throw error;
  });
  return { database, signer, leave: () => running.release() };
}

/** Holds the folder together with others that run, so that nothing is restored meanwhile. */
async function enterFolder(config: Config): ReturnType<typeof enter> {
  await mkdir(config.dataDir, { recursive: true }).catch((error: Error) => {
    throw new Refusal(`DATA_DIR cannot be used: ${error.message}`);
  });
  const file = databaseFile(config.databaseUrl);
  if (file !== null) isThere(file);
  const running = await enter(config);
  if (file !== null && (await isLost(file))) {
    running.release();
    throw new Refusal(`the database at ${file} is gone or empty, its log is there; "doctor" says what to do`);
  }
  return running;
}

/** The installation's secret, made once. Two processes that begin together agree on the first file. */
async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  await writeFile(path, secretToken(48), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(path, 'utf8')).trim();
}

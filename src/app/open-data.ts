import { access, constants, mkdir } from 'node:fs/promises';
import type { Signer } from '#src/access/signer.ts';
import type { Config } from '#src/config/config.ts';
import { fileExists } from '#src/data/applied-migrations.ts';
import { Database, type DatabaseOptions } from '#src/data/database.ts';
import { databaseFile, isLost } from '#src/data/database-file.ts';
import { signerFor, signerForNow } from '#src/data/installation-secret.ts';
import { enter } from '#src/data/restore.ts';
import { foreignFiles, narrow } from '#src/files/owner-only.ts';
import type { Log } from '#src/runtime/log.ts';
import { Refusal } from '#src/runtime/refusal.ts';

/** The open database and signer of an installation. */
export type OpenData = {
  database: Database;
  signer: Signer;
  /** Releases the lock on the data folder. */
  leave(): void;
};

type Where = {
  config: Config;
  log: Log;
  synchronous?: DatabaseOptions['synchronous'] | undefined;
  signs?: boolean | undefined;
};

/** @throws Refusal when the data folder cannot be used, is being restored, or has lost its database or its secret */
export async function openData({ config, log, synchronous = 'FULL', signs = true }: Where): Promise<OpenData> {
  const running = await enterFolder(config);
  const wide = await narrow(config);
  if (wide.length > 0) log.warn('files that others may read could not be narrowed', { files: wide.length });
  let database: Database | null = null;
  try {
    database = await Database.open(config.databaseUrl, { authToken: config.databaseAuthToken, synchronous });
    const signer = await (signs ? signerFor(config, database.ask) : signerForNow(config));
    return { database, signer, leave: () => running.release() };
  } catch (error) {
    await database?.close();
    running.release();
    throw error;
  }
}

/** Shares the folder with other processes and excludes a restore. */
async function enterFolder(config: Config): ReturnType<typeof enter> {
  await mkdir(config.dataDir, { recursive: true }).catch((error: Error) => {
    throw new Refusal(`DATA_DIR cannot be used: ${error.message}`);
  });
  const file = databaseFile(config.databaseUrl);
  if (file !== null) fileExists(file);
  await refuseForeign(config);
  const running = await enter(config);
  if (file !== null && (await isLost(file))) {
    running.release();
    throw new Refusal(`the database at ${file} is gone or empty, its log is there; "doctor" says what to do`);
  }
  return running;
}

/** Files created by root are unusable for others, and SQLite only says that it cannot open them. */
async function refuseForeign(config: Config): Promise<void> {
  if (process.getuid?.() === 0) return;
  for (const path of await foreignFiles(config).catch(() => [])) {
    await access(path, constants.R_OK | constants.W_OK).catch(() => {
      throw new Refusal(
        `${path} belongs to another user and cannot be used: as root, chown -R --reference=${config.dataDir} ${config.dataDir}`,
      );
    });
  }
}

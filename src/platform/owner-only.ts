import { chmod, lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { databaseFile } from './database-file.ts';
import { unlessMissing } from './files.ts';
import type { Place } from './running-lock.ts';

/**
 * What we write belongs to its owner alone. The command line sees to that for new files by its umask; here it is done
 * for what an earlier version, a copy or a person left wider. Other people's things in the same folder stay as they are.
 */
export type Wide = { path: string; mode: number };

const ours = /^(files|exports|restoring|replaced-.*|secret|running\.lock|test-payments\.json(\.new)?)$/;

/** Our files and folders that somebody else may read, write or enter. */
export async function wideFiles(place: Place): Promise<Wide[]> {
  const dataDir = resolve(place.dataDir);
  const database = databaseFile(place.databaseUrl);
  const found: Wide[] = [];
  await lookAt(dataDir, found, false);
  for (const folder of new Set([dataDir, ...(database === null ? [] : [dirname(database)])])) {
    for (const name of await unlessMissing(readdir(folder), [])) {
      const isOfDatabase = database !== null && folder === dirname(database) && name.startsWith(basename(database));
      if (isOfDatabase || (folder === dataDir && ours.test(name))) await lookAt(join(folder, name), found, true);
    }
  }
  return found;
}

async function lookAt(path: string, found: Wide[], within: boolean): Promise<void> {
  const entry = await unlessMissing(lstat(path), null);
  if (!entry || (!entry.isFile() && !entry.isDirectory())) return;
  const isShared = path === dirname(path) || (entry.mode & 0o1000) !== 0;
  // A data folder that is a folder for everybody, such as /tmp, is not ours to close.
  if ((entry.mode & 0o077) !== 0 && !isShared) found.push({ path, mode: entry.mode & 0o777 });
  if (!within || !entry.isDirectory()) return;
  for (const name of await unlessMissing(readdir(path), [])) await lookAt(join(path, name), found, true);
}

/** Takes from all others what they may do with our files; answers those that it could not narrow. */
export async function narrow(place: Place): Promise<Wide[]> {
  const left: Wide[] = [];
  for (const wide of await wideFiles(place)) {
    await chmod(wide.path, wide.mode & 0o700).catch(() => left.push(wide));
  }
  return left;
}

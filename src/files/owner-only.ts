import { existsSync } from 'node:fs';
import { chmod, lchown, lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { databaseFile } from '#src/data/database-file.ts';
import type { Place } from '#src/data/running-lock.ts';
import { orIfMissing } from '#src/runtime/file-system.ts';

/**
 * Our files belong to their owner only. The umask does so for new files; this repairs files of earlier versions, copies or
 * people. Other files in the same folder are left alone.
 */
export type Wide = { path: string; mode: number };

const ours = /^(files|exports|restoring|replaced-.*|secret|running\.lock|test-payments\.json(\.new)?)$/;

type Entry = { path: string; mode: number; uid: number };

/** Our files and folders, the data folder first. */
async function ourEntries(place: Place): Promise<Entry[]> {
  const dataDir = resolve(place.dataDir);
  const database = databaseFile(place.databaseUrl);
  const found: Entry[] = [];
  await lookAt(dataDir, found, false);
  for (const folder of new Set([dataDir, ...(database === null ? [] : [dirname(database)])])) {
    for (const name of await orIfMissing(readdir(folder), [])) {
      const isOfDatabase = database !== null && folder === dirname(database) && name.startsWith(basename(database));
      if (isOfDatabase || (folder === dataDir && ours.test(name))) await lookAt(join(folder, name), found, true);
    }
  }
  return found;
}

async function lookAt(path: string, found: Entry[], within: boolean): Promise<void> {
  const entry = await orIfMissing(lstat(path), null);
  if (!entry || (!entry.isFile() && !entry.isDirectory())) return;
  found.push({ path, mode: entry.mode, uid: entry.uid });
  if (!within || !entry.isDirectory()) return;
  for (const name of await orIfMissing(readdir(path), [])) await lookAt(join(path, name), found, true);
}

/** Our files and folders that others can read, write or enter. */
export async function wideFiles(place: Place): Promise<Wide[]> {
  // A shared folder such as /tmp is not ours to close.
  const isShared = ({ path, mode }: Entry) => path === dirname(path) || (mode & 0o1000) !== 0;
  return (await ourEntries(place))
    .filter((entry) => (entry.mode & 0o077) !== 0 && !isShared(entry))
    .map(({ path, mode }) => ({ path, mode: mode & 0o777 }));
}

/** The folder, or its nearest existing parent. */
export const nearestFolder = (path: string): string =>
  existsSync(path) ? resolve(path) : nearestFolder(dirname(resolve(path)));

/** Removes permissions of others; returns files for which that failed. */
export async function narrow(place: Place): Promise<Wide[]> {
  const left: Wide[] = [];
  for (const wide of await wideFiles(place)) {
    await chmod(wide.path, wide.mode & 0o700).catch(() => left.push(wide));
  }
  return left;
}

/** Our files with another owner than the data folder: the service cannot use them. */
export async function foreignFiles(place: Place): Promise<string[]> {
  const [folder, ...entries] = await ourEntries(place);
  return entries.filter(({ uid }) => uid !== folder?.uid).map(({ path }) => path);
}

/**
 * Gives files that root created in the data folder to its owner, `made` to the owner of their folder, and a new data folder to
 * the owner of `nearest`. Only root does anything.
 */
export async function giveToOwner(
  place: Place,
  made: readonly string[] = [],
  nearest = resolve(place.dataDir),
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const above = await orIfMissing(stat(nearest), null);
  for (let folder = resolve(place.dataDir); above && folder !== nearest; folder = dirname(folder))
    await orIfMissing(lchown(folder, above.uid, above.gid), undefined);
  const folder = await orIfMissing(stat(place.dataDir), null);
  // The last connection removes its log while we look.
  if (folder)
    for (const path of await foreignFiles(place)) await orIfMissing(lchown(path, folder.uid, folder.gid), undefined);
  for (const file of made) {
    const { uid, gid } = await stat(dirname(resolve(file)));
    await lchown(file, uid, gid);
  }
}

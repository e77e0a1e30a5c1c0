import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unlessMissing } from '#src/runtime/file-system.ts';

/** What an embedded database may leave beside its file. */
export const companions = ['-wal', '-shm', '-journal'] as const;

/** The file of an embedded database, with its address read as the driver reads it; null when a server keeps it. */
export function databaseFile(url: string): string | null {
  if (!url.startsWith('file:')) return null;
  return resolve(decodeURIComponent(url.slice('file:'.length).replace(/^\/\/[^/]*/, '')));
}

/** The address of a file, whatever signs its path has. */
export const fileAddress = (path: string): string =>
  `file:${path.replace(/^\/+/, '/').split('/').map(encodeURIComponent).join('/')}`;

/**
 * True where a database is gone or empty while its log still holds what was written last. No start of a new one leaves
 * that; SQLite would begin an empty database and throw the log away.
 */
export async function isLost(file: string): Promise<boolean> {
  const size = async (path: string) => (await unlessMissing(stat(path), null))?.size ?? 0;
  return (await size(file)) === 0 && (await size(`${file}-wal`)) > 0;
}

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { orIfMissing } from '#src/runtime/file-system.ts';

/** Files that SQLite may leave beside the database. */
export const companions = ['-wal', '-shm', '-journal'] as const;

/** The file behind an address, parsed like the driver does; null for a server. */
export function databaseFile(url: string): string | null {
  if (!url.startsWith('file:')) return null;
  return resolve(decodeURIComponent(url.slice('file:'.length).replace(/^\/\/[^/]*/, '')));
}

export const fileAddress = (path: string): string =>
  `file:${path.replace(/^\/+/, '/').split('/').map(encodeURIComponent).join('/')}`;

/**
 * Whether the database file is missing or empty while its write-ahead log still has data. A new database must not start then,
 * because SQLite would discard the log.
 */
export async function isLost(file: string): Promise<boolean> {
  const size = async (path: string) => (await orIfMissing(stat(path), null))?.size ?? 0;
  return (await size(file)) === 0 && (await size(`${file}-wal`)) > 0;
}

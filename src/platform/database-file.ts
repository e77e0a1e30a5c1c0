import { resolve } from 'node:path';

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

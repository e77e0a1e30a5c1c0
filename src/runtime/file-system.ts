import { open } from 'node:fs/promises';

/** Returns what was read, or `otherwise` if the file does not exist. Other errors are thrown. */
export async function orIfMissing<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  return reading.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  });
}

/** Syncs a file, or a folder's entries, to the disk. */
export async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  await opened.sync().finally(() => opened.close());
}

/** Suffix of a temporary file that is renamed when it is complete. */
export const halfWritten = /\.[0-9a-f]{12}$/;

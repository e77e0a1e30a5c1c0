import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Keep } from './books.ts';

/** A file that is replaced atomically. */
export function storedInFile(path: string): Keep {
  return {
    load: () =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async save(text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}

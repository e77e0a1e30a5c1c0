import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assert } from '#src/kernel/assert.ts';
import { orIfMissing } from '#src/runtime/file-system.ts';

/** Files named by the SHA-256 of their content, so they never change and may be cached for ever. */
export type Files = {
  /** Stores bytes and returns their name, `<sha256 hex>.<extension>`. */
  put(bytes: Uint8Array, extension: string): Promise<string>;
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  has(name: string): Promise<boolean>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
  /** All stored names, in no order. */
  names(): Promise<string[]>;
  /** Subfolders. */
  folders(): Promise<string[]>;
  /** A subfolder for one kind of files, so that cleanup jobs do not meet others. */
  within(folder: string): Files;
};

export const namePattern = /^[0-9a-f]{64}\.[a-z0-9]{2,5}$/;

export function diskFiles(directory: string): Files {
  const pathOf = (name: string) => {
    assert(namePattern.test(name), `not the name of a stored file: ${name}`);
    return join(directory, name.slice(0, 2), name);
  };
  return {
    async put(bytes, extension) {
      const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true });
      const half = `${path}.${randomBytes(6).toString('hex')}`;
      await writeFile(half, bytes);
      await rename(half, path);
      return name;
    },
    has: async (name) => (await orIfMissing(stat(pathOf(name)), null)) !== null,
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async names() {
      const shelves = await orIfMissing(readdir(directory, { withFileTypes: true }), []);
      const shelved = shelves
        .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
        .map(({ name }) => readdir(join(directory, name)));
      return (await Promise.all(shelved)).flat().filter((name) => namePattern.test(name));
    },
    async folders() {
      const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },
    within: (folder) => diskFiles(join(directory, folder)),
    async get(name) {
      if (!namePattern.test(name)) return null;
      const bytes = await orIfMissing(readFile(pathOf(name)), null);
      return bytes && new Uint8Array(bytes);
    },
  };
}

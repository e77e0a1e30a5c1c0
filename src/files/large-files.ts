import { openAsBlob } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { orIfMissing } from '#src/runtime/file-system.ts';
import type { Bucket } from './bucket/bucket.ts';

/** A file being written, invisible to readers. */
export type OpenFile = {
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file. */
  complete(): Promise<void>;
  discard(): Promise<void>;
};

/** Files too large for memory. The caller chooses the names. */
export type LargeFiles = {
  create(name: string): Promise<OpenFile>;
  /** A stream and its size; null when the file is missing. */
  read(name: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>;
  remove(name: string): Promise<void>;
  /** Names of complete files and of unfinished ones on this machine. */
  names(): Promise<string[]>;
};

const partSuffix = '.part';
const pieceBytes = 256 * 1024;

/** Writes to this machine's disk; when a file is complete, `keep` is called with its path. */
async function beginAt(folder: string, name: string, keep: (path: string) => Promise<void>): Promise<OpenFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name + partSuffix);
  const file = await open(path, 'w', 0o600);
  return {
    async write(bytes) {
      await file.writeFile(bytes);
    },
    async complete() {
      await file.sync();
      await file.close();
      await keep(path);
    },
    async discard() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

export function diskLargeFiles(folder: string): LargeFiles {
  return {
    create: (name) => beginAt(folder, name, (path) => rename(path, join(folder, name))),
    async read(name) {
      const path = join(folder, name);
      const found = await orIfMissing(stat(path), null);
      if (!found) return null;
      // Opens the file when the stream is read.
      let file: Awaited<ReturnType<typeof open>> | null = null;
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            file ??= await open(path, 'r');
            const { bytesRead, buffer } = await file.read(new Uint8Array(pieceBytes), 0, pieceBytes);
            if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
            await file.close();
            return controller.close();
          },
          cancel: () => file?.close(),
        },
        { highWaterMark: 0 },
      );
      return { body, size: found.size };
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    names: () => orIfMissing(readdir(folder), []),
  };
}

/** Written to `folder` on this machine and moved to the bucket when complete. */
export function bucketLargeFiles(bucket: Bucket, prefix: string, folder: string): LargeFiles {
  return {
    create: (name) =>
      beginAt(folder, name, async (path) => {
        await bucket.put(`${prefix}${name}`, await openAsBlob(path));
        await rm(path, { force: true });
      }),
    read: (name) => bucket.stream(`${prefix}${name}`),
    async remove(name) {
      await rm(join(folder, name), { force: true });
      if (!name.endsWith(partSuffix)) await bucket.remove(`${prefix}${name}`);
    },
    names: async () => [
      ...(await orIfMissing(readdir(folder), [])),
      ...(await bucket.keys(prefix)).map((key) => key.slice(prefix.length)),
    ],
  };
}

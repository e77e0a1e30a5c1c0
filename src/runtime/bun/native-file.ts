// Our own: Bun compares an embedded library with its copy on the disk at every start, and what it reads of the executable stays
// in memory.
import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseBuffer } from '#src/runtime/release-buffer.ts';

/** A compressed native library: `packed` is a path for Bun, `size` its unpacked size. */
export type PackedLibrary = { packed: string; hash: string; size: number };

/** Unpacks the library into the temporary folder, once; later processes check owner and permissions of the file. */
export function libraryFile({ packed, hash, size }: PackedLibrary): string {
  const uid = process.geteuid?.() ?? 0;
  const path = join(tmpdir(), `.startblock-${uid}-${hash}.node`);
  if (isOurs(path, uid, size)) return path;
  const begun = `${path}.${process.pid}-${Date.now()}`;
  const unpacked = Bun.zstdDecompressSync(readFileSync(packed));
  // Fails if the file exists.
  const file = openSync(begun, 'wx', 0o600);
  try {
    for (let at = 0; at < unpacked.length; ) at += writeSync(file, unpacked, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  releaseBuffer(unpacked);
  try {
    renameSync(begun, path);
    return path;
  } catch {
    // Another process has that name.
    return begun;
  }
}

/** Loads the library, or ends the process with a sentence, because nothing works without it. */
export function loadLibrary<T>(library: PackedLibrary, load: (path: string) => T): T {
  try {
    return load(libraryFile(library));
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    process.stderr.write(
      `startblock: TMPDIR ${tmpdir()} must be there, be writable and allow execution (no noexec), since a library is loaded from it: ${why}\n`,
    );
    process.exit(1);
  }
}

function isOurs(path: string, uid: number, size: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.uid === uid && found.size === size && (found.mode & 0o022) === 0;
}

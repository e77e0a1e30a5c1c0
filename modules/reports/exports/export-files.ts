import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '#src/platform/deps.ts';
import { unlessMissing } from '#src/platform/files.ts';

type Placed = { config: Pick<Deps['config'], 'dataDir'> };
/** A folder of its own: a copy of the shop leaves out what is made anew by a click. */
const folderOf = ({ config }: Placed): string => join(config.dataDir, 'exports');
const half = '.part';

/** A file that is being written; nobody but its owner reads it. */
export type OpenFile = {
  write(bytes: Uint8Array): Promise<void>;
  /** It is whole and on the disk. */
  keep(): Promise<void>;
  drop(): Promise<void>;
};

export async function openFile(deps: Placed, name: string): Promise<OpenFile> {
  const folder = folderOf(deps);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const file = await open(path + half, 'w', 0o600);
  return {
    async write(bytes) {
      await file.writeFile(bytes);
    },
    async keep() {
      await file.sync();
      await file.close();
      await rename(path + half, path);
    },
    async drop() {
      await file.close();
      await rm(path + half, { force: true });
    },
  };
}

const pieceBytes = 256 * 1024;

/** The file as a stream, and how long it is; null when it is gone. */
export async function readFileOf(
  deps: Placed,
  name: string,
): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null> {
  const path = join(folderOf(deps), name);
  const found = await unlessMissing(stat(path), null);
  if (!found) return null;
  // Opened by the first who reads, so that what nobody reads leaves nothing open.
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
  const { size } = found;
  return { body, size };
}

export const removeFile = (deps: Placed, name: string): Promise<void> =>
  rm(join(folderOf(deps), name), { force: true });

/** Removes what a process that was killed left of an export. */
export async function removeHalves(deps: Placed, exportId: number): Promise<void> {
  const names = await unlessMissing(readdir(folderOf(deps)), []);
  for (const name of names) if (name.startsWith(`${exportId}-`)) await removeFile(deps, name);
}

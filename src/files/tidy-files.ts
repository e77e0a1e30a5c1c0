import type { Files } from './files.ts';

/**
 * Stores bytes and then their references: `row` gets the names and runs its own write, so that no write waits for storage.
 * Afterwards it restores files that cleanup removed in between.
 */
export async function storing<T>(
  files: Files,
  pieces: readonly { bytes: Uint8Array; extension: string }[],
  row: (names: readonly string[]) => Promise<T>,
): Promise<T> {
  const put = ({ bytes, extension }: (typeof pieces)[number]) => files.put(bytes, extension);
  const names = await Promise.all(pieces.map(put));
  const done = await row(names);
  await Promise.all(
    pieces.map(async (piece, at) => {
      if (!(await files.has(names[at] as string))) await put(piece);
    }),
  );
  return done;
}

/**
 * Removes unreferenced files; call the returned function once an hour. A file is removed in the second round that finds it
 * unreferenced, because the row of a new upload may follow. A file that was referenced during its removal is stored again; a
 * later reference notices that it is missing (`storing`).
 */
export function unnamedFiles(
  files: Files,
  named: { is(name: string): Promise<boolean>; forget?(name: string): Promise<boolean> },
) {
  let before: ReadonlySet<string> = new Set();
  return async (): Promise<void> => {
    const unnamed = new Set<string>();
    for (const name of await files.names()) {
      if (await named.is(name)) continue;
      unnamed.add(name);
      if (!before.has(name)) continue;
      const bytes = await files.get(name);
      if (bytes === null || !((await named.forget?.(name)) ?? true)) continue;
      await files.remove(name);
      if (await named.is(name)) await files.put(bytes, name.slice(name.indexOf('.') + 1));
    }
    before = unnamed;
  };
}

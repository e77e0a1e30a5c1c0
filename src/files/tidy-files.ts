import type { Files } from './files.ts';

/**
 * Stores bytes and then what names them: `row` is given their names and runs its own write, so that no write waits for a
 * disk or a bucket. Afterwards it looks whether who tidies took one away between: an old file that nothing named may be
 * uploaded anew at that very moment.
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
 * One round of taking away the files that nothing names; call what it answers once an hour. A file goes in the second
 * round that finds it unnamed, since the row of one that was just uploaded is still to come. Was it named while it went,
 * it is put back; and when that was later, whoever named it sees that it is missing (`storing`).
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

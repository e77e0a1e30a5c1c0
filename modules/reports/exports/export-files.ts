import type { LargeFiles } from '#src/files/large-files.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** A folder of their own: a copy of the shop leaves out what is made anew by a click. */
export const exportFiles = (deps: Pick<Deps, 'largeFiles'>): LargeFiles => deps.largeFiles('exports');

/** Removes what a process that was killed left of an export. */
export async function removeHalves(deps: Pick<Deps, 'largeFiles'>, exportId: number): Promise<void> {
  const files = exportFiles(deps);
  for (const name of await files.names()) if (name.startsWith(`${exportId}-`)) await files.remove(name);
}

import type { LargeFiles } from '#src/files/large-files.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** A folder of its own, because backups leave out what can be made again. */
export const exportFiles = (deps: Pick<Deps, 'largeFiles'>): LargeFiles => deps.largeFiles('exports');

/** Removes unfinished files of a killed process. */
export async function removeHalves(deps: Pick<Deps, 'largeFiles'>, exportId: number): Promise<void> {
  const files = exportFiles(deps);
  for (const name of await files.names()) if (name.startsWith(`${exportId}-`)) await files.remove(name);
}

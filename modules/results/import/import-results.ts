import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type SavedResults, saveResults } from '../save-results.ts';
import { type ImportOptions, type PlannedImport, planImport, savedRows } from './plan-import.ts';

/**
 * Imports every line that the preview calls new or changed.
 * @throws Problem VALIDATION_FAILED with `details.fault` for an unreadable file
 */
export async function importResults(
  deps: Pick<Deps, 'read' | 'write' | 'sandbox'>,
  editor: Pick<Viewer, 'userId'>,
  catalog: Catalog,
  file: { bytes: Uint8Array; name: string },
  options: ImportOptions,
): Promise<PlannedImport & SavedResults> {
  const planned = await planImport(deps, catalog, { bytes: file.bytes, editorId: editor.userId }, options);
  const rows = savedRows(planned);
  const saved = await deps.write((work) =>
    saveResults(work, {
      eventId: catalog.event.id,
      source: 'file',
      fileName: file.name.slice(0, 100),
      editorId: editor.userId,
      rows,
    }),
  );
  return { ...planned, ...saved };
}

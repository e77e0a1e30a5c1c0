import { requireEventRole } from '#modules/events/index.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Translator } from '#src/platform/locale.ts';
import { requirePermission } from '#src/platform/permissions.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import { isOfEvent } from '../rules/export-kinds.ts';
import { createExport, type NewExport } from './keep-export.ts';
import { exportTable } from './make-table.ts';
import { exportsJob } from './run-exports.ts';

type Call = { deps: Deps; viewer: Viewer; words: Translator };

/**
 * Asks for an export in the background and begins it.
 * @throws Problem NOT_FOUND for somebody else's event, NO_PERMISSION over all events, NO_ORDERS_FOR_EVENT_FOUND where
 *   there is nothing
 */
export async function askForExport(
  { deps, viewer, words }: Call,
  asked: Omit<NewExport, 'language' | 'editorId'>,
): Promise<number> {
  const { kind, eventId } = asked;
  const isOfOneEvent = eventId !== null && (isOfEvent(kind) || kind === 'event-views');
  if (isOfOneEvent) await requireEventRole(deps.read, viewer, eventId, 'export.make');
  else requirePermission('export.platform', viewer, deps.clock());
  // Said at once, not in a mail in two days.
  if (isOfEvent(kind)) await exportTable({ deps, words }, asked);
  const exportId = await deps.write((work) =>
    createExport(work, {
      ...asked,
      eventId: isOfOneEvent ? eventId : null,
      language: words.locale,
      editorId: viewer.userId,
    }),
  );
  deps.runNow(exportsJob);
  return exportId;
}

import { loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { entryAt } from './read-entries.ts';
import type { Entry } from './schema.ts';

/** Loader of routes: an entry of an event that the viewer manages. @throws Problem NOT_FOUND */
export async function loadEntry(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { eventId: number; entryId: number };
}): Promise<Entry> {
  return entryAt(call.deps.read, await loadEvent(call), call.params.entryId);
}

import { loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Mailing, mailingOf } from './read-mailings.ts';

/** Loader of routes: a mailing of an event of the viewer. @throws Problem NOT_FOUND */
export async function loadMailing(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { eventId: number; mailingId: number };
}): Promise<Mailing> {
  return mailingOf(call.deps.read, await loadEvent(call), call.params.mailingId);
}

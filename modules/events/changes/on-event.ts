import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { requireEventRole } from '../access/event-role.ts';
import { existingCatalog } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { audited } from './save-audit.ts';

type Caller = { deps: Deps; viewer: Viewer };

/**
 * Runs a verb on an event in one write, if the caller manages it, writes down what it changed, and answers what the verb
 * answers. Everything that people change about an event comes through here.
 * @throws Problem NOT_FOUND when the event is another's or not there.
 */
export const onEvent = <T>(
  { deps, viewer }: Caller,
  eventId: number,
  verb: (work: Work, eventId: number) => Promise<T>,
  may: Permission = 'event.change',
): Promise<T> =>
  deps.write(async (work) => {
    await requireEventRole(work.tx, viewer, eventId, may);
    return audited(work, viewer, eventId, () => verb(work, eventId));
  });

/** What a verb left behind, as the write sees it. */
export async function written<T>(work: Work, eventId: number, pick: (catalog: Catalog) => T | undefined): Promise<T> {
  return present(pick(await existingCatalog(work.tx, eventId)), 'what was written is in the catalogue');
}

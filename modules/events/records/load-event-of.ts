import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { requireEventRole } from '../access/event-role.ts';
import { eventIdOfRecord, type RecordKind } from './stored.ts';

type Call<Name extends string> = {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: Record<Name, number>;
};

/**
 * Loader of routes: the event of a record that the address names as `name`.
 * @throws Problem NOT_FOUND for a record of somebody else's event
 */
export const loadEventOf =
  <Name extends string>(kind: RecordKind, name: Name) =>
  async ({ deps, viewer, may, params }: Call<Name>): Promise<number> => {
    const eventId = await eventIdOfRecord(deps.read, kind, params[name]);
    await requireEventRole(deps.read, viewer, eventId, may);
    return eventId;
  };

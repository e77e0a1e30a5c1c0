import { nextEventOf } from '#modules/events/index.ts';
import { lacking } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paths } from '#src/ui/paths.ts';
import { eventPath } from './addresses.ts';

/**
 * The first page after a login: the platform for super admins, the next event for organizers, the scanner for gate staff, the
 * home page for others.
 */
export async function startPageOf(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  viewer: Viewer | null,
): Promise<string> {
  if (viewer?.level !== 'verified') return paths.home;
  if (viewer.isSuperAdmin) return paths.admin;
  if (lacking('event.read', viewer) === null) {
    const eventId = await nextEventOf(read, viewer, clock());
    return eventId === null ? '/admin/events' : eventPath(eventId);
  }
  return lacking('ticket.scan', viewer) === null ? paths.scan : paths.home;
}

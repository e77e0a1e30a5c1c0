import { nextEventOf } from '#modules/events/index.ts';
import { lacking } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paths } from '#src/ui/paths.ts';
import { eventPath } from './addresses.ts';

/**
 * Where the work of somebody begins who just logged in: the platform for those who look after all of it, the next event for
 * an organizer, the scanner for whoever lets people in, the home page for everybody else.
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

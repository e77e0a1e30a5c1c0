import { refuse } from '#src/kernel/problem.ts';
import type { Access, Viewer } from '#src/platform/http.ts';

/**
 * Who may enter a route at all. What somebody may do to which record is decided by the verbs.
 * @throws Problem UNAUTHORIZED without the session it needs, NO_PERMISSION without the role.
 */
export function requireAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'guest') return;
  if (!viewer) return refuse('UNAUTHORIZED');
  if (access === 'login') return;
  if (viewer.level !== 'verified') return refuse('UNAUTHORIZED', { reason: 'notVerified' });
  if (access === 'verified') return;
  if (access === 'organizer' && (viewer.isSuperAdmin || viewer.organizerIds.length > 0)) return;
  if (access === 'superAdmin' && viewer.isSuperAdmin) return;
  refuse('NO_PERMISSION');
}

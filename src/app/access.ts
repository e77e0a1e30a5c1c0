import { refuse } from '#src/kernel/problem.ts';
import type { Access, Viewer } from '#src/platform/http.ts';

/**
 * Who may enter a route at all. What somebody may do to which record is decided by the verbs.
 * @throws Problem UNAUTHORIZED without the session it needs, NO_PERMISSION without the role.
 */
export function requireAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'guest') return;
  if (!viewer) refuse('UNAUTHORIZED');
  else if (access !== 'login' && viewer.level !== 'verified') refuse('UNAUTHORIZED', { reason: 'notVerified' });
  else if (access === 'organizer' && !viewer.isSuperAdmin && viewer.organizerIds.length === 0) refuse('NO_PERMISSION');
  else if (access === 'superAdmin' && !viewer.isSuperAdmin) refuse('NO_PERMISSION');
}

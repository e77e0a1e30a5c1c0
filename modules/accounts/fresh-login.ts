import { refuse } from '#src/kernel/problem.ts';
import { hours, type Instant } from '#src/kernel/time.ts';
import type { Viewer } from '#src/platform/http.ts';

/**
 * For what a stolen, forgotten session must not do: the login is at most two hours old.
 * @throws Problem INVALID_TOKEN with `details.reason = "sessionInvalid"`
 */
export function requireFreshLogin(viewer: Viewer, now: Instant): void {
  if (viewer.verifiedAt === null || now - viewer.verifiedAt > hours(2)) {
    refuse('INVALID_TOKEN', { reason: 'sessionInvalid' });
  }
}

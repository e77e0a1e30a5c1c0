import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { requirePermission } from '#src/platform/permissions.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { EventInput } from '../shapes.ts';

/**
 * What the platform earns is the platform's to lower; an organizer may name it and leave it as it is.
 * @throws Problem NO_PERMISSION
 */
export function requireFee(viewer: Viewer, now: Instant, wanted: EventInput, stored: Cents): void {
  const { organizerProcessingFee = stored } = wanted;
  if (organizerProcessingFee < stored) requirePermission('event.platform', viewer, now);
}

import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { EventInput } from '../shapes.ts';

/**
 * What the platform charges is for the platform to set, up or down; an organizer may name it and leave it as it is.
 * @throws Problem NO_PERMISSION
 */
export function requireFee(viewer: Viewer, now: Instant, wanted: EventInput, agreed: Cents): void {
  const { organizerProcessingFee = agreed } = wanted;
  if (organizerProcessingFee !== agreed) requirePermission('event.platform', viewer, now);
}

import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Organizer, type OrganizerChange, organizerChange, organizerShape } from './shapes.ts';

/** What the platform agrees with an organizer and its owner only sees. */
const platformFields = [
  'vat',
  'disagioPercentage',
  'organizerProcessingFee',
  'paymentReference',
  'whiteLabel',
  'hostName',
] as const;

/**
 * Some fields of an organizer take more than to be its owner; sent as they are they are no change.
 * @throws Problem NO_PERMISSION, INVALID_TOKEN after an old login
 */
export function requireChange(viewer: Viewer, now: Instant, before: Organizer | null, change: OrganizerChange): void {
  const stored = before ? organizerShape(before) : null;
  const wanted = organizerChange.parse(change);
  const changes = (name: 'iban' | 'bic' | (typeof platformFields)[number]) =>
    wanted[name] !== undefined &&
    wanted[name] !== (stored?.[name] ?? (name === 'vat' || name === 'disagioPercentage' ? 0 : null));
  if (platformFields.some(changes)) requirePermission('organizer.manage', viewer, now);
  if (changes('iban') || changes('bic')) requirePermission('organizer.bank', viewer, now);
}

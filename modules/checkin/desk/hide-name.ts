import { addAudit, participantForTicket } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AtGate } from '../at-gate.ts';

/**
 * Hides a name from public lists. Showing it again is not possible here: for a child, only the parents or the office
 * may decide that.
 * @throws Problem NOT_FOUND
 */
export async function hideNameAtDesk(
  work: Work,
  { publicNames }: Pick<Deps, 'publicNames'>,
  { eventId, userId, deviceId }: AtGate,
  { participantId, gate }: { participantId: number; gate: string | null },
): Promise<void> {
  const person = await participantForTicket(work.tx, participantId);
  if (!person || person.eventId !== eventId || !person.live) return refuse('NOT_FOUND');
  const { orderId } = person;
  const isNew = await publicNames.hide(work, { id: participantId, orderId, eventId }, userId);
  // A device has no account, so the history names its gate.
  if (isNew && deviceId !== null && gate !== null)
    await addAudit(work, {
      orderId,
      type: 'Other',
      editorId: null,
      comment: 'gate.nameByDevice',
      changes: [{ participantId, field: 'gate', before: null, after: gate }],
    });
}

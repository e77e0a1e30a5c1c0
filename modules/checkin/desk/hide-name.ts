import { addAudit, participantForTicket } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AtGate } from '../at-gate.ts';

/**
 * Somebody says at the desk that their name is to stand in no public list. It is never shown from here: of a child, say,
 * only their parents or the organizer's office may say that.
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
  // No account stands for a device, so the history names its gate.
  if (isNew && deviceId !== null && gate !== null)
    await addAudit(work, {
      orderId,
      type: 'Other',
      editorId: null,
      comment: 'gate.nameByDevice',
      changes: [{ participantId, field: 'gate', before: null, after: gate }],
    });
}

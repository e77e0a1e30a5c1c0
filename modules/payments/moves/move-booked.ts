import { type MoveParticipant, moveParticipant } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { type NewTotal, settleNewTotal } from './settle-new-total.ts';

/**
 * Moves a participant to another competition and settles the price difference: a surcharge is open until it is paid, a
 * reduction is refunded. The buyer is notified.
 * @throws Problem those of `moveParticipant`
 */
export async function moveBooked(work: Work, input: MoveParticipant): Promise<NewTotal | null> {
  const { orderId, participantId, editorId } = input;
  const moved = await moveParticipant(work, input);
  if (!moved) return null;
  const { from, to, difference } = moved;
  return settleNewTotal(work, { orderId, editorId, participantId, from, to, difference });
}

import { userById } from '#modules/accounts/index.ts';
import { type MoveParticipant, moveParticipant } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { settleTotal } from '../settle-total.ts';

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

type NewTotal = { difference: Cents; open: Cents; goesBack: Cents };

type Settle = {
  orderId: number;
  editorId: number;
  participantId: number;
  from: string;
  to: string;
  difference: Cents;
};

async function settleNewTotal(work: Work, input: Settle): Promise<NewTotal> {
  const { orderId, participantId, difference } = input;
  const { open, goesBack, order } = await settleTotal(work, input);
  const buyer = present(await userById(work.tx, order.userId), 'an order has a buyer');
  await work.post({
    type: 'ParticipantMoved',
    uniqueKey: `ParticipantMoved|${participantId}|${work.now}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId, participantId, from: input.from, to: input.to, difference, goesBack },
    orderId,
  });
  return { difference, open, goesBack };
}

import { userById } from '#modules/accounts/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { settleTotal } from '../settle-total.ts';

/** Open rest and refund caused by the move. */
export type NewTotal = { difference: Cents; open: Cents; goesBack: Cents };

type Settle = {
  orderId: number;
  editorId: number;
  participantId: number;
  from: string;
  to: string;
  /** Increase of the total. */
  difference: Cents;
};

export async function settleNewTotal(work: Work, input: Settle): Promise<NewTotal> {
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

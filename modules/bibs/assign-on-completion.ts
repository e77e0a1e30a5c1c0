import { orderOf, orderStateOf, participantsOf, setBib } from '#modules/orders/index.ts';
import { orderPaid } from '#modules/orders/rules/facts.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { nextFree, rangesOf, settingsOf } from './read-ranges.ts';

/**
 * Gives participants of a paid order the smallest free number, if the event wants it. When the ranges are full they get
 * none.
 */
export async function assignOnCompletion(
  { bibsHeldElsewhere }: Pick<Deps, 'bibsHeldElsewhere'>,
  work: Work,
  orderId: number,
): Promise<void> {
  const state = await orderStateOf(work.tx, orderId);
  if (!state || !isPaidStatus(state.status)) return;
  const { eventId } = state;
  if (!(await settingsOf(work.tx, eventId)).assignOnCompletion) return;
  const order = present(await orderOf(work.tx, orderId), 'an order that has a state is there');
  const ranges = await rangesOf(work.tx, eventId);
  const heldByTiming = await bibsHeldElsewhere(work.tx, eventId);
  for (const { id: participantId, competitionId, rrBib } of participantsOf(order)) {
    if (rrBib !== null) continue;
    const own = ranges.filter((range) => range.competitionId === competitionId);
    const number = await nextFree(work.tx, eventId, own, heldByTiming);
    if (number !== null) await setBib(work, { participantId, bib: String(number), source: 'range' });
  }
}

export const bibFactHandlers = (deps: Pick<Deps, 'bibsHeldElsewhere'>): FactHandler[] => [
  onFact(orderPaid, 'bibs.assignOnCompletion', (work, { orderId }) => assignOnCompletion(deps, work, orderId)),
];

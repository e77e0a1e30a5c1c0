import { chipSet, wavesChanged } from '#modules/bibs/rules/facts.ts';
import {
  bibSet,
  emailChanged,
  orderCanceled,
  orderChanged,
  orderPaid,
  orderProven,
  participantMoved,
  ticketsReplaced,
} from '#modules/orders/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { bibOf } from '../read-person.ts';
import { allSteps } from '../rules/push.ts';
import { changedBits, enqueueOrder, enqueueWaves } from './enqueue.ts';
import { pushOf } from './read-pushes.ts';

/** Sends a start number unless RACE RESULT assigned it. */
async function followBib(work: Work, { orderId, participantId }: { orderId: number; participantId: number }) {
  const bib = await bibOf(work.tx, participantId);
  const known = await pushOf(work.tx, participantId);
  if (bib === null || known?.bibThere === bib) return;
  // The worker has just stored this number and sends the remaining steps itself.
  if (known?.bibThere === null && known.state !== 'dead' && known.state !== 'sent' && known.due !== 0) return;
  await enqueueOrder(work, orderId, changedBits, [participantId]);
}

export const timingHandlers: readonly FactHandler[] = [
  onFact(orderPaid, 'timing.push-order', (work, { orderId }) => enqueueOrder(work, orderId, allSteps)),
  onFact(orderProven, 'timing.push-proven-order', (work, { orderId }) => enqueueOrder(work, orderId, allSteps)),
  onFact(orderChanged, 'timing.push-change', (work, { orderId }) => enqueueOrder(work, orderId, changedBits)),
  onFact(orderCanceled, 'timing.push-cancellation', (work, { orderId }) => enqueueOrder(work, orderId, changedBits)),
  onFact(participantMoved, 'timing.push-move', (work, { orderId, participantId }) =>
    enqueueOrder(work, orderId, changedBits, [participantId]),
  ),
  onFact(ticketsReplaced, 'timing.push-replaced', (work, { orderId, participantIds }) =>
    enqueueOrder(work, orderId, changedBits, participantIds),
  ),
  onFact(emailChanged, 'timing.push-email', (work, { orderId, participantId }) =>
    enqueueOrder(work, orderId, changedBits, [participantId]),
  ),
  onFact(bibSet, 'timing.push-bib', followBib),
  onFact(chipSet, 'timing.push-chip', (work, { orderId, participantId }) =>
    enqueueOrder(work, orderId, changedBits, [participantId]),
  ),
  onFact(wavesChanged, 'timing.push-waves', enqueueWaves),
];

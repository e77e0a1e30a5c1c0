import { eventChanged } from '#modules/events/rules/facts.ts';
import { buyerChanged, orderCanceled, orderChanged, orderPaid } from '#modules/orders/rules/facts.ts';
import { organizerChanged } from '#modules/organizers/rules/facts.ts';
import { refundOpened } from '#modules/payments/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { backlogJob, noteBacklog, noteSellerBacklog } from './backlog-job.ts';
import { savePapers } from './bill-order.ts';

/** Recomputes the papers after every change of an order. */
export const customerHandlers = ({ runNow }: Pick<Deps, 'runNow'>): readonly FactHandler[] => [
  onFact(orderPaid, 'invoicing.order-paid', (work, { orderId }) => savePapers(work, orderId)),
  onFact(orderChanged, 'invoicing.order-changed', (work, { orderId }) => savePapers(work, orderId)),
  onFact(orderCanceled, 'invoicing.order-canceled', (work, { orderId }) => savePapers(work, orderId)),
  onFact(buyerChanged, 'invoicing.buyer-changed', (work, { orderId }) => savePapers(work, orderId)),
  onFact(refundOpened, 'invoicing.refund-opened', (work, { orderId }) => savePapers(work, orderId)),
  onFact(eventChanged, 'invoicing.event-changed', async (work, { eventId }) => {
    if (await noteBacklog(work, eventId)) runNow(backlogJob);
  }),
  onFact(organizerChanged, 'invoicing.organizer-changed', async (work, { organizerId }) => {
    if (await noteSellerBacklog(work, organizerId)) runNow(backlogJob);
  }),
];

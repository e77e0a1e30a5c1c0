import { userLoggedIn } from '#modules/accounts/rules/facts.ts';
import { orderProven } from '#modules/orders/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import { proveByOrder, proveByVisit } from './prove-consents.ts';

/** A login in another visit proves nothing: a stranger may have typed the address there. */
export const newsletterHandlers: readonly FactHandler[] = [
  onFact(userLoggedIn, 'newsletter.prove-visit', (work, { userId, visitId }, { createdAt: until }) =>
    proveByVisit(work, { userId, visitId, until }),
  ),
  onFact(orderProven, 'newsletter.prove-order', async (work, { orderId, isByLink }) => {
    if (isByLink) await proveByOrder(work, orderId);
  }),
];

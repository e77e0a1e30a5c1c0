import type { Signer } from '#src/access/signer.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import type { OrderRecord } from '../read.ts';

/** What a buyer is mailed opens the order without a login: to be read, and not to be changed. */
export const orderLinkPath = (orderId: number): string => `/orders/${orderId}/view`;

type Linked = Pick<OrderRecord, 'id' | 'linkVersion'> & { event: { endTimestamp: Instant } };

/** Opens until a month after the event, as tickets do, and at least a month; ends when the order goes to another address. */
export const signedOrderLink = (
  { signer, clock }: { signer: Signer; clock(): Instant },
  { id, linkVersion, event }: Linked,
): string =>
  signVersioned(signer, orderLinkPath(id), linkVersion, instant(Math.max(event.endTimestamp, clock()) + days(30)));

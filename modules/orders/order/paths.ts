import type { Signer } from '#src/access/signer.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import type { OrderRecord } from '../read.ts';

export const participantPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/participants/${participantId}`;
export const invoiceAddressPath = (orderId: number): string => `/orders/${orderId}/invoice-address`;
export const invoicePath = (orderId: number): string => `/orders/${orderId}/invoice`;

/** A signed link to view the order without a login, not to change it. */
export const orderLinkPath = (orderId: number): string => `/orders/${orderId}/view`;

type Linked = Pick<OrderRecord, 'id' | 'linkVersion'> & { event: { endTimestamp: Instant } };

/** Valid until a month after the event, at least a month; ends when the buyer changes. */
export const signedOrderLink = (
  { signer, clock }: { signer: Signer; clock(): Instant },
  { id, linkVersion, event }: Linked,
): string =>
  signVersioned(signer, orderLinkPath(id), linkVersion, instant(Math.max(event.endTimestamp, clock()) + days(30)));

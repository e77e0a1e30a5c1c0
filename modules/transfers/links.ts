import type { Signer } from '#src/access/signer.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import { days, plus } from '#src/kernel/time.ts';
import type { Transfer } from './read-transfers.ts';

type Named = Pick<Transfer, 'id' | 'eventId'>;
type Linked = Named & Pick<Transfer, 'until' | 'linkVersion'>;
export const transferPath = ({ id, eventId }: Named): string => `/events/${eventId}/transfers/${id}`;
export const takePath = (transfer: Named): string => `${transferPath(transfer)}/take`;
export const managePath = (eventId: number): string => `/admin/events/${eventId}/transfers`;
/** Below a participant's own page. */
export const askBelow = '/transfer';
export const offerPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/participants/${participantId}/transfer`;

/** The link holder may take the place. The link works a month longer, to show the outcome. */
export const transferLink = (signer: Signer, transfer: Linked): string =>
  signVersioned(signer, transferPath(transfer), transfer.linkVersion, plus(transfer.until, days(30)));

import { days, plus } from '#src/kernel/time.ts';
import type { Signer } from '#src/platform/signer.ts';
import { signVersioned } from '#src/platform/versioned-links.ts';
import type { Transfer } from './read-transfers.ts';

type Named = Pick<Transfer, 'id' | 'eventId'>;
export const transferPath = ({ id, eventId }: Named): string => `/events/${eventId}/transfers/${id}`;
export const takePath = (transfer: Named): string => `${transferPath(transfer)}/take`;
export const managePath = (eventId: number): string => `/admin/events/${eventId}/transfers`;
export const offerPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/participants/${participantId}/transfer`;

/** Whoever has the link may take the place; a month after its time the page still says what became of it. */
export const transferLink = (signer: Signer, transfer: Named & Pick<Transfer, 'until'>): string =>
  signVersioned(signer, transferPath(transfer), 0, plus(transfer.until, days(30)));

import { loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Signer } from '#src/access/signer.ts';
import { signVersioned, versionOfLink } from '#src/access/versioned-links.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Transfer, transferOf } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';

type Named = Pick<Transfer, 'id' | 'eventId'>;
type Linked = Named & Pick<Transfer, 'until' | 'linkVersion'>;
export const transferPath = ({ id, eventId }: Named): string => `/events/${eventId}/transfers/${id}`;
export const takePath = (transfer: Named): string => `${transferPath(transfer)}/take`;
export const managePath = (eventId: number): string => `/admin/events/${eventId}/transfers`;
/** Below a participant's own page. */
export const askSubpath = '/transfer';
export const offerPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/participants/${participantId}/transfer`;

/** The link holder may take the place. The link works a month longer, to show the outcome. */
export const transferLink = (signer: Signer, transfer: Linked): string =>
  signVersioned(signer, transferPath(transfer), transfer.linkVersion, plus(transfer.until, days(30)));

type LinkedCall = { deps: Pick<Deps, 'read' | 'signer'>; query: URLSearchParams; now: Instant };

/**
 * Loads the offer of a signed link; the link permits taking the place.
 * @throws Problem NOT_FOUND; TRANSFER_OVER by the link of an earlier turn
 */
export async function transferByLink({ deps, query, now }: LinkedCall, transferId: number): Promise<Transfer> {
  const transfer = (await transferOf(deps.read, transferId)) ?? refuse('NOT_FOUND');
  const version = versionOfLink(deps.signer, transferPath(transfer), query, now);
  if (version === null) return refuse('NOT_FOUND');
  return version === transfer.linkVersion ? transfer : refuse('TRANSFER_OVER', { reason: 'lapsed' });
}

/** The link's signature, passed on to the next page. */
export const signatureOf = (query: URLSearchParams): string =>
  new URLSearchParams([...query].filter(([name]) => ['link', 'expires', 'signature'].includes(name))).toString();

/** The query of a link given in an API call. */
export const queryOfLink = (link: string): URLSearchParams => new URLSearchParams(link.split('?')[1] ?? '');

export async function loadManagedTransfer(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { eventId: string; transferId: number };
}): Promise<Transfer> {
  const eventId = await loadEvent(call);
  const transfer = await transferOf(call.deps.read, call.params.transferId);
  return transfer?.eventId === eventId ? transfer : refuse('NOT_FOUND');
}

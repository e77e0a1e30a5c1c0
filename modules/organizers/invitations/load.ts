import type { Deps } from '#src/runtime/deps.ts';
import { type Invitation, invitationNamed } from './invitations.ts';

/** Loader of routes: the invitation of a mailed link. @throws Problem NOT_FOUND for an address that we did not make */
export const loadInvitation = ({
  deps,
  params,
}: {
  deps: Pick<Deps, 'read' | 'signer'>;
  params: { invitation: string };
}): Promise<Invitation> => invitationNamed(deps.read, deps.signer, params.invitation);

import type { ParticipantRecord } from '#modules/orders/index.ts';
import type { Signer } from '#src/access/signer.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import type { Instant } from '#src/kernel/time.ts';

/** The version invalidates links sent to a previous address. */
export type LinkHolder = Pick<ParticipantRecord, 'id' | 'linkVersion'>;

export const signOwnPath = (signer: Signer, path: string, { linkVersion }: LinkHolder, until: Instant): string =>
  signVersioned(signer, path, linkVersion, until);

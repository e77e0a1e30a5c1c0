import type { ParticipantRecord } from '#modules/orders/index.ts';
import type { Signer } from '#src/access/signer.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import type { Instant } from '#src/kernel/time.ts';

/** The signed links of a person's own page, so that those which went to an address before the present one open nothing. */
export type LinkHolder = Pick<ParticipantRecord, 'id' | 'linkVersion'>;

export const signOwnPath = (signer: Signer, path: string, { linkVersion }: LinkHolder, until: Instant): string =>
  signVersioned(signer, path, linkVersion, until);

import { openSealed, sealText } from '#src/platform/sealed-text.ts';
import type { Signer } from '#src/platform/signer.ts';

/** The authenticator's secret at rest, sealed for one person. */
const ownerOf = (userId: number) => `user|${userId}`;

export const sealTotpSecret = (signer: Signer, userId: number, secret: string): string =>
  sealText(signer, 'totp', ownerOf(userId), secret);

/** @throws Error when it was sealed for another person, by another installation, or changed since. */
export const openTotpSecret = (signer: Signer, userId: number, sealed: string): string =>
  openSealed(signer, 'totp', ownerOf(userId), sealed);

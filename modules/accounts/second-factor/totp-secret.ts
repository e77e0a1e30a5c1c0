import { openSealed, sealText } from '#src/access/sealed-text.ts';
import type { Signer } from '#src/access/signer.ts';

/** The secret is encrypted for one person. */
const ownerOf = (userId: number) => `user|${userId}`;

export const sealTotpSecret = (signer: Signer, userId: number, secret: string): string =>
  sealText(signer, 'totp', ownerOf(userId), secret);

/** Null when it was sealed for another person or with an unknown secret, or was changed. */
export function openTotpSecret(signer: Signer, userId: number, sealed: string): string | null {
  try {
    return openSealed(signer, 'totp', ownerOf(userId), sealed);
  } catch {
    return null;
  }
}

import { generateSecret, generateURI, verifySync } from 'otplib';
import { openSealed, sealText } from '#src/access/sealed-text.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Instant } from '#src/kernel/time.ts';
import { readLoginCode } from '../rules/codes.ts';

/** RFC 6238 with the values that every authenticator supports: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30;
const secretBytes = 20;

/** 160 random bits, base32. */
export const newTotpSecret = (): string => generateSecret({ length: secretBytes });

export const totpAddress = (issuer: string, account: string, secret: string): string =>
  generateURI({ issuer, label: account, secret, period: periodSeconds });

/** The time step of a code: the previous, current or next one, if later than the last used. Null for other codes. */
export function stepOfTotpCode(secret: string, input: string, now: Instant, lastStep: number): number | null {
  const token = readLoginCode(input);
  if (token === null) return null;
  const epoch = Math.floor(now / 1000);
  const found = verifySync({ secret, token, epoch, period: periodSeconds, epochTolerance: periodSeconds });
  if (!found.valid || !('timeStep' in found)) return null;
  return found.timeStep > lastStep ? found.timeStep : null;
}

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

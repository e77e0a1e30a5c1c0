import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Instant } from '#src/kernel/time.ts';
import { readLoginCode } from '../rules/login-code.ts';

/**
 * One-time codes by time (RFC 6238) with the values that every authenticator knows: SHA-1, six digits, 30 seconds. It is
 * a rule, apart from the library that computes it.
 */
const periodSeconds = 30;
const secretBytes = 20;

/** 160 random bits, base32. */
export const newTotpSecret = (): string => generateSecret({ length: secretBytes });

/** What the QR code says to an authenticator. */
export const totpAddress = (issuer: string, account: string, secret: string): string =>
  generateURI({ issuer, label: account, secret, period: periodSeconds });

/**
 * The time step that a typed code belongs to: this one, the one before or the next, and later than the last that was
 * used, so that no code counts twice. null: it is none of them.
 */
export function stepOfTotpCode(secret: string, input: string, now: Instant, lastStep: number): number | null {
  const token = readLoginCode(input);
  if (token === null) return null;
  const epoch = Math.floor(now / 1000);
  const found = verifySync({ secret, token, epoch, period: periodSeconds, epochTolerance: periodSeconds });
  if (!found.valid || !('timeStep' in found)) return null;
  return found.timeStep > lastStep ? found.timeStep : null;
}

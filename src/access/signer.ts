import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Instant, instant } from '#src/kernel/time.ts';

/**
 * Keys and signatures derived from SECRET, with one key per purpose. New values use the current secret; checks also accept the
 * previous one, so that SECRET can be rotated.
 */
export type Signer = {
  /** A 32-byte key for one purpose, such as `ticket|17`. */
  key(purpose: string): Uint8Array;
  /** The accepted keys, the current one first. */
  keys(purpose: string): readonly Uint8Array[];
  /** HMAC-SHA256 of `text`, base64url. */
  mac(purpose: string, text: string): string;
  /** The accepted MACs, the current one first. */
  macs(purpose: string, text: string): readonly string[];
  verify(purpose: string, text: string, mac: string): boolean;
  /** `path?expires=…&signature=…`, valid without a session until `expiresAt` (contract: downloadLink). */
  signPath(path: string, expiresAt: Instant): string;
  isSigned(path: string, query: URLSearchParams, now: Instant): boolean;
  /** The expiry of a signed path, also when it is over; null when the signature is wrong. */
  signedUntil(path: string, query: URLSearchParams): Instant | null;
};

/** Compares in constant time. */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** `previous`: secrets that are still accepted. */
export function makeSigner(secret: string, previous: readonly string[] = []): Signer {
  const keyOf = (one: string, purpose: string) => createHmac('sha256', one).update(`key|${purpose}`).digest();
  const macOf = (one: string, purpose: string, text: string) =>
    createHmac('sha256', keyOf(one, purpose)).update(text).digest('base64url');
  const accepted = [secret, ...previous];
  const macs = (purpose: string, text: string) => accepted.map((one) => macOf(one, purpose, text));
  const mac = (purpose: string, text: string) => macOf(secret, purpose, text);
  const verify = (purpose: string, text: string, candidate: string) =>
    macs(purpose, text).some((right) => isSameSecret(candidate, right));
  const signedUntil = (path: string, query: URLSearchParams): Instant | null => {
    const expires = Number(query.get('expires'));
    if (!Number.isSafeInteger(expires)) return null;
    return verify('download', `${path}|${expires}`, query.get('signature') ?? '') ? instant(expires) : null;
  };
  return {
    key: (purpose) => keyOf(secret, purpose),
    keys: (purpose) => accepted.map((one) => keyOf(one, purpose)),
    mac,
    macs,
    verify,
    signedUntil,
    signPath: (path, expiresAt) => `${path}?expires=${expiresAt}&signature=${mac('download', `${path}|${expiresAt}`)}`,
    isSigned(path, query, now) {
      const until = signedUntil(path, query);
      return until !== null && until > now;
    },
  };
}

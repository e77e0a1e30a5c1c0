import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Instant, instant } from '#src/kernel/time.ts';

/** Keys and signatures made from the installation's SECRET. Each purpose has a key of its own. */
export type Signer = {
  /** A 32-byte key for one purpose, for example `ticket|17`. */
  key(purpose: string): Uint8Array;
  /** HMAC-SHA256 of `text`, base64url. */
  mac(purpose: string, text: string): string;
  verify(purpose: string, text: string, mac: string): boolean;
  /** `path?expires=…&signature=…`, good without a session until `expiresAt` (contract: downloadLink). */
  signPath(path: string, expiresAt: Instant): string;
  isSigned(path: string, query: URLSearchParams, now: Instant): boolean;
  /** Until when a signed path is good, also when that is over; null when we did not sign it. */
  signedUntil(path: string, query: URLSearchParams): Instant | null;
};

/** Takes the same time for every wrong text of the right length. */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function makeSigner(secret: string): Signer {
  const key = (purpose: string) => createHmac('sha256', secret).update(`key|${purpose}`).digest();
  const mac = (purpose: string, text: string) => createHmac('sha256', key(purpose)).update(text).digest('base64url');
  const verify = (purpose: string, text: string, candidate: string) => isSameSecret(candidate, mac(purpose, text));
  const signedUntil = (path: string, query: URLSearchParams): Instant | null => {
    const expires = Number(query.get('expires'));
    if (!Number.isSafeInteger(expires)) return null;
    return verify('download', `${path}|${expires}`, query.get('signature') ?? '') ? instant(expires) : null;
  };
  return {
    key,
    mac,
    verify,
    signedUntil,
    signPath: (path, expiresAt) => `${path}?expires=${expiresAt}&signature=${mac('download', `${path}|${expiresAt}`)}`,
    isSigned(path, query, now) {
      const until = signedUntil(path, query);
      return until !== null && until > now;
    },
  };
}

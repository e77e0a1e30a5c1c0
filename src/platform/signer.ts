import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#src/kernel/time.ts';

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
};

export function makeSigner(secret: string): Signer {
  const key = (purpose: string) => createHmac('sha256', secret).update(`key|${purpose}`).digest();
  const mac = (purpose: string, text: string) => createHmac('sha256', key(purpose)).update(text).digest('base64url');
  const verify = (purpose: string, text: string, candidate: string) => {
    const expected = Buffer.from(mac(purpose, text));
    const given = Buffer.from(candidate);
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  return {
    key,
    mac,
    verify,
    signPath: (path, expiresAt) => `${path}?expires=${expiresAt}&signature=${mac('download', `${path}|${expiresAt}`)}`,
    isSigned(path, query, now) {
      const expires = Number(query.get('expires'));
      return (
        Number.isSafeInteger(expires) &&
        expires > now &&
        verify('download', `${path}|${expires}`, query.get('signature') ?? '')
      );
    },
  };
}

import type { Instant } from '#src/kernel/time.ts';
import type { Signer } from './signer.ts';

/**
 * Signed links that carry the version of the thing they open. A higher version invalidates older links, and the page can tell
 * why. Version 1 is left out of the address, as in links that have none.
 */
const versionName = 'link';
const signedText = (path: string, version: number): string => (version === 0 ? path : `${path}#${version}`);

/** `path?link=2&expires=…&signature=…` */
export function signVersioned(signer: Signer, path: string, version: number, until: Instant): string {
  const text = signedText(path, version);
  const query = signer.signPath(text, until).slice(text.length + 1);
  return `${path}?${version === 0 ? '' : `${versionName}=${version}&`}${query}`;
}

/** Version and expiry of a signed link; null when it was not signed. */
export function linkOf(
  signer: Signer,
  path: string,
  query: URLSearchParams,
): { version: number; until: Instant } | null {
  const version = Number(query.get(versionName) ?? 0);
  if (!Number.isSafeInteger(version) || version < 0) return null;
  const until = signer.signedUntil(signedText(path, version), query);
  return until === null ? null : { version, until };
}

/** The version of a link; null when it was not signed or has expired. */
export function versionOfLink(signer: Signer, path: string, query: URLSearchParams, now: Instant): number | null {
  const link = linkOf(signer, path, query);
  return link && link.until > now ? link.version : null;
}

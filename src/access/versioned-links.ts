import type { Instant } from '#src/kernel/time.ts';
import type { Signer } from './signer.ts';

/**
 * Signed links that are made with a version of what they open, so that those of before open nothing any more once it grew,
 * and the page can say why. The first version is not written down, as in links that were mailed before there were versions.
 */
const versionName = 'link';
const signedText = (path: string, version: number): string => (version === 0 ? path : `${path}#${version}`);

/** `path?link=2&expires=…&signature=…` */
export function signVersioned(signer: Signer, path: string, version: number, until: Instant): string {
  const text = signedText(path, version);
  const query = signer.signPath(text, until).slice(text.length + 1);
  return `${path}?${version === 0 ? '' : `${versionName}=${version}&`}${query}`;
}

/** The version with which a link to this path was signed, and until when it is good; null when it was not signed. */
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

/** The version with which a link to this path was signed; null when it was not, or when its time is over. */
export function versionOfLink(signer: Signer, path: string, query: URLSearchParams, now: Instant): number | null {
  const link = linkOf(signer, path, query);
  return link && link.until > now ? link.version : null;
}

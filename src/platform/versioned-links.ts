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

/** The version with which a link to this path was signed; null when it was not, or when its time is over. */
export function versionOfLink(signer: Signer, path: string, query: URLSearchParams, now: Instant): number | null {
  const version = Number(query.get(versionName) ?? 0);
  if (!Number.isSafeInteger(version) || version < 0) return null;
  return signer.isSigned(signedText(path, version), query, now) ? version : null;
}

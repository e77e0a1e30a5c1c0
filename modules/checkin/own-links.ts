import type { ParticipantRecord } from '#modules/orders/index.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Signer } from '#src/platform/signer.ts';

/**
 * The signed links of a person's own page. They are made with the version of the link, so that those which went to an
 * address before the present one open nothing any more, and the page can say why. The first version is not written down,
 * as in links that were mailed before there were versions. The ticket's QR code knows no version: scans stay as they are.
 */
export type LinkHolder = Pick<ParticipantRecord, 'id' | 'linkVersion'>;

const versionName = 'link';
const signedText = (path: string, version: number): string => (version === 0 ? path : `${path}#${version}`);

/** `path?link=2&expires=…&signature=…` */
export function signOwnPath(signer: Signer, path: string, { linkVersion }: LinkHolder, until: Instant): string {
  const text = signedText(path, linkVersion);
  const query = signer.signPath(text, until).slice(text.length + 1);
  return `${path}?${linkVersion === 0 ? '' : `${versionName}=${linkVersion}&`}${query}`;
}

/** The version with which a link to this path was signed; null when it was not, or when its time is over. */
export function versionOfLink(signer: Signer, path: string, query: URLSearchParams, now: Instant): number | null {
  const version = Number(query.get(versionName) ?? 0);
  if (!Number.isSafeInteger(version) || version < 0) return null;
  return signer.isSigned(signedText(path, version), query, now) ? version : null;
}

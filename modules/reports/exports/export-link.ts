import { days, type Instant, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

export const exportFilePath = (exportId: number): string => `/api/admin/exports/${exportId}/file`;

/** Opens the file without a login, until then. */
export const signedExportLink = (
  { config, signer }: Pick<Deps, 'config' | 'signer'>,
  exportId: number,
  until: Instant,
): string => `${config.publicUrl}${signer.signPath(exportFilePath(exportId), until)}`;

/** A `downloadLink` of a call is taken at once, as every other. */
export const calledLinkEnd = (endsAt: Instant, now: Instant): Instant => earlier(endsAt, plus(now, minutes(15)));

/** A mail is read when there is time for it: a week, and not longer than the file is there. */
export const mailedLinkEnd = (endsAt: Instant, now: Instant): Instant => earlier(endsAt, plus(now, days(7)));

const earlier = (one: Instant, other: Instant): Instant => instant(Math.min(one, other));

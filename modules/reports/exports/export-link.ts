import { days, type Instant, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

export const exportFilePath = (exportId: number): string => `/api/admin/exports/${exportId}/file`;

/** Opens the file without a login until then. */
export const signedExportLink = (
  { config, signer }: Pick<Deps, 'config' | 'signer'>,
  exportId: number,
  until: Instant,
): string => `${config.publicUrl}${signer.signPath(exportFilePath(exportId), until)}`;

/** For links in API responses, used at once. */
export const calledLinkEnd = (endsAt: Instant, now: Instant): Instant => earlier(endsAt, plus(now, minutes(15)));

/** For links in mails: a week, at most as long as the file exists. */
export const mailedLinkEnd = (endsAt: Instant, now: Instant): Instant => earlier(endsAt, plus(now, days(7)));

const earlier = (one: Instant, other: Instant): Instant => instant(Math.min(one, other));

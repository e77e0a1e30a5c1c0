import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { ExportRow } from './read-exports.ts';

export const exportFilePath = (exportId: number): string => `/api/admin/exports/${exportId}/file`;

/** Opens the file without a login: for a week, and not longer than the file is there. */
export const signedExportLink = (
  { config, signer }: Pick<Deps, 'config' | 'signer'>,
  { id, endsAt }: Pick<ExportRow, 'id' | 'endsAt'>,
  now: Instant,
): string => `${config.publicUrl}${signer.signPath(exportFilePath(id), linkEnd(endsAt, now))}`;

export const linkEnd = (endsAt: Instant, now: Instant): Instant => instant(Math.min(endsAt, plus(now, days(7))));

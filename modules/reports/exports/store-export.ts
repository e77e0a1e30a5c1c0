import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import * as z from 'zod';
import { addEventEntries, catalogOf, requireEventRole } from '#modules/events/index.ts';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { type TableFormat, tableFormats } from '#src/files/tables/table-file.ts';
import { emailIssue, isEmail } from '#src/kernel/email.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type CalendarDate, days, hours, isCalendarDate, minutes, plus } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import { exportKinds, isOfEvent, isPersonal, kindsOfEvent } from '../rules/export-kinds.ts';
import { refuse } from '../rules/problems.ts';
import { exports } from '../schema.ts';
import { isNoConsent } from './consent-table.ts';
import type { ExportRequest } from './make-table.ts';
import { type ExportRow, isOpen } from './read-exports.ts';
import { countQueriedOrders, queriedOrders } from './read-order-pages.ts';

export const dayText = z
  .string()
  .meta({ format: 'date' })
  .refine((text) => isCalendarDate(text), { error: 'date' })
  .transform((text) => text as CalendarDate);
export const formatSchema = z.enum(tableFormats);

export const exportInput = z
  .object({
    kind: z.enum(exportKinds),
    eventId: z.int().positive().nullish(),
    from: dayText.nullish(),
    to: dayText.nullish(),
    format: formatSchema.default('csv'),
    mailTo: z.string().trim().max(254).refine(isEmail, { error: emailIssue }).nullish(),
  })
  .check(({ value: { kind, eventId, from, to }, issues }) => {
    if (from && to && from > to) issues.push({ code: 'custom', path: ['to'], message: 'exports.wrong.end', input: to });
    if (isOfEvent(kind) && !eventId)
      issues.push({ code: 'custom', path: ['eventId'], message: 'exports.wrong.event', input: eventId });
  });

const perHour: Limit = { name: 'exports', most: 60, windowMs: hours(1), per: 'account' };
/** The mail is sent then, or at once if the request names a recipient. */
const mailAfterMs = days(2);
const savedMs = days(9);
const leaseMs = minutes(1);
/** Limits retries of an export that kills its process. */
const maxTries = 3;

export type NewExport = ExportRequest & {
  format: TableFormat;
  language: Locale;
  editorId: number;
  /** Mailed as soon as it is done; null: to the requester after two days. */
  mailTo: string | null;
};

/** @throws Problem TOO_MANY_REQUESTS */
export async function createExport(work: Work, request: NewExport): Promise<number> {
  const { tx, now } = work;
  const { kind, eventId, from, to, format, language, editorId, mailTo } = request;
  await countTry(work, perHour, String(editorId), 1);
  const [row] = await tx
    .insert(exports)
    .values({
      kind,
      eventId,
      fromDate: from,
      toDate: to,
      format,
      language,
      creatorId: editorId,
      status: 'waiting',
      mailTo,
      mailAt: mailTo === null ? plus(now, mailAfterMs) : now,
      createdAt: now,
      endsAt: plus(now, savedMs),
    })
    .returning({ id: exports.id });
  const id = row?.id ?? 0;
  await noteExport(work, { ...request, recordId: id });
  return id;
}

/** Exports of personal data are recorded in the event's history. */
export async function noteExport(
  work: Work,
  {
    kind,
    eventId,
    from,
    to,
    format,
    editorId,
    mailTo = null,
    recordId = 0,
  }: Omit<NewExport, 'language' | 'mailTo'> & {
    mailTo?: string | null;
    recordId?: number;
  },
): Promise<void> {
  if (eventId === null || !isPersonal(kind)) return;
  const details = Object.entries({ from, to, mailTo }).filter(([, value]) => value !== null);
  const changes = details.map(([field, after]) => ({ field, before: null, after }));
  const entry = { kind: 'export', action: 'created', recordId, name: `${kind}.${format}`, changes } as const;
  await addEventEntries(work, { userId: editorId }, eventId, [entry]);
}

/** Leases the next free export; null: none. */
export async function claimExport({ tx, now }: Work): Promise<(ExportRow & { leaseOwner: string }) | null> {
  const isFree = or(
    isNull(exports.leasedUntil),
    lte(exports.leasedUntil, now),
    gt(exports.leasedUntil, plus(now, leaseMs + minutes(5))),
  );
  const [next] = await tx
    .select({ id: exports.id, tries: exports.tries })
    .from(exports)
    .where(and(isOpen, isFree))
    .orderBy(asc(exports.id))
    .limit(1);
  if (!next) return null;
  const isTooOften = next.tries >= maxTries;
  const leaseOwner = secretToken(9);
  const [row] = await tx
    .update(exports)
    .set(
      isTooOften
        ? { status: 'failed', problem: 'UNKNOWN', finishedAt: now, mailAt: null, leasedUntil: null }
        : { status: 'running', progress: 0, tries: next.tries + 1, leaseOwner, leasedUntil: plus(now, leaseMs) },
    )
    .where(and(eq(exports.id, next.id), isOpen, isFree))
    .returning();
  return row && row.status === 'running' ? { ...row, leaseOwner } : null;
}

type Leased = { id: number; leaseOwner: string };
const isOurs = ({ id, leaseOwner }: Leased) =>
  and(eq(exports.id, id), eq(exports.leaseOwner, leaseOwner), eq(exports.status, 'running'));

/** Saves progress and renews the lease. Returns false when another process holds it. */
export async function noteProgress({ tx, now }: Work, lease: Leased, part: number): Promise<boolean> {
  const progress = Math.min(99, Math.floor(part * 100));
  const rows = await tx
    .update(exports)
    .set({ progress, leasedUntil: plus(now, leaseMs) })
    .where(isOurs(lease))
    .returning({ id: exports.id });
  return rows.length > 0;
}

export async function finishExport(
  { tx, now }: Work,
  lease: Leased,
  end: { fileName: string } | { problem: string },
): Promise<boolean> {
  const rows = await tx
    .update(exports)
    .set({
      finishedAt: now,
      leasedUntil: null,
      ...('fileName' in end
        ? { status: 'done', progress: 100, fileName: end.fileName }
        : { status: 'failed', problem: end.problem, mailAt: null }),
    })
    .where(isOurs(lease))
    .returning({ id: exports.id });
  return rows.length > 0;
}

export async function leaveExport({ tx, now }: Work, lease: Leased): Promise<void> {
  await tx.update(exports).set({ leasedUntil: now }).where(isOurs(lease));
}

/** Its mail is queued, or has no recipient any more. */
export const noteMailed = ({ tx }: Pick<Work, 'tx'>, id: number) =>
  tx.update(exports).set({ mailAt: null }).where(eq(exports.id, id));

/** Deletes the rows; their files are removed before. */
export async function forgetExports({ tx }: Work, ids: readonly number[]): Promise<void> {
  await tx.delete(exports).where(inArray(exports.id, [...ids]));
}

/**
 * Requests an export in the background; the caller starts the job. An empty result is refused at once, not by mail
 * later.
 * @throws Problem NOT_FOUND for another organizer's event, NO_PERMISSION over all events, NO_ORDERS_FOR_EVENT_FOUND,
 * TOO_MANY_REQUESTS
 */
export async function askForExport(
  work: Work,
  viewer: Viewer,
  { eventId: named, ...request }: Omit<NewExport, 'editorId'>,
): Promise<number> {
  const { kind } = request;
  const eventId = kindsOfEvent.includes(kind) ? named : null;
  if (eventId === null) requirePermission('export.platform', viewer, work.now);
  else await requireEventRole(work.tx, viewer, eventId, 'export.make');
  if (eventId !== null && isOfEvent(kind)) {
    const catalog = (await catalogOf(work.tx, eventId)) ?? refuse('NOT_FOUND');
    const about = queriedOrders(catalog, { ...request, kind });
    const isNothing =
      kind === 'forNewsletter' ? await isNoConsent(work.tx, about) : (await countQueriedOrders(work.tx, about)) === 0;
    if (isNothing) refuse('NO_ORDERS_FOR_EVENT_FOUND');
  }
  return createExport(work, { ...request, eventId, editorId: viewer.userId });
}

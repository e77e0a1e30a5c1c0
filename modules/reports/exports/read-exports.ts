import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { users } from '#modules/accounts/schema.ts';
import { eventIdsOf } from '#modules/events/index.ts';
import { events } from '#modules/events/schema.ts';
import { rolesOfUser } from '#modules/organizers/index.ts';
import { mayTouch, type Person } from '#src/access/permissions.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { days, type Instant, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { exports } from '../schema.ts';

export type ExportRow = typeof exports.$inferSelect;
export type ListedExport = ExportRow & { eventTitle: string | null; creatorEmail: string };

const listed = (reader: Reader | Tx) =>
  reader
    .select({ row: exports, eventTitle: events.title, creatorEmail: users.email })
    .from(exports)
    .innerJoin(users, eq(users.id, exports.creatorId))
    .leftJoin(events, eq(events.id, exports.eventId));

export const readExports = async (reader: Reader | Tx, where: SQL): Promise<ListedExport[]> =>
  (await listed(reader).where(where)).map(({ row, ...more }) => ({ ...row, ...more }));

export const exportSource = (eventIds: readonly number[] | null): ListSource => ({
  id: exports.id,
  fields: {
    id: { column: exports.id, kind: 'number' },
    kind: { column: exports.kind, kind: 'text' },
    status: { column: exports.status, kind: 'text' },
    eventId: { column: exports.eventId, kind: 'number' },
    createdAt: { column: exports.createdAt, kind: 'instant' },
  },
  scope: eventIds === null ? undefined : inArray(exports.eventId, [...eventIds]),
  order: [desc(exports.id)],
});

export async function exportOf(reader: Reader | Tx, exportId: number): Promise<ListedExport | null> {
  return (await readExports(reader, eq(exports.id, exportId)))[0] ?? null;
}

/** Finished exports whose mail is due. */
export const unmailedExports = (reader: Reader, now: Instant): Promise<ListedExport[]> =>
  readExports(reader, and(lte(exports.mailAt, now), eq(exports.status, 'done')) as SQL);

export const endedExports = (reader: Reader | Tx, now: Instant): PromiseLike<ExportRow[]> =>
  reader.select().from(exports).where(lte(exports.endsAt, now)).orderBy(asc(exports.endsAt)).limit(100);

/** Must match the condition of its partial index. */
export const isOpen = sql`${exports.status} in ('waiting', 'running')`;

export async function hasOpenExport(reader: Reader, eventId: number | null): Promise<boolean> {
  const ofEvent = eventId === null ? undefined : eq(exports.eventId, eventId);
  return (await reader.select({ id: exports.id }).from(exports).where(and(isOpen, ofEvent)).limit(1)).length > 0;
}

/** Checked by current rights. */
export async function mayHaveExport(
  reader: Reader | Tx,
  person: Person,
  { eventId }: Pick<ExportRow, 'eventId'>,
): Promise<boolean> {
  if (mayTouch('export.platform', person, {})) return true;
  if (eventId === null) return false;
  const managed = await eventIdsOf(reader, person, 'export.make');
  return managed === 'all' || managed.includes(eventId);
}

/** The person who requested the export, with current rights; null: account deleted. */
export async function creatorOf(
  reader: Reader | Tx,
  { creatorId }: Pick<ExportRow, 'creatorId'>,
): Promise<(Person & { email: string }) | null> {
  const user = await userById(reader, creatorId);
  if (!user || user.deletedAt !== null) return null;
  const { email, isSuperAdmin } = user;
  return {
    userId: user.id,
    visitId: '',
    level: 'verified',
    email,
    isSuperAdmin,
    roles: await rolesOfUser(reader, user.id),
  };
}

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

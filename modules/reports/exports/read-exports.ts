import { and, asc, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
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

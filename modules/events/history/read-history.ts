import { count, desc, eq } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { eventAudits } from '../schema.ts';

export type HistoryEntry = typeof eventAudits.$inferSelect & { editorEmail: string };

/** Who set up what, the newest first. */
export async function historyOf(
  reader: Reader | Tx,
  eventId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ count: number; rows: HistoryEntry[] }> {
  const [total] = await reader.select({ count: count() }).from(eventAudits).where(eq(eventAudits.eventId, eventId));
  const rows = await reader
    .select({ entry: eventAudits, editorEmail: users.email })
    .from(eventAudits)
    .innerJoin(users, eq(users.id, eventAudits.editorId))
    .where(eq(eventAudits.eventId, eventId))
    .orderBy(desc(eventAudits.id))
    .limit(limit)
    .offset(offset);
  return { count: total?.count ?? 0, rows: rows.map(({ entry, editorEmail }) => ({ ...entry, editorEmail })) };
}

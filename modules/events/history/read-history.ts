import { desc, eq, max, type SQL } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import type { Reader } from '#src/data/database.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { eventAudits } from '../schema-audits.ts';

export type HistoryEntry = typeof eventAudits.$inferSelect & { editorEmail: string };

export const historySource = (eventId: number): ListSource => ({
  id: eventAudits.id,
  fields: {},
  scope: eq(eventAudits.eventId, eventId),
  order: [desc(eventAudits.id)],
});

export async function entriesOf(reader: Reader, isOnPage: SQL): Promise<HistoryEntry[]> {
  const rows = await reader
    .select({ entry: eventAudits, editorEmail: users.email })
    .from(eventAudits)
    .innerJoin(users, eq(users.id, eventAudits.editorId))
    .where(isOnPage);
  return rows.map(({ entry, editorEmail }) => ({ ...entry, editorEmail }));
}

/** The id of the newest entry, a growing version; 0 without entries. */
export async function lastChangeOf(reader: Reader, eventId: number): Promise<number> {
  const [last] = await reader
    .select({ id: max(eventAudits.id) })
    .from(eventAudits)
    .where(eq(eventAudits.eventId, eventId));
  return last?.id ?? 0;
}

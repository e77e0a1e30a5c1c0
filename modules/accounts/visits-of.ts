import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import { sessions } from './schema.ts';

/** The visits of a person's sessions; what was begun and not ordered belongs to a visit. */
export async function visitsOf(reader: Reader | Tx, userId: number): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ visitId: sessions.visitId })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  return rows.map(({ visitId }) => visitId);
}

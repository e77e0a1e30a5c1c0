import { and, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import { sessions } from '../schema.ts';

/**
 * The visits of a person's sessions; what was begun and not ordered belongs to a visit. `proven` leaves out those of
 * somebody who merely typed the address, who may be a stranger.
 */
export async function visitsOf(reader: Reader | Tx, userId: number, which: 'all' | 'proven'): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ visitId: sessions.visitId })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), which === 'all' ? undefined : eq(sessions.level, 'verified')));
  return rows.map(({ visitId }) => visitId);
}

import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';

const visits = 'select distinct visit_id visitId from sessions where user_id = ?';
const provenVisits = `${visits} and level = 'verified'`;

/**
 * Visits of the person's sessions, which own drafts. `proven` leaves out unproven sessions, which may belong to a
 * stranger.
 */
export async function visitsOf(reader: Reader | Tx, userId: number, which: 'all' | 'proven'): Promise<string[]> {
  const rows = await reader.all<{ visitId: string }>(ready(which === 'all' ? visits : provenVisits, [userId]));
  return rows.map(({ visitId }) => visitId);
}

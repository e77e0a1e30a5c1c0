import type { Instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';

/** When the books of an event were closed: no new invoice is issued afterwards. null: they are open. */
export async function settlementClosedAt(_reader: Reader | Tx, _eventId: number): Promise<Instant | null> {
  return null;
}

import { desc, eq } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { waitingDraws } from './schema.ts';

/** The latest draw; null before the first. */
export async function readDraw(reader: Reader, eventId: number): Promise<typeof waitingDraws.$inferSelect | null> {
  const [draw] = await reader
    .select()
    .from(waitingDraws)
    .where(eq(waitingDraws.eventId, eventId))
    .orderBy(desc(waitingDraws.drawnAt))
    .limit(1);
  return draw ?? null;
}

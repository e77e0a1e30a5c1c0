import { and, eq } from 'drizzle-orm';
import { participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { publicNames } from './schema.ts';

/** Participants who opted out of public lists. */
export async function hiddenNamesOf(reader: Reader, eventId: number): Promise<ReadonlySet<number>> {
  const rows = await reader
    .select({ id: publicNames.participantId })
    .from(participants)
    .innerJoin(publicNames, eq(publicNames.participantId, participants.id))
    .where(and(eq(participants.eventId, eventId), eq(publicNames.isShown, false)));
  return new Set(rows.map(({ id }) => id));
}

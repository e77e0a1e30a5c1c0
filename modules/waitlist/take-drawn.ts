import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import { insertRows } from '#src/platform/hot-statements.ts';
import type { Locale } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import { fillLists } from './fill-lists.ts';
import { type Entry, waitlistEntries } from './schema.ts';

export type Drawn = { userId: number | null; email: string; language: Locale; places: number };

/** Somebody stands in line for it, or was offered some of it. */
export async function isWaitedFor(
  reader: Reader | Tx,
  { eventId, competitionId }: { eventId: number; competitionId: number },
): Promise<boolean> {
  const { eventId: ofEvent, competitionId: of, state, id } = waitlistEntries;
  const [somebody] = await reader
    .select({ id })
    .from(waitlistEntries)
    .where(and(eq(ofEvent, eventId), eq(of, competitionId), inArray(state, ['waiting', 'offered'])))
    .limit(1);
  return somebody !== undefined;
}

/** Who asked for the list and did not prove the mailbox yet is on no list any more. */
export async function closeUnproven(
  { tx, now }: Work,
  { eventId, competitionId }: { eventId: number; competitionId: number },
): Promise<void> {
  const { eventId: ofEvent, competitionId: of, state } = waitlistEntries;
  await tx
    .update(waitlistEntries)
    .set({ state: 'closed', endedAt: now })
    .where(and(eq(ofEvent, eventId), eq(of, competitionId), eq(state, 'asked')));
}

/**
 * A draw is done: its people stand in line in the order of their ranks, the first of `drawn` first, and what is free is
 * offered to them in this very work. Answers their entries by address, as they are then.
 */
export async function takeDrawn(
  work: Work,
  { eventId, competitionId }: { eventId: number; competitionId: number },
  drawn: readonly Drawn[],
): Promise<ReadonlyMap<string, Pick<Entry, 'id' | 'email' | 'state'>>> {
  const { tx, now } = work;
  // The line goes by the moment and then by the id, so ids are given in the order of the ranks.
  await insertRows(
    tx,
    waitlistEntries,
    drawn.map(({ userId, email, language, places }, at) => ({
      ...{ eventId, competitionId, userId, email, language, places, drawnRank: at + 1 },
      ...{ state: 'waiting' as const, askedAt: now, waitingSince: now },
    })),
  );
  await fillLists(work, eventId);
  const { id, email, state, drawnRank, waitingSince } = waitlistEntries;
  const entries = await tx
    .select({ id, email, state })
    .from(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.eventId, eventId),
        eq(waitlistEntries.competitionId, competitionId),
        eq(waitingSince, now),
        isNotNull(drawnRank),
      ),
    );
  return new Map(entries.map((entry) => [entry.email, entry]));
}

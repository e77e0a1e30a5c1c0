import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { catalogOf, freeForWaiting } from '#modules/events/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { insertRowsReturning } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import { offerPlaces } from './offers.ts';
import { isAtPrice } from './read-entries.ts';
import { nextOffers } from './rules/entry-state.ts';
import { type Entry, waitlistEntries } from './schema.ts';

export type Drawn = { userId: number | null; email: string; language: Locale; places: number; rank: number };
export type DrawnLine = { eventId: number; competitionId: number; drawnAt: Instant };

/** Has entries in state waiting or offered. */
export async function isWaitedFor(
  reader: Reader | Tx,
  { eventId, competitionId }: { eventId: number; competitionId: number },
): Promise<boolean> {
  const { eventId: ofEvent, competitionId: of, variantId, state, id } = waitlistEntries;
  const [somebody] = await reader
    .select({ id })
    .from(waitlistEntries)
    .where(and(eq(ofEvent, eventId), eq(of, competitionId), isNull(variantId), inArray(state, ['waiting', 'offered'])))
    .limit(1);
  return somebody !== undefined;
}

/** Closes entries whose mailbox was never proven. */
export async function closeUnproven(
  { tx, now }: Work,
  { eventId, competitionId }: { eventId: number; competitionId: number },
): Promise<void> {
  const { eventId: ofEvent, competitionId: of, variantId, state } = waitlistEntries;
  await tx
    .update(waitlistEntries)
    .set({ state: 'closed', endedAt: now })
    .where(and(eq(ofEvent, eventId), eq(of, competitionId), isNull(variantId), eq(state, 'asked')));
}

/** Adds drawn lots to the list in the given order, behind those added before. Answers entry ids by address. */
export async function takeDrawn(
  { tx }: Work,
  { eventId, competitionId, drawnAt }: DrawnLine,
  drawn: readonly Drawn[],
): Promise<ReadonlyMap<string, number>> {
  // The list is ordered by draw time, then id, so ids must follow the ranks.
  const entries = await insertRowsReturning<typeof waitlistEntries, Pick<Entry, 'id' | 'email'>>(
    tx,
    waitlistEntries,
    drawn.map(({ userId, email, language, places, rank: drawnRank }) => ({
      eventId,
      competitionId,
      userId,
      email,
      language,
      places,
      drawnRank,
      ...{ state: 'waiting' as const, askedAt: drawnAt, waitingSince: drawnAt },
    })),
    ['id', 'email'],
  );
  return new Map(entries.map(({ id, email }) => [email, id]));
}

/** In batches, so that bookings do not wait long; they give the same result. Answers whether there may be more. */
export async function offerDrawn(
  work: Work,
  { eventId, competitionId }: { eventId: number; competitionId: number },
  most: number,
): Promise<boolean> {
  const catalog = await catalogOf(work.tx, eventId);
  const free = catalog && (await freeForWaiting(work.tx, catalog, work.now, competitionId)).get(competitionId);
  if (!free || free.free < 1) return false;
  const { id, competitionId: of, state, places, waitingSince } = waitlistEntries;
  const line = await work.tx
    .select({ id, places })
    .from(waitlistEntries)
    .where(and(eq(of, competitionId), isAtPrice(null), eq(state, 'waiting')))
    .orderBy(asc(waitingSince), asc(id));
  const ids = nextOffers(free.free, line)
    .slice(0, most)
    .map((each) => each.id);
  const next = await work.tx.select().from(waitlistEntries).where(inArray(id, ids)).orderBy(asc(waitingSince), asc(id));
  let offered = 0;
  for (const entry of next) if (await offerPlaces(work, catalog, entry, free)) offered += 1;
  return offered > 0 && next.length === most;
}

import { and, eq, sql } from 'drizzle-orm';
import { giveBackHold, reserveForHold } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { postEnd, postOffer, postTakenBack } from './emails.ts';
import { offerEnd, shortestOffer } from './rules/entry-state.ts';
import { type Entry, isForSize, waitlistEntries } from './schema.ts';

/** Key of the hold of an entry. */
export const keyOf = ({ id }: Pick<Entry, 'id'>): string => String(id);

/** What can be offered, until `end` at the latest. `priceId` is null for sizes. */
export type Free = { free: number; priceId: number | null; end: (wanted: Instant) => Instant };

/** Offers places if they are free now, or pieces that the caller knows to be free. Answers whether it did. */
export async function offerPlaces(
  work: Work,
  { event }: Catalog,
  entry: Entry,
  { priceId, end }: Pick<Free, 'priceId' | 'end'>,
): Promise<boolean> {
  const { tx, now } = work;
  if (event.offerHours === null) return false;
  const until = end(offerEnd(now, event.offerHours, event.timeZone));
  if (until - now < shortestOffer) return false;
  const { id, competitionId, places: quantity } = entry;
  if (priceId !== null) {
    if (!(await reserveForHold(work, { key: keyOf(entry), competitionId, priceId, quantity, until }))) return false;
  } else if (!isForSize(entry)) return false;
  const [offered] = await tx
    .update(waitlistEntries)
    .set({
      ...{ state: 'offered', offeredAt: now, offerUntil: until, offerPriceId: priceId },
      offers: sql`${waitlistEntries.offers} + 1`,
    })
    .where(and(eq(waitlistEntries.id, id), eq(waitlistEntries.state, 'waiting')))
    .returning();
  if (offered) await postOffer(work, offered);
  else await giveBackHold(work, [keyOf(entry)]);
  return offered !== undefined;
}

/** `takenBack`: the entry waits again at its old position. */
export async function endOffer(work: Work, entry: Entry, how: 'lapsed' | 'takenBack'): Promise<void> {
  await giveBackHold(work, [keyOf(entry)]);
  const changed = await work.tx
    .update(waitlistEntries)
    .set(how === 'lapsed' ? { state: 'lapsed', endedAt: work.now } : { state: 'waiting' })
    .where(and(eq(waitlistEntries.id, entry.id), eq(waitlistEntries.state, 'offered')))
    .returning({ id: waitlistEntries.id });
  if (changed.length === 0) return;
  await (how === 'lapsed' ? postEnd(work, entry, 'lapsed') : postTakenBack(work, entry));
}

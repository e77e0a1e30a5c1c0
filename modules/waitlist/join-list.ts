import { and, eq, inArray } from 'drizzle-orm';
import { catalogOf, saleFor } from '#modules/events/index.ts';
import { canWaitFor, pricesToWaitFor } from '#modules/events/rules/sale.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type Asker, askingLimits, mailboxOf } from './asker.ts';
import { postJoined, postProof } from './emails.ts';
import { fillLists } from './fill-lists.ts';
import { closedListsOf, entryOf, isAtPrice } from './read-entries.ts';
import { type EntryState, liveStates, placesRange } from './rules/entry-state.ts';
import { refuse } from './rules/problems.ts';
import { type Entry, waitlistEntries } from './schema.ts';

export const joinLimits = askingLimits('waitlist-join', 'waitlist-mail');

export type JoinList = Asker & {
  eventId: number;
  competitionId: number;
  /** Only this price; null: any. */
  priceId: number | null;
  places: number;
};
export type Joined = { entryId: number; state: EntryState };

/**
 * Joins the list of a competition or of one of its prices: at once with a proven mailbox, otherwise its owner
 * confirms by mail. The answer for an unproven address does not reveal whether it is already on the list.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED, WAITLIST_NOT_OPEN, WAITLIST_ALREADY_ON_IT, TOO_MANY_REQUESTS
 */
export async function joinList(work: Work, input: JoinList): Promise<Joined> {
  const { eventId, competitionId, priceId, places, language } = input;
  await requireOpenList(work, input);
  const { email, provenBy } = await mailboxOf(work, input, joinLimits);
  const live = await liveEntry(work, input, email);
  if (live && provenBy !== null && live.state !== 'asked') return refuse('WAITLIST_ALREADY_ON_IT', { competitionId });
  if (live) {
    if (live.state === 'asked') {
      await work.tx.update(waitlistEntries).set({ places, language }).where(eq(waitlistEntries.id, live.id));
    }
    if (provenBy !== null) return enterLine(work, live, provenBy);
    await (live.state === 'asked' ? postProof(work, { ...live, language }) : postJoined(work, live, 'again'));
    return { entryId: live.id, state: 'asked' };
  }
  const [entry] = await work.tx
    .insert(waitlistEntries)
    .values({
      eventId,
      competitionId,
      priceId,
      userId: provenBy,
      email,
      language,
      places,
      state: 'asked',
      askedAt: work.now,
    })
    .returning();
  if (!entry) return refuse('NOT_FOUND');
  if (provenBy !== null) return enterLine(work, entry, provenBy);
  await postProof(work, entry);
  return { entryId: entry.id, state: 'asked' };
}

async function liveEntry(
  { tx }: Work,
  { competitionId, priceId }: Pick<JoinList, 'competitionId' | 'priceId'>,
  email: string,
): Promise<Entry | null> {
  const { competitionId: of, email: at, state } = waitlistEntries;
  const [entry] = await tx
    .select()
    .from(waitlistEntries)
    .where(and(eq(of, competitionId), isAtPrice(priceId), eq(at, email), inArray(state, [...liveStates])));
  return entry ?? null;
}

async function requireOpenList(work: Work, { eventId, competitionId, priceId, places }: JoinList): Promise<void> {
  const { tx, now } = work;
  const catalog = await catalogOf(tx, eventId);
  if (!catalog || catalog.event.offerHours === null) return refuse('NOT_FOUND');
  const sale = await saleFor(tx, catalog, null, now);
  const competition = sale.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
  const { least, most } = placesRange(competition);
  if (!Number.isSafeInteger(places) || places < least || places > most) refuseFields({ places: ['places'] });
  if (competition.isDrawn) refuse('WAITLIST_NOT_OPEN', { reason: 'drawn' });
  if (priceId !== null && !competition.prices.some(({ id }) => id === priceId)) refuse('NOT_FOUND');
  const isOpen =
    priceId === null
      ? canWaitFor(sale.event, competition, now)
      : pricesToWaitFor(sale.event, competition, now).some(({ id }) => id === priceId);
  if (!isOpen) refuse('WAITLIST_NOT_OPEN', { reason: 'notSoldOut' });
  if ((await closedListsOf(tx, eventId)).has(competitionId)) refuse('WAITLIST_NOT_OPEN', { reason: 'closed' });
}

/** Puts a proven entry in line; it may get an offer at once. */
export async function enterLine(work: Work, { id, eventId }: Entry, userId: number | null = null): Promise<Joined> {
  const [entered] = await work.tx
    .update(waitlistEntries)
    .set({ state: 'waiting', waitingSince: work.now, ...(userId === null ? {} : { userId }) })
    .where(and(eq(waitlistEntries.id, id), eq(waitlistEntries.state, 'asked')))
    .returning();
  if (entered) {
    await fillLists(work, eventId);
    const after = await entryOf(work.tx, id);
    if (after?.state === 'waiting') await postJoined(work, after, 'first');
  }
  return { entryId: id, state: (await entryOf(work.tx, id))?.state ?? 'closed' };
}

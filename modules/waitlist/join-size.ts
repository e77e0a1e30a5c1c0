import { and, eq, inArray } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { catalogOf, saleFor } from '#modules/events/index.ts';
import { isSelling } from '#modules/events/rules/place-holds.ts';
import { hasOfArticle, type OrderRecord, personIn } from '#modules/orders/index.ts';
import { isOfferedFor, requireMayHaveMore, variantLeft } from '#modules/orders/rules/article-lines.ts';
import { countAtOnce } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type Asker, mailboxOf } from './asker.ts';
import { postProof } from './emails.ts';
import { fillLists } from './fill-lists.ts';
import { enterLine, type Joined, joinLimits } from './join-list.ts';
import { liveStates } from './rules/entry-state.ts';
import { refuse } from './rules/problems.ts';
import { hasSizeLists, sizeClosing, sizeIn } from './rules/sizes.ts';
import { type Entry, waitlistEntries } from './schema.ts';

export type JoinSize = Omit<Asker, 'email'> & {
  /** The caller is logged in or has the signed link. */
  order: OrderRecord;
  participantId: number;
  variantId: number;
  places: number;
  /** Opened by the link mailed to the buyer, which proves the mailbox. */
  isByLink: boolean;
};

/**
 * Puts the buyer of an order on the list of a sold-out size for a person in it: at once with a proven mailbox,
 * otherwise by mail.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED, WAITLIST_NOT_OPEN, WAITLIST_ALREADY_ON_IT, TOO_MANY_REQUESTS,
 * ORDERED_TOO_MANY_ARTICLES, ORDERED_NOT_ENOUGH_ARTICLES
 */
export async function joinSize(work: Work, input: JoinSize): Promise<Joined> {
  const { order, participantId, variantId, places, language } = input;
  const competitionId = await requireOpenSize(work, input);
  const { email, provenBy } = await mailboxOfBuyer(work, input);
  const isProven = input.isByLink || provenBy !== null;
  // Ends an entry that a previous person in this place may have for the same size.
  await fillLists(work, order.eventId);
  let entry = await liveEntry(work, input);
  if (entry && entry.state !== 'asked') return refuse('WAITLIST_ALREADY_ON_IT', { variantId });
  const fresh = { competitionId, orderId: order.id, email, language, places };
  if (entry) {
    const isOfIt = eq(waitlistEntries.id, entry.id);
    [entry = null] = await work.tx.update(waitlistEntries).set(fresh).where(isOfIt).returning();
  } else {
    const asks = { userId: provenBy, state: 'asked' as const, askedAt: work.now };
    [entry = null] = await work.tx
      .insert(waitlistEntries)
      .values({ ...fresh, ...asks, eventId: order.eventId, participantId, variantId })
      .returning();
  }
  if (!entry) return refuse('NOT_FOUND');
  if (isProven) return enterLine(work, entry, provenBy);
  await postProof(work, entry);
  return { entryId: entry.id, state: 'asked' };
}

async function mailboxOfBuyer(work: Work, input: JoinSize): Promise<{ email: string; provenBy: number | null }> {
  const { order, isByLink, origin } = input;
  // An order from the desk may have no address.
  const email = normalizeEmail((await userById(work.tx, order.userId))?.email ?? '') ?? refuse('NOT_FOUND');
  if (!isByLink) return mailboxOf(work, { ...input, email }, joinLimits);
  await countAtOnce(work, [{ limit: joinLimits[0], key: origin.clientAddress }], origin.limitFactor);
  return { email, provenBy: null };
}

async function liveEntry({ tx }: Work, { order, participantId, variantId }: JoinSize): Promise<Entry | null> {
  const { eventId, participantId: of, variantId: what, state } = waitlistEntries;
  const [entry] = await tx
    .select()
    .from(waitlistEntries)
    .where(
      and(eq(eventId, order.eventId), inArray(state, [...liveStates]), eq(what, variantId), eq(of, participantId)),
    );
  return entry ?? null;
}

async function requireOpenSize(work: Work, { order, participantId, variantId, places }: JoinSize): Promise<number> {
  const { tx, now } = work;
  const seat = personIn(order, participantId);
  const { competitionId } = seat.person;
  const known = await catalogOf(tx, order.eventId);
  const catalog = known && (await saleFor(tx, known, null, now));
  const size = catalog && sizeIn(catalog, variantId);
  if (!catalog || !size || catalog.event.offerHours === null || order.status === 'canceled') return refuse('NOT_FOUND');
  const { article, variant } = size;
  if (!hasSizeLists(article) || !isOfferedFor(article, competitionId)) return refuse('NOT_FOUND');
  if (!Number.isSafeInteger(places) || places < 1 || places > 100) refuseFields({ places: ['places'] });
  const booked = { orderId: order.id, competitionId, isLive: true };
  const closing = sizeClosing(catalog, { variantId, orderId: order.id }, booked, now);
  if (closing !== null || !isSelling(catalog.event, now)) return refuse('WAITLIST_NOT_OPEN', { reason: 'over' });
  if (variantLeft(variant) > 0) return refuse('WAITLIST_NOT_OPEN', { reason: 'notSoldOut' });
  requireMayHaveMore(article, hasOfArticle(seat, article.id), places);
  return competitionId;
}

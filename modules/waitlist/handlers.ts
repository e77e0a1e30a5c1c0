import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { userEmailChanged } from '#modules/accounts/rules/facts.ts';
import { eventChanged, heldPlacesBought, heldPlacesFreed } from '#modules/events/rules/facts.ts';
import { orderOf } from '#modules/orders/index.ts';
import { buyerChanged } from '#modules/orders/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { postJoined, postOffer } from './emails.ts';
import { fillLists } from './fill-lists.ts';
import { liveStates, retentionDays, unprovenDays } from './rules/entry-state.ts';
import { type Entry, isForSize, waitlistEntries } from './schema.ts';

async function fillIfAny(work: Work, eventId: number): Promise<void> {
  const [somebody] = await work.tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.eventId, eventId), inArray(waitlistEntries.state, [...liveStates])))
    .limit(1);
  if (somebody) await fillLists(work, eventId);
}

async function noteBought(work: Work, eventId: number, keys: readonly string[]): Promise<void> {
  await work.tx
    .update(waitlistEntries)
    .set({ state: 'bought', endedAt: work.now })
    .where(
      and(
        inArray(waitlistEntries.id, keys.map(Number).filter(Number.isSafeInteger)),
        eq(waitlistEntries.state, 'offered'),
      ),
    );
  await fillIfAny(work, eventId);
}

/** Entries for sizes move to the new buyer of the order, who is told. */
async function followBuyer(work: Work, orderId: number): Promise<void> {
  const { tx } = work;
  const { orderId: of, state, offers } = waitlistEntries;
  const order = await orderOf(tx, orderId);
  const buyer = order && (await userById(tx, order.userId));
  if (!buyer) return;
  const changed = await tx
    .update(waitlistEntries)
    // Each offer has a mail of its own.
    .set({ email: buyer.email, userId: null, offers: sql`${offers} + (${state} = 'offered')` })
    .where(and(eq(of, orderId), inArray(state, [...liveStates])))
    .returning();
  for (const entry of changed) await tellAgain(work, entry);
}

async function tellAgain(work: Work, entry: Entry): Promise<void> {
  if (entry.state === 'offered') await postOffer(work, entry);
  if (entry.state === 'waiting') await postJoined(work, entry, 'again');
}

/** Entries move to the new mailbox, which is told. Those already waited for there stay as they are. */
async function followMailbox(work: Work, userId: number, before: string): Promise<void> {
  const { tx } = work;
  const user = await userById(tx, userId);
  if (!user) return;
  const { email, state, offers } = waitlistEntries;
  const liveAt = (mailbox: string) =>
    tx
      .select()
      .from(waitlistEntries)
      .where(and(eq(email, mailbox), inArray(state, [...liveStates])));
  const there = await liveAt(user.email);
  for (const entry of await liveAt(before)) {
    const isTheirs = entry.state !== 'asked' && (entry.userId === null || entry.userId === userId);
    const isThere = (each: Entry) =>
      !isForSize(entry) &&
      !isForSize(each) &&
      each.competitionId === entry.competitionId &&
      each.priceId === entry.priceId;
    if (!isTheirs || there.some(isThere)) continue;
    const [moved] = await tx
      .update(waitlistEntries)
      .set({ email: user.email, offers: sql`${offers} + (${state} = 'offered')` })
      .where(eq(waitlistEntries.id, entry.id))
      .returning();
    if (moved) await tellAgain(work, moved);
  }
}

export const waitlistHandlers: readonly FactHandler[] = [
  onFact(eventChanged, 'waitlist.event', (work, { eventId }) => fillIfAny(work, eventId)),
  onFact(heldPlacesFreed, 'waitlist.freed', (work, { eventId }) => fillIfAny(work, eventId)),
  onFact(userEmailChanged, 'waitlist.mailbox', (work, { userId, before }) => followMailbox(work, userId, before)),
  onFact(buyerChanged, 'waitlist.buyer', (work, { orderId }) => followBuyer(work, orderId)),
  onFact(heldPlacesBought, 'waitlist.bought', (work, { eventId, keys }) => noteBought(work, eventId, keys)),
];

export const waitlistJob = ({ write, read }: Pick<Deps, 'write' | 'read'>): Job => ({
  name: 'waitlists',
  endsByClock: true,
  everyMs: minutes(1),
  async run() {
    const found = await read.all<{ eventId: number }>(
      ready("select distinct event_id eventId from waitlist_entries where state in ('waiting', 'offered')", []),
    );
    for (const { eventId } of found) await write((work) => fillLists(work, eventId));
    return false;
  },
});

export const forgetEntriesJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-waitlist-entries',
  endsByClock: true,
  everyMs: hours(1),
  async run() {
    await write(async ({ tx, now }) => {
      const { state, askedAt, endedAt } = waitlistEntries;
      const isUnproven = and(eq(state, 'asked'), lt(askedAt, instant(now - days(unprovenDays))));
      const isOver = and(isNotNull(endedAt), lt(endedAt, instant(now - days(retentionDays))));
      for (const isForgotten of [isUnproven, isOver]) await tx.delete(waitlistEntries).where(isForgotten);
    });
    return false;
  },
});

import { and, eq, inArray, isNotNull, isNull, lt, ne, notInArray, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { userEmailChanged } from '#modules/accounts/rules/facts.ts';
import { eventChanged } from '#modules/events/rules/facts.ts';
import { statesOfEntries } from '#modules/waitlist/index.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { settleLotteries } from './draw.ts';
import { postCalledOff, postMoved, postRanked } from './mails.ts';
import { isLive, liningUp } from './read-lotteries.ts';
import { retentionDays, unprovenDays } from './rules/lottery.ts';
import { lots, lotteries } from './schema.ts';

export const lotteryJob = ({ write, read }: Pick<Deps, 'write' | 'read'>): Job => ({
  name: 'lotteries',
  endsByClock: true,
  everyMs: minutes(1),
  async run() {
    const live = await read.selectDistinct({ eventId: lotteries.eventId }).from(lotteries).where(isLive);
    const unsettled = new Set([...live, ...(await liningUp(read))].map(({ eventId }) => eventId));
    let isMore = false;
    for (const eventId of unsettled)
      if ((await write((work) => settleLotteries(work, eventId))) === 'more') isMore = true;
    return (await write(sendDrawResults)) || isMore;
  },
});

/** Deletes unproven addresses and lots that ended long ago. The ranking stays, without personal data. */
export const forgetLotsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-lots',
  endsByClock: true,
  everyMs: hours(1),
  async run() {
    await write(async ({ tx, now }) => {
      const isUnproven = and(eq(lots.state, 'asked'), lt(lots.askedAt, instant(now - days(unprovenDays))));
      const isOver = and(isNotNull(lots.endedAt), lt(lots.endedAt, instant(now - days(retentionDays))));
      for (const isForgotten of [isUnproven, isOver]) await tx.delete(lots).where(isForgotten);
    });
    return false;
  },
});

/** A lot follows its owner to a new mailbox, unless that mailbox has a lot in the same draw. */
async function followMailbox({ tx }: Work, userId: number, before: string): Promise<void> {
  const user = await userById(tx, userId);
  if (!user) return;
  const at = (mailbox: string) => tx.select().from(lots).where(eq(lots.email, mailbox));
  const taken = new Set((await at(user.email)).map(({ lotteryId }) => lotteryId));
  for (const { id, lotteryId, state, userId: owner } of await at(before))
    if (state !== 'asked' && (owner === null || owner === userId) && !taken.has(lotteryId))
      await tx.update(lots).set({ email: user.email }).where(eq(lots.id, id));
}

export const lotteryHandlers: readonly FactHandler[] = [
  onFact(userEmailChanged, 'lottery.mailbox', (work, { userId, before }) => followMailbox(work, userId, before)),
  onFact(eventChanged, 'lottery.event', async (work, { eventId }) => {
    if ((await settleLotteries(work, eventId)) !== 'none') await sendDrawResults(work);
  }),
];

/** Mails per transaction, so that a large draw does not block bookings. */
const atOnce = 200;

export async function sendDrawResults(work: Work): Promise<boolean> {
  const ended = await tellEnded(work);
  const moved = await tellMoved(work);
  return ended || moved;
}

async function tellEnded(work: Work): Promise<boolean> {
  const { tx, now } = work;
  // Offers are known only once all lots are on the waiting list.
  const unknown = (await liningUp(tx)).map(({ id }) => id);
  const untold = await tx
    .select()
    .from(lots)
    .where(and(isNull(lots.toldAt), sql`${lots.state} in ('drawn', 'closed')`, notInArray(lots.lotteryId, unknown)))
    .orderBy(lots.id)
    .limit(atOnce);
  const states = await statesOfEntries(
    tx,
    untold.flatMap(({ entryId }) => (entryId === null ? [] : [entryId])),
  );
  for (const lot of untold) {
    if (lot.state === 'closed') await postCalledOff(work, lot);
    else if (lot.entryId !== null && states.get(lot.entryId) === 'waiting') await postRanked(work, lot);
  }
  const ids = untold.map(({ id }) => id);
  if (ids.length > 0) await tx.update(lots).set({ toldAt: now }).where(inArray(lots.id, ids));
  return untold.length === atOnce;
}

async function tellMoved(work: Work): Promise<boolean> {
  const { tx } = work;
  const untold = await tx
    .select({ lot: lots, drawsAt: lotteries.drawsAt })
    .from(lotteries)
    .innerJoin(lots, and(eq(lots.lotteryId, lotteries.id), sql`${lots.state} = 'in'`))
    .where(and(isLive, ne(lots.toldDrawsAt, lotteries.drawsAt)))
    .limit(atOnce);
  for (const { lot, drawsAt } of untold) {
    await postMoved(work, lot, drawsAt);
    await tx.update(lots).set({ toldDrawsAt: drawsAt }).where(eq(lots.id, lot.id));
  }
  return untold.length === atOnce;
}

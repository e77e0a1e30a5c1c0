import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { isPublic } from '#modules/events/rules/sale.ts';
import { type Asker, askingLimits, mailboxOf } from '#modules/waitlist/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Locale } from '#src/texts/locale.ts';
import { postEntered, postProof } from './mails.ts';
import { isLive, liveLotteryOf, lotOf } from './read-lotteries.ts';
import { type LotState, lotSizes, phaseOf } from './rules/lottery.ts';
import { refuse } from './rules/problems.ts';
import { type Lot, type Lottery, lots, lotteries } from './schema.ts';

const limits = askingLimits('lottery-enter', 'lottery-mail');

export type Enter = Asker & {
  eventId: number;
  competitionId: number;
  places: number;
};
export type LotEntered = { lotId: number; state: LotState };

/**
 * Enters the draw of a competition: at once with a proven mailbox, otherwise its owner confirms by mail. The answer
 * for an unproven address does not reveal whether it is already in.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED, LOTTERY_NOT_OPEN, LOTTERY_ALREADY_IN, TOO_MANY_REQUESTS
 */
export async function enterLottery(work: Work, input: Enter): Promise<LotEntered> {
  const { eventId, places, language } = input;
  const lottery = await openLottery(work, input);
  const { email, provenBy } = await mailboxOf(work, input, limits);
  const known = await liveLot(work, lottery.id, email);
  if (known?.state === 'in') {
    if (provenBy !== null) return refuse('LOTTERY_ALREADY_IN', { competitionId: lottery.competitionId });
    await postEntered(work, known, 'again');
    return { lotId: known.id, state: 'asked' };
  }
  const lot = known ? await changeRequested(work, known, { places, language }) : await ask();
  if (provenBy !== null) return prove(work, lot, provenBy);
  await postProof(work, lot);
  return { lotId: lot.id, state: 'asked' };

  async function ask(): Promise<Lot> {
    const [made] = await work.tx
      .insert(lots)
      .values({
        ...{ lotteryId: lottery.id, eventId, email, language, places, state: 'asked' as const },
        ...{ userId: provenBy, askedAt: work.now, toldDrawsAt: lottery.drawsAt },
      })
      .returning();
    return made ?? refuse('NOT_FOUND');
  }
}

async function changeRequested({ tx }: Work, lot: Lot, change: { places: number; language: Locale }): Promise<Lot> {
  const [changed] = await tx.update(lots).set(change).where(eq(lots.id, lot.id)).returning();
  return changed ?? refuse('NOT_FOUND');
}

async function liveLot({ tx }: Work, lotteryId: number, email: string): Promise<Lot | null> {
  const isIt = and(eq(lots.lotteryId, lotteryId), eq(lots.email, email), inArray(lots.state, ['asked', 'in']));
  const [lot] = await tx.select().from(lots).where(isIt);
  return lot ?? null;
}

async function openLottery({ tx, now }: Work, { eventId, competitionId, places }: Enter): Promise<Lottery> {
  const catalog = await catalogOf(tx, eventId);
  const competition = catalog?.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
  if (!catalog || !isPublic(catalog.event)) return refuse('NOT_FOUND');
  const lottery = (await liveLotteryOf(tx, competitionId)) ?? refuse('LOTTERY_NOT_OPEN', { reason: 'none' });
  const phase = phaseOf(lottery, now);
  if (phase !== 'open' || catalog.event.canceled) return refuse('LOTTERY_NOT_OPEN', { reason: phase });
  const { least, most } = lotSizes(competition, lottery.mostPlaces);
  if (!Number.isSafeInteger(places) || places < least || places > most) refuseFields({ places: ['places'] });
  return lottery;
}

/**
 * Gives the lot of a proven mailbox its number. That statement also decides whether entries are still open.
 * @throws Problem LOTTERY_NOT_OPEN
 */
export async function prove(work: Work, { id, lotteryId }: Lot, userId: number | null = null): Promise<LotEntered> {
  const { tx, now } = work;
  const lot = await lotOf(tx, id);
  if (lot?.state !== 'asked') return { lotId: id, state: lot?.state ?? 'closed' };
  const [given] = await tx
    .update(lotteries)
    .set({ lastNumber: sql`last_number + 1` })
    .where(and(eq(lotteries.id, lotteryId), isLive, lte(lotteries.entersFrom, now), gt(lotteries.drawsAt, now)))
    .returning({ number: lotteries.lastNumber, drawsAt: lotteries.drawsAt });
  if (!given) return refuse('LOTTERY_NOT_OPEN', { reason: 'due' });
  const [entered] = await tx
    .update(lots)
    .set({
      ...{ state: 'in' as const, number: given.number, enteredAt: now, toldDrawsAt: given.drawsAt },
      ...(userId === null ? {} : { userId }),
    })
    .where(and(eq(lots.id, id), eq(lots.state, 'asked')))
    .returning();
  if (entered) await postEntered(work, entered, 'first');
  return { lotId: id, state: 'in' };
}

/** Answers false for a lot that is no longer in its draw. */
export async function leaveLottery({ tx, now }: Work, { id }: Pick<Lot, 'id'>): Promise<boolean> {
  const attempts = await tx
    .delete(lots)
    .where(and(eq(lots.id, id), eq(lots.state, 'asked')))
    .returning({ id: lots.id });
  const left = await tx
    .update(lots)
    .set({ state: 'left', endedAt: now })
    .where(and(eq(lots.id, id), eq(lots.state, 'in')))
    .returning({ id: lots.id });
  return attempts.length + left.length > 0;
}

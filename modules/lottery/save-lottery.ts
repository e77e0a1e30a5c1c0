import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { addEventEntries, catalogOf, holdForDraw } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { isOver, isSaleOver } from '#modules/events/rules/sale.ts';
import { seedHashOf } from '#modules/waiting-room/index.ts';
import { closeUnproven, isWaitedFor } from '#modules/waitlist/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { liningUp, liveLotteryOf } from './read-lotteries.ts';
import type { LotterySettings } from './rules/lottery.ts';
import { refuse } from './rules/problems.ts';
import { type Lottery, lotteries } from './schema.ts';

export type Editor = Pick<Viewer, 'userId'>;

/**
 * Plans or changes the draw of a competition. From now on none of its places is sold until it is drawn or called off,
 * except places already held. Once there is an entry, only the time can change, and everyone is told.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED, LOTTERY_NOT_POSSIBLE
 */
export async function saveLottery(
  work: Work,
  editor: Editor,
  input: LotterySettings & { eventId: number; competitionId: number },
): Promise<Lottery> {
  const { tx } = work;
  const { eventId, competitionId, entersFrom, drawsAt, mostPlaces: maxPlaces } = input;
  const settings = { entersFrom, drawsAt, mostPlaces: maxPlaces };
  const catalog = (await catalogOf(tx, eventId)) ?? refuse('NOT_FOUND');
  const competition = catalog.competitions.find(({ id }) => id === competitionId) ?? refuse('NOT_FOUND');
  const stored = await liveLotteryOf(tx, competitionId);
  requireTimes(work, competition, settings, stored);
  if (!stored) await requirePossible(work, catalog, competition);
  const lottery = stored ? await change(work, stored, settings) : await begin(work, editor, input);
  const before = stored ? { ...stored } : null;
  const changes = (['entersFrom', 'drawsAt', 'mostPlaces'] as const)
    .filter((field) => before?.[field] !== lottery[field])
    .map((field) => ({ field, before: before?.[field] ?? null, after: lottery[field] }));
  if (changes.length > 0)
    await addEventEntries(work, editor, eventId, [
      {
        kind: 'lottery',
        action: stored ? 'changed' : 'created',
        recordId: lottery.id,
        name: competition.title,
        changes,
      },
    ]);
  await holdForDraw(work, lottery, true);
  return lottery;
}

function requireTimes(
  { now }: Work,
  { timestamp }: CatalogCompetition,
  { entersFrom, drawsAt, mostPlaces: maxPlaces }: LotterySettings,
  stored: Lottery | null,
): void {
  if (drawsAt <= now && drawsAt !== stored?.drawsAt) refuseFields({ drawsAt: ['lottery.error.past'] });
  if (drawsAt >= timestamp) refuseFields({ drawsAt: ['lottery.error.afterStart'] });
  if (entersFrom >= drawsAt) refuseFields({ entersFrom: ['lottery.error.order'] });
  if (!stored || stored.lastNumber === 0) return;
  if (entersFrom !== stored.entersFrom) refuseFields({ entersFrom: ['lottery.error.entered'] });
  if (maxPlaces !== stored.mostPlaces) refuseFields({ mostPlaces: ['lottery.error.entered'] });
}

async function requirePossible(work: Work, { event }: Catalog, competition: CatalogCompetition): Promise<void> {
  if (event.offerHours === null) refuse('LOTTERY_NOT_POSSIBLE', { reason: 'noOffers' });
  if (event.canceled || isOver(event, work.now) || isSaleOver(competition, work.now))
    refuse('LOTTERY_NOT_POSSIBLE', { reason: 'over' });
  const isBeingDrawn = (await liningUp(work.tx)).some(({ competitionId }) => competitionId === competition.id);
  if (isBeingDrawn || (await isWaitedFor(work.tx, { eventId: event.id, competitionId: competition.id })))
    refuse('LOTTERY_NOT_POSSIBLE', { reason: 'waitedFor' });
}

async function begin(
  work: Work,
  { userId: editorId }: Editor,
  planned: LotterySettings & { eventId: number; competitionId: number },
): Promise<Lottery> {
  const { eventId, competitionId, entersFrom, drawsAt, mostPlaces: maxPlaces } = planned;
  await closeUnproven(work, planned);
  const seed = randomBytes(32).toString('hex');
  const [lottery] = await work.tx
    .insert(lotteries)
    .values({
      eventId,
      competitionId,
      entersFrom,
      drawsAt,
      mostPlaces: maxPlaces,
      editorId,
      seed,
      seedHash: seedHashOf(seed),
    })
    .returning();
  return lottery ?? refuse('NOT_FOUND');
}

async function change({ tx }: Work, { id }: Lottery, settings: LotterySettings): Promise<Lottery> {
  const [lottery] = await tx
    .update(lotteries)
    .set(settings)
    .where(sql`${eq(lotteries.id, id)} and drawn_at is null and called_off_at is null`)
    .returning();
  return lottery ?? refuse('NOT_FOUND');
}

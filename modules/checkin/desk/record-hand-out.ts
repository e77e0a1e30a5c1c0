import { and, asc, eq, ne } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { holdPlace, participantForTicket } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import { type AtGate, loggedInSince } from '../at-gate.ts';
import { countingHandOut, type HandOutResult } from '../rules/hand-out.ts';
import { isBelievableScan } from '../rules/scan-result.ts';
import { handOuts } from '../schema.ts';

export type NewHandOut = {
  participantId: number;
  /** The device that handed out; another one may revoke it. */
  device: string;
  handedOutAt: Instant;
  /** By the clock of the revoking device; null: not revoked. */
  takenBackAt: Instant | null;
};
export type RecordedHandOut = {
  participantId: number;
  result: HandOutResult;
  /** The hand-out that counts. */
  handedOut: { device: string; handedOutAt: Instant; believed: boolean } | null;
};

/** Clubs collect their bibs weeks before the race. */
const daysBefore = 30;

/** In any order of arrival, the earliest hand-out that was not revoked counts. Idempotent. @throws Problem NOT_FOUND */
export async function recordHandOuts(work: Work, by: AtGate, all: readonly NewHandOut[]): Promise<RecordedHandOut[]> {
  const catalog = (await catalogOf(work.tx, by.eventId)) ?? refuse('NOT_FOUND');
  const recorded: RecordedHandOut[] = [];
  for (const one of all) recorded.push(await recordOne(work, catalog, by, one));
  return recorded;
}

async function recordOne(work: Work, catalog: Catalog, by: AtGate, one: NewHandOut): Promise<RecordedHandOut> {
  const { tx, now } = work;
  const { participantId, device, handedOutAt } = one;
  const person = await participantForTicket(tx, participantId);
  const isHere = person?.eventId === by.eventId;
  const known = await rowsOf(work, participantId);
  const same = known.find((row) => row.device === device && row.scannedAt === handedOutAt);
  // A hand-out before the cancellation is still reported and can be revoked.
  if (!isHere || !(same || isPaidStatus(person.orderStatus)))
    return { participantId, result: 'NOT_FOUND', handedOut: null };
  const takenBack = one.takenBackAt === null ? {} : byWhom(by, one.takenBackAt);
  if (!same) {
    await tx.insert(handOuts).values({
      eventId: by.eventId,
      participantId,
      device,
      deviceId: by.deviceId,
      handedOutBy: by.userId,
      handedOutAt,
      counts: false,
      believed: isBelievable(catalog, await loggedInSince(tx, by, one.handedOutAt), one),
      createdAt: now,
      ...takenBack,
    });
  } else if (one.takenBackAt !== null && same.takenBackAt === null) {
    await tx.update(handOuts).set(takenBack).where(eq(handOuts.id, same.id));
  }
  const counting = countingHandOut(await rowsOf(work, participantId));
  const others = and(eq(handOuts.participantId, participantId), eq(handOuts.counts, true));
  await tx
    .update(handOuts)
    .set({ counts: false })
    .where(counting ? and(others, ne(handOuts.id, counting.id)) : others);
  if (counting) {
    await tx.update(handOuts).set({ counts: true }).where(eq(handOuts.id, counting.id));
    await holdPlace(work, participantId);
  }
  const isTakenBack = one.takenBackAt !== null || (same !== undefined && same.takenBackAt !== null);
  const isCounting = counting?.device === device && counting.scannedAt === handedOutAt;
  return {
    participantId,
    result: isTakenBack ? 'TAKEN_BACK' : isCounting ? 'HANDED_OUT' : 'ALREADY_HANDED_OUT',
    handedOut: counting && {
      device: counting.device,
      handedOutAt: instant(counting.scannedAt),
      believed: counting.believed,
    },
  };
}

const byWhom = ({ userId, deviceId }: AtGate, takenBackAt: Instant) => ({
  takenBackAt,
  takenBackBy: userId,
  takenBackDeviceId: deviceId,
});

const rowsOf = async ({ tx }: Work, participantId: number) =>
  await tx
    .select({
      id: handOuts.id,
      device: handOuts.device,
      scannedAt: handOuts.handedOutAt,
      believed: handOuts.believed,
      takenBackAt: handOuts.takenBackAt,
    })
    .from(handOuts)
    .where(eq(handOuts.participantId, participantId))
    .orderBy(asc(handOuts.id));

function isBelievable(
  { event, competitions }: Catalog,
  loggedInAt: Instant | null,
  { handedOutAt }: NewHandOut,
): boolean {
  const ofCompetitions = competitions.flatMap(({ timestamp, endTimestamp }) => [timestamp, endTimestamp ?? timestamp]);
  return isBelievableScan(handedOutAt, {
    timeZone: event.timeZone,
    moments: [instant(event.startTimestamp - days(daysBefore)), event.endTimestamp, ...ofCompetitions],
    loggedInAt,
  });
}

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { batches } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import { drawOrder } from './draw-order.ts';
import { isPresent, roomOf } from './read-room.ts';
import { awayAfter, gathersAgainFor, longestTurn, opensAtOf } from './rules/room.ts';
import { type WaitingRoom, waitingDraws, waitingPlaces, waitingRooms } from './schema.ts';

/** Every step is guarded by its own statement, so any process may run it at any time. */
export async function advanceRoom(work: Work, eventId: number): Promise<void> {
  const room = await roomOf(work.tx, eventId);
  if (!room || room.endedAt !== null) return;
  if (room.drawnAt === null) {
    const catalog = await catalogOf(work.tx, eventId);
    const opensAt = catalog && opensAtOf(room, catalog);
    if (!opensAt || work.now < opensAt) return;
    await draw(work, room, opensAt);
  }
  await admit(work, room);
}

/** Ranks all present places by lot, once, and publishes the numbers in their order. */
async function draw({ tx, now }: Work, { eventId, seed, seedHash }: WaitingRoom, opensAt: Instant): Promise<void> {
  const begun = await tx
    .update(waitingRooms)
    .set({ drawnAt: now })
    .where(and(eq(waitingRooms.eventId, eventId), isNull(waitingRooms.drawnAt), isNull(waitingRooms.endedAt)))
    .returning({ eventId: waitingRooms.eventId });
  if (begun.length === 0) return;
  const isGathered = and(eq(waitingPlaces.eventId, eventId), isNull(waitingPlaces.admittedAt));
  const places = await tx
    .select({ id: waitingPlaces.id, number: waitingPlaces.number, seenAt: waitingPlaces.seenAt })
    .from(waitingPlaces)
    .where(and(isGathered, isNull(waitingPlaces.rank)));
  // While the server was down no visitor could be seen, so the latest presence counts instead of the opening.
  const newest = places.reduce((last, { seenAt }) => Math.max(last, seenAt), 0);
  const since = instant(Math.min(opensAt, newest) - awayAfter);
  const there = places.filter(({ seenAt }) => seenAt > since);
  const idOf = new Map(there.map(({ id, number }) => [number, id]));
  const numbers = drawOrder(seed, [...idOf.keys()]);
  const ranked = numbers.map((number, at) => [idOf.get(number) as number, at + 1]);
  for (const batch of batches(ranked)) {
    const json = JSON.stringify(batch);
    await tx
      .update(waitingPlaces)
      .set({ rank: sql`j.value ->> 1` })
      .from(sql`json_each(${json}) j`)
      .where(sql`${waitingPlaces.id} = j.value ->> 0`);
  }
  await tx.update(waitingRooms).set({ lastRank: numbers.length }).where(eq(waitingRooms.eventId, eventId));
  await tx.insert(waitingDraws).values({ eventId, drawnAt: now, seed, seedHash, numbers });
}

/** Begins turns in order of rank, as many as the pace allows. Absent visitors are skipped and keep their rank. */
export async function admit({ tx, now }: Work, { eventId }: Pick<WaitingRoom, 'eventId'>): Promise<void> {
  const ofRoom = sql`select 1 from waiting_rooms where event_id = ${eventId} and ended_at is null and drawn_at is not null and not is_paused
      and (resumed_at is null or resumed_at <= ${now - gathersAgainFor} or resumed_at > ${now})`;
  // Turns that began before this can no longer be active.
  const turns = sql`from waiting_places where event_id = ${eventId} and admitted_at > ${now - longestTurn}`;
  const free = sql`(select max(0, min(
      most_at_once - (select count(*) ${turns} and booked_at is null and until > ${now}),
      coalesce(per_minute - (select count(*) ${turns} and admitted_at > ${now - minutes(1)}), most_at_once)
    )) from waiting_rooms where event_id = ${eventId})`;
  const next = sql`select id from waiting_places where event_id = ${eventId} and admitted_at is null and rank is not null
      and ${isPresent(now)} and exists (${ofRoom}) order by rank limit ${free}`;
  const begun = await tx
    .update(waitingPlaces)
    .set({
      admittedAt: now,
      until: sql`${now} + 60000 * (select window_minutes from waiting_rooms where event_id = ${eventId})`,
    })
    .where(sql`id in (${next})`)
    .returning({ rank: waitingPlaces.rank });
  if (begun.length === 0) return;
  const highest = begun.reduce((most, { rank }) => Math.max(most, rank ?? 0), 0);
  await tx
    .update(waitingRooms)
    .set({
      admitted: sql`admitted + ${begun.length}`,
      admittedTo: sql`max(admitted_to, ${highest})`,
    })
    .where(eq(waitingRooms.eventId, eventId));
}

/** The next rank for a visitor who arrives after the draw. Null before the draw and after the end of the room. */
export async function nextRank({ tx }: Work, eventId: number): Promise<number | null> {
  const [given] = await tx
    .update(waitingRooms)
    .set({ lastRank: sql`last_rank + 1` })
    .where(and(eq(waitingRooms.eventId, eventId), isNotNull(waitingRooms.drawnAt), isNull(waitingRooms.endedAt)))
    .returning({ rank: waitingRooms.lastRank });
  return given?.rank ?? null;
}

/** Ranks a visitor who joined before the draw and was absent during it. */
export async function rankLate(work: Work, { id, eventId }: { id: number; eventId: number }): Promise<void> {
  const isWithout = and(eq(waitingPlaces.id, id), isNull(waitingPlaces.rank));
  const [still] = await work.tx.select({ id: waitingPlaces.id }).from(waitingPlaces).where(isWithout);
  const rank = still ? await nextRank(work, eventId) : null;
  if (rank === null) return;
  await work.tx.update(waitingPlaces).set({ rank, seenAt: work.now }).where(isWithout);
  await admit(work, { eventId });
}

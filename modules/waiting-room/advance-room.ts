import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { batches } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import { drawOrder } from './draw-order.ts';
import { isThere, roomOf } from './read-room.ts';
import { awayAfter, gathersAgainFor, longestTurn, opensAtOf } from './rules/room.ts';
import { type WaitingRoom, waitingDraws, waitingPlaces, waitingRooms } from './schema.ts';

/**
 * Moves a room on: the draw when it is time, and then turns for those who are next. Each step is decided by its own
 * statement, so it does not matter who does it and how often.
 */
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

/** Who is there gets a rank by lot, once. The numbers are written down in their order, for everybody to check. */
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
  // Was nobody seen because nobody could be, as while the server was away, then the last ones that were seen are there.
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

/** Turns begin for as many as the pace allows, in the order of ranks; who is away is passed by and keeps the place. */
export async function admit({ tx, now }: Work, { eventId }: Pick<WaitingRoom, 'eventId'>): Promise<void> {
  const ofRoom = sql`select 1 from waiting_rooms where event_id = ${eventId} and ended_at is null and drawn_at is not null and not is_paused
      and (resumed_at is null or resumed_at <= ${now - gathersAgainFor} or resumed_at > ${now})`;
  // Of those who had their turn long ago none is still booking.
  const turns = sql`from waiting_places where event_id = ${eventId} and admitted_at > ${now - longestTurn}`;
  const free = sql`(select max(0, min(
      most_at_once - (select count(*) ${turns} and booked_at is null and until > ${now}),
      coalesce(per_minute - (select count(*) ${turns} and admitted_at > ${now - minutes(1)}), most_at_once)
    )) from waiting_rooms where event_id = ${eventId})`;
  const next = sql`select id from waiting_places where event_id = ${eventId} and admitted_at is null and rank is not null
      and ${isThere(now)} and exists (${ofRoom}) order by rank limit ${free}`;
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

/** The next rank, for whoever comes after the draw; null while it is not drawn, and where the room has ended. */
export async function nextRank({ tx }: Work, eventId: number): Promise<number | null> {
  const [given] = await tx
    .update(waitingRooms)
    .set({ lastRank: sql`last_rank + 1` })
    .where(and(eq(waitingRooms.eventId, eventId), isNotNull(waitingRooms.drawnAt), isNull(waitingRooms.endedAt)))
    .returning({ rank: waitingRooms.lastRank });
  return given?.rank ?? null;
}

/** A rank for somebody who had lined up before the draw and was away when it was. */
export async function rankLate(work: Work, { id, eventId }: { id: number; eventId: number }): Promise<void> {
  const isWithout = and(eq(waitingPlaces.id, id), isNull(waitingPlaces.rank));
  const [still] = await work.tx.select({ id: waitingPlaces.id }).from(waitingPlaces).where(isWithout);
  const rank = still ? await nextRank(work, eventId) : null;
  if (rank === null) return;
  await work.tx.update(waitingPlaces).set({ rank, seenAt: work.now }).where(isWithout);
  await admit(work, { eventId });
}

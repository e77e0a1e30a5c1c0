import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';
import { awayAfter, longestTurn, opensAtOf, type Pace, type Phase, phaseOf, placeStateOf } from './rules/room.ts';
import { type WaitingPlace, type WaitingRoom, waitingDraws, waitingPlaces, waitingRooms } from './schema.ts';

/** A visit, and the account when its mailbox is proven. */
export type Waiter = Pick<Viewer, 'visitId' | 'userId' | 'level'>;

/** Also an ended room. Null when the event never had one. */
export async function roomOf(reader: Reader | Tx, eventId: number): Promise<WaitingRoom | null> {
  const [room] = await reader.select().from(waitingRooms).where(eq(waitingRooms.eventId, eventId));
  return room ?? null;
}

export function isOwnPlace(eventId: number, { visitId, userId, level }: Waiter): SQL | undefined {
  const ofVisit = eq(waitingPlaces.visitId, visitId);
  const own = level === 'verified' ? or(ofVisit, eq(waitingPlaces.userId, userId)) : ofVisit;
  return and(own, eq(waitingPlaces.eventId, eventId));
}

const sequence = { turn: 0, waiting: 1, gathered: 2, booked: 3, over: 4 } as const;

/** A guest who logged in may have two places; the better one counts. */
export async function placeOf(
  reader: Reader | Tx,
  eventId: number,
  waiter: Waiter,
  now: Instant,
): Promise<WaitingPlace | null> {
  const places = await reader.select().from(waitingPlaces).where(isOwnPlace(eventId, waiter));
  const of = (place: WaitingPlace) => sequence[placeStateOf(place, now)];
  const [best] = places.sort((a, b) => of(a) - of(b) || (a.rank ?? a.number) - (b.rank ?? b.number));
  return best ?? null;
}

/** Seen recently enough for a turn. */
export const isPresent = (now: Instant): SQL => gt(waitingPlaces.seenAt, instant(now - awayAfter));

/** State of a room, shared by all pollers. */
export type KnownRoom = {
  catalog: Catalog;
  room: WaitingRoom;
  opensAt: Instant | null;
  phase: Phase;
  pace: Pace;
  /** Present visitors: all before the draw, and those with a rank after it. */
  gathered: number;
  waiting: number;
  /** Whether a present visitor has a rank. */
  hasNext: boolean;
};

/** Null when the event has no active waiting room. */
export async function readRoom(reader: Reader | Tx, eventId: number, now: Instant): Promise<KnownRoom | null> {
  const catalog = await catalogOf(reader, eventId);
  if (!catalog?.event.waitingRoom) return null;
  const room = await roomOf(reader, eventId);
  if (!room) return null;
  const opensAt = opensAtOf(room, catalog);
  const [there] = await reader
    .select({ waiting: sql<number>`count(rank)`, all: sql<number>`count(*)` })
    .from(waitingPlaces)
    .where(and(eq(waitingPlaces.eventId, eventId), isNull(waitingPlaces.admittedAt), isPresent(now)));
  const { waiting = 0, all = 0 } = there ?? {};
  const isOpen = room.drawnAt !== null;
  return {
    catalog,
    room,
    opensAt,
    phase: phaseOf({ ...room, opensAt }, now),
    pace: await paceOf(reader, room, now),
    // Present visitors without a rank get the next one when they poll.
    gathered: isOpen ? 0 : all,
    waiting: isOpen ? all : waiting,
    hasNext: waiting > 0,
  };
}

/** Covers all turns that ended within ten minutes. */
const longestAgo = longestTurn + minutes(10);

async function paceOf(reader: Reader | Tx, room: WaitingRoom, now: Instant): Promise<Pace> {
  const lately = now - minutes(10);
  const [turns] = await reader
    .select({
      active: sql<number>`coalesce(sum(booked_at is null and until > ${now}), 0)`,
      recent: sql<number>`coalesce(sum(admitted_at > ${now - minutes(1)}), 0)`,
      ended: sql<number>`coalesce(sum(coalesce(booked_at, until) <= ${now} and coalesce(booked_at, until) > ${lately}), 0)`,
    })
    .from(waitingPlaces)
    .where(and(eq(waitingPlaces.eventId, room.eventId), gt(waitingPlaces.admittedAt, instant(now - longestAgo))));
  const { mostAtOnce: maxAtOnce, perMinute, windowMinutes, drawnAt } = room;
  const { active = 0, recent = 0, ended = 0 } = turns ?? {};
  return { mostAtOnce: maxAtOnce, perMinute, windowMinutes, drawnAt, active, recent, ended };
}

export async function readDraw(reader: Reader, eventId: number): Promise<typeof waitingDraws.$inferSelect | null> {
  const [draw] = await reader
    .select()
    .from(waitingDraws)
    .where(eq(waitingDraws.eventId, eventId))
    .orderBy(desc(waitingDraws.drawnAt))
    .limit(1);
  return draw ?? null;
}

import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { advanceRoom } from './advance-room.ts';
import { writeSeen } from './presence.ts';
import { type KnownRoom, readRoom } from './read-room.ts';
import { freeTurns, isGatheringAgain } from './rules/room.ts';

type CacheEntry = { at: Instant; known: Promise<KnownRoom | null> };
type Rooms = { cached: Map<number, CacheEntry>; advancing: Map<number, Promise<void>> };
const roomsOf = new WeakMap<Deps['write'], Rooms>();

/** Thousands of visitors poll at the same time and share one read. */
const cacheMs = 1000;

function rooms({ write }: Pick<Deps, 'write'>): Rooms {
  const own = roomsOf.get(write) ?? { cached: new Map(), advancing: new Map() };
  roomsOf.set(write, own);
  return own;
}

type CacheDeps = Pick<Deps, 'read' | 'write' | 'clock'>;

function cachedRoom(deps: CacheDeps, eventId: number): Promise<KnownRoom | null> {
  const { cached } = rooms(deps);
  const now = deps.clock();
  const last = cached.get(eventId);
  // Ignores entries from the future after the clock was set back.
  if (last && now >= last.at && now - last.at < cacheMs) return last.known;
  const known = writeSeen(deps).then(() => readRoom(deps.read, eventId, now));
  cached.set(eventId, { at: now, known });
  known.catch(() => cached.delete(eventId));
  return known;
}

/** Makes changes visible at once in this process; other processes follow within a second. */
export const forgetCachedRoom = (deps: Pick<Deps, 'write'>, eventId: number): void => {
  rooms(deps).cached.delete(eventId);
};

/** Only one caller per process advances the room; concurrent callers wait for that one. */
export async function currentRoom(deps: CacheDeps, eventId: number): Promise<KnownRoom | null> {
  const known = await cachedRoom(deps, eventId);
  if (!known || !isDue(known, deps.clock())) return known;
  const { advancing } = rooms(deps);
  const running =
    advancing.get(eventId) ??
    writeSeen(deps)
      .then(() => deps.write((work) => advanceRoom(work, eventId)))
      .finally(() => {
        advancing.delete(eventId);
        forgetCachedRoom(deps, eventId);
      });
  advancing.set(eventId, running);
  await running;
  return cachedRoom(deps, eventId);
}

const isDue = ({ room, phase, pace, hasNext }: KnownRoom, now: Instant): boolean =>
  phase === 'open' &&
  (room.drawnAt === null || (!room.isPaused && hasNext && freeTurns(pace) > 0 && !isGatheringAgain(room, now)));

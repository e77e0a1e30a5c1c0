import type { Deps } from '#src/runtime/deps.ts';
import { joinRoom } from './join-room.ts';
import { writeSeen } from './presence.ts';
import type { Waiter } from './read-room.ts';
import { forgetCachedRoom } from './room-cache.ts';

type Call = { deps: Pick<Deps, 'write' | 'config'>; viewer: Waiter; clientAddress: string };

/** Stores pending presence first, because joining may run the draw. Throws the problems of `joinRoom`. */
export async function lineUp({ deps, viewer: waiter, clientAddress }: Call, eventId: number): Promise<void> {
  const { limitFactor } = deps.config;
  await writeSeen(deps);
  await deps.write((work) => joinRoom(work, { eventId, waiter, clientAddress, limitFactor }));
  forgetCachedRoom(deps, eventId);
}

import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { reduceHoldsToRoom } from '../place-holds.ts';
import { eventChanged } from '../rules/facts.ts';
import { events } from '../schema.ts';

/** Versions are unique across events and states, so a version can be a cache key. */
export const newVersion = (): number => randomInt(1, 2 ** 47);

/** Gives the event a new version after a change below it, then fits held places to the change. */
export async function touchEvent(work: Work, eventId: number): Promise<void> {
  await work.tx.update(events).set({ version: newVersion() }).where(eq(events.id, eventId));
  await reduceHoldsToRoom(work, eventId);
  await work.announce(eventChanged({ eventId }));
}

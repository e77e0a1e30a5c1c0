import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { fitHolds } from '../place-holds.ts';
import { eventChanged } from '../rules/facts.ts';
import { events } from '../schema.ts';

/** No two states of an event share a version, so it can stand for the state in every cache and comparison. */
export const newVersion = (): number => randomInt(1, 2 ** 47);

/**
 * Every change below an event makes a new version of it, so that whoever shows it knows. What is kept for visitors gives
 * way to the organizer, so this comes after the change.
 */
export async function touchEvent(work: Work, eventId: number): Promise<void> {
  await work.tx.update(events).set({ version: newVersion() }).where(eq(events.id, eventId));
  await fitHolds(work, eventId);
  await work.announce(eventChanged({ eventId }));
}

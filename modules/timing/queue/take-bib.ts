import { and, eq, isNotNull } from 'drizzle-orm';
import { setBib } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { bibOf, holdersOf } from '../read-person.ts';
import { raceResultPushes } from '../schema.ts';
import { pushOf } from './read-pushes.ts';

/**
 * A number that RACE RESULT gave somebody becomes ours. Numbers that two exchange come one after the other: the first one
 * waits until whoever has it leaves it. No number is ever held by two.
 */
export async function takeBib(work: Work, eventId: number, participantId: number, bib: string): Promise<void> {
  const { tx } = work;
  await tx
    .insert(raceResultPushes)
    .values({ participantId, eventId, state: 'sent', due: 0, nextAttemptAt: work.now, wantedBib: bib })
    .onConflictDoUpdate({ target: raceResultPushes.participantId, set: { wantedBib: bib } });
  const wanting = await tx
    .select({ id: raceResultPushes.participantId, wanted: raceResultPushes.wantedBib })
    .from(raceResultPushes)
    .where(and(eq(raceResultPushes.eventId, eventId), isNotNull(raceResultPushes.wantedBib)));
  let able = wanting.map(({ id, wanted }) => ({ id, wanted: wanted ?? '' }));
  const wanted = able.map((one) => one.wanted);
  const holders = await holdersOf(tx, eventId, wanted);
  // Whoever holds a wanted number has to leave it in this same write.
  for (let size = -1; size !== able.length; ) {
    size = able.length;
    const leaving = new Set(able.map(({ id }) => id));
    able = able.filter(({ id, wanted }) =>
      holders.every((holder) => holder.bib !== wanted || holder.id === id || leaving.has(holder.id)),
    );
    // Of two who want the same one it is the first.
    able = able.filter(({ wanted }, at) => able.findIndex((one) => one.wanted === wanted) === at);
  }
  // Whoever leaves a number that another one takes lets go of it first.
  for (const { id, wanted } of able) {
    const holder = holders.find((one) => one.bib === wanted && one.id !== id);
    if (holder) await setBib(work, { participantId: holder.id, bib: null });
  }
  for (const { id, wanted } of able) {
    await tx
      .update(raceResultPushes)
      .set({ wantedBib: null, bibThere: wanted })
      .where(eq(raceResultPushes.participantId, id));
    await setBib(work, { participantId: id, bib: wanted });
  }
}

/** Nobody else of ours is known by that number of theirs. */
export async function isPidFree({ tx }: Work, eventId: number, pid: number): Promise<boolean> {
  const [owner] = await tx
    .select({ id: raceResultPushes.participantId })
    .from(raceResultPushes)
    .where(and(eq(raceResultPushes.eventId, eventId), eq(raceResultPushes.pid, pid)));
  return owner === undefined;
}

/** Their number holds when it is another than they had; what of ours is on its way there goes before. */
export async function isTheirTurn({ tx }: Work, participantId: number, bib: string): Promise<boolean> {
  const known = await pushOf(tx, participantId);
  const there = known?.bibThere ?? null;
  if (there === bib) return false;
  return there === null || (await bibOf(tx, participantId)) === there;
}

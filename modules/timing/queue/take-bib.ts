import { and, eq, isNotNull } from 'drizzle-orm';
import { setBib } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { bibOf, holdersOf } from '../read-person.ts';
import { raceResultPushes } from '../schema.ts';
import { pushOf } from './read-pushes.ts';

/** When two participants swap numbers, the first change waits: two participants never hold the same number. */
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
  // The holder of a wanted number must leave it in the same transaction.
  for (let size = -1; size !== able.length; ) {
    size = able.length;
    const leaving = new Set(able.map(({ id }) => id));
    able = able.filter(({ id, wanted }) =>
      holders.every((holder) => holder.bib !== wanted || holder.id === id || leaving.has(holder.id)),
    );
    // The first of two who want the same number gets it.
    able = able.filter(({ wanted }, at) => able.findIndex((one) => one.wanted === wanted) === at);
  }
  // Releases numbers first, so that the unique index holds.
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

export async function isPidFree({ tx }: Work, eventId: number, pid: number): Promise<boolean> {
  const [owner] = await tx
    .select({ id: raceResultPushes.participantId })
    .from(raceResultPushes)
    .where(and(eq(raceResultPushes.eventId, eventId), eq(raceResultPushes.pid, pid)));
  return owner === undefined;
}

/** A changed number of RACE RESULT wins unless a change of ours is still on its way. */
export async function isTheirTurn({ tx }: Work, participantId: number, bib: string): Promise<boolean> {
  const known = await pushOf(tx, participantId);
  const there = known?.bibThere ?? null;
  if (there === bib) return false;
  return there === null || (await bibOf(tx, participantId)) === there;
}

import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { eventIdOfOrder, peopleToSend } from '../read-person.ts';
import { sends, settingsOf } from '../read-settings.ts';
import { allSteps, bitsOf } from '../rules/push.ts';
import { raceResultPushes } from '../schema.ts';

/** A statement takes so many rows. */
const maxAtOnce = 2000;

/** Makes steps due for people of one event. */
async function makeDue({ tx, now }: Work, eventId: number, bits: number, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += maxAtOnce)
    await tx
      .insert(raceResultPushes)
      .values(
        ids.slice(at, at + maxAtOnce).map((participantId) => ({
          ...{ participantId, eventId, due: bits, nextAttemptAt: now },
          state: 'waiting' as const,
        })),
      )
      .onConflictDoUpdate({
        target: raceResultPushes.participantId,
        set: {
          due: sql`race_result_pushes.due | excluded.due`,
          version: sql`race_result_pushes.version + 1`,
          state: 'waiting',
          attempts: 0,
          nextAttemptAt: now,
        },
      });
}

/** Of a whole order, or of some of its people. Whoever was never sent is sent as a whole. */
export async function enqueueOrder(
  work: Work,
  orderId: number,
  bits: number,
  participantIds?: readonly number[],
): Promise<void> {
  const eventId = await eventIdOfOrder(work.tx, orderId);
  if (eventId === null || !sends(await settingsOf(work.tx, eventId))) return;
  const people = await peopleToSend(work.tx, eventId, { orderId, participantIds });
  const idsOf = (isKnown: boolean) => people.filter((one) => one.isKnownThere === isKnown).map(({ id }) => id);
  await makeDue(work, eventId, bits, idsOf(true));
  await makeDue(work, eventId, bits | allSteps, idsOf(false));
}

/**
 * By hand: everybody of an event, or some of them, with all steps. What was said to be the same is sent once more; a value
 * that was written is written again. Answers how many wait then.
 */
export async function resync(work: Work, eventId: number, participantIds: readonly number[] | 'all'): Promise<number> {
  if (!sends(await settingsOf(work.tx, eventId))) return 0;
  const isAll = participantIds === 'all';
  await work.tx
    .update(raceResultPushes)
    .set({ sentDigest: null, agedBy: null, askedAt: askedAgain, askedAfterPid: askedAfterAgain })
    .where(
      and(
        eq(raceResultPushes.eventId, eventId),
        isAll ? undefined : inArray(raceResultPushes.participantId, [...participantIds]),
      ),
    );
  const people = await peopleToSend(work.tx, eventId, isAll ? {} : { participantIds });
  const ids = people.map(({ id }) => id);
  await makeDue(work, eventId, allSteps, ids);
  return ids.length;
}

/** Somebody looked at what was unsure, and wants it tried again: without a list to look into a number is asked for anew. */
const hasList = sql`exists (select 1 from race_result_settings s where s.event_id = race_result_pushes.event_id and s.list_url is not null)`;
const askedAgain = sql`case when race_result_pushes.state = 'dead' and not ${hasList} then null else race_result_pushes.asked_at end`;
const askedAfterAgain = sql`case when race_result_pushes.state = 'dead' and not ${hasList} then null else race_result_pushes.asked_after_pid end`;

/** Dead letters, and what is between two tries, are tried now. Answers how many. */
export async function retryFailed({ tx, now }: Work, eventId: number): Promise<number> {
  const retried = await tx
    .update(raceResultPushes)
    .set({
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: now,
      version: sql`${raceResultPushes.version} + 1`,
      askedAt: askedAgain,
      askedAfterPid: askedAfterAgain,
    })
    .where(
      and(
        eq(raceResultPushes.eventId, eventId),
        or(eq(raceResultPushes.state, 'dead'), eq(raceResultPushes.state, 'failed')),
      ),
    )
    .returning({ id: raceResultPushes.participantId });
  return retried.length;
}

/** The stop date moved: what came after the one before is due again. */
export async function dueAgain({ tx, now }: Work, eventId: number): Promise<void> {
  await tx
    .update(raceResultPushes)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now, version: sql`${raceResultPushes.version} + 1` })
    .where(and(eq(raceResultPushes.eventId, eventId), eq(raceResultPushes.state, 'skipped')));
}

export const changedBits = bitsOf('fields', 'ages');

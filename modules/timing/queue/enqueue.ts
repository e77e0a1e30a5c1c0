import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { eventIdOfOrder, peopleToSend } from '../read-person.ts';
import { sends, settingsOf } from '../read-settings.ts';
import { allSteps, bitsOf } from '../rules/push.ts';
import { raceResultPushes } from '../schema.ts';

const maxAtOnce = 2000;

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

/** A participant who was never sent gets all steps. */
export async function enqueueOrder(
  work: Work,
  orderId: number,
  bits: number,
  participantIds?: readonly number[],
): Promise<void> {
  const eventId = await eventIdOfOrder(work.tx, orderId);
  if (eventId !== null && sends(await settingsOf(work.tx, eventId)))
    await enqueuePeople(work, eventId, bits, { orderId, participantIds });
}

/** Enqueues new start waves where RACE RESULT has a field for them. */
export async function enqueueWaves(
  work: Work,
  { eventId, participantIds }: { eventId: number; participantIds: readonly number[] },
): Promise<void> {
  const settings = await settingsOf(work.tx, eventId);
  if (sends(settings) && settings.waveField !== null)
    await enqueuePeople(work, eventId, changedBits, { participantIds });
}

async function enqueuePeople(
  work: Work,
  eventId: number,
  bits: number,
  who: Parameters<typeof peopleToSend>[2],
): Promise<void> {
  const people = await peopleToSend(work.tx, eventId, who);
  const idsOf = (isKnown: boolean) => people.filter((one) => one.isKnownThere === isKnown).map(({ id }) => id);
  await makeDue(work, eventId, bits, idsOf(true));
  await makeDue(work, eventId, bits | allSteps, idsOf(false));
}

/** Includes unchanged values. Returns the number of waiting participants. */
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

/** A manual retry of an unsure number: without a list, a new number is requested. */
const hasList = sql`exists (select 1 from race_result_settings s where s.event_id = race_result_pushes.event_id and s.list_url is not null)`;
const askedAgain = sql`case when race_result_pushes.state = 'dead' and not ${hasList} then null else race_result_pushes.asked_at end`;
const askedAfterAgain = sql`case when race_result_pushes.state = 'dead' and not ${hasList} then null else race_result_pushes.asked_after_pid end`;

/** Retries dead and failed pushes now. Returns their number. */
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

/** Enqueues pushes that were skipped after the previous stop date. */
export async function dueAgain({ tx, now }: Work, eventId: number): Promise<void> {
  await tx
    .update(raceResultPushes)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now, version: sql`${raceResultPushes.version} + 1` })
    .where(and(eq(raceResultPushes.eventId, eventId), eq(raceResultPushes.state, 'skipped')));
}

export const changedBits = bitsOf('fields', 'ages');

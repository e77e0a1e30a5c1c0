import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { type Instant, plus } from '#src/kernel/time.ts';
import { personHere, type TimedPerson } from '../read-person.ts';
import { type Settings, settingsOf } from '../read-settings.ts';
import { errorText, type PushError, pauseAfter, type Step, stateAfter, steps } from '../rules/push.ts';
import { raceResultPushes } from '../schema.ts';
import type { CallDeps, Outcome } from './client.ts';
import { extendLease, type Lease } from './lease.ts';
import { type Push, pushOf } from './read-pushes.ts';

export type At = { lease: Lease; push: Push; person: TimedPerson; settings: Settings; warning?: PushError };
export type Failed = { error: PushError; message?: string; change?: Partial<Push> };
/** Outcome of a step: the new state, not its turn yet, a failure, or the lease is lost. */
export type Result =
  | { push?: Partial<Push>; person?: TimedPerson; warning?: PushError }
  | { later: Instant }
  | Failed
  | { left: true };

export const failedStep = (outcome: Exclude<Outcome, { ok: true }>): { later: Instant } | Failed =>
  'later' in outcome ? { later: outcome.later } : { error: outcome.error, message: outcome.message };

export async function begin(work: Work, lease: Lease, participantId: number): Promise<Omit<At, 'lease'> | null> {
  const { tx, now } = work;
  if (!(await extendLease(work, lease))) return null;
  const push = await pushOf(tx, participantId);
  if (!push || (push.state !== 'waiting' && push.state !== 'failed')) return null;
  const settings = await settingsOf(tx, lease.eventId);
  if (settings.syncStopDate !== null && now >= settings.syncStopDate) {
    // The event stopped: all pushes end.
    await tx
      .update(raceResultPushes)
      .set({ state: 'skipped' })
      .where(and(eq(raceResultPushes.eventId, lease.eventId), inArray(raceResultPushes.state, ['waiting', 'failed'])));
    return null;
  }
  const person = await personHere(tx, participantId);
  if (!person || (!person.isIn && push.bibThere === null && push.askedAt === null)) {
    await tx
      .update(raceResultPushes)
      .set({ state: 'sent', due: 0, lastError: null })
      .where(eq(raceResultPushes.participantId, participantId));
    return null;
  }
  return { push, person, settings };
}

export const ofPush = ({ push }: Pick<At, 'push'>) => eq(raceResultPushes.participantId, push.participantId);

/** Clears the step unless it became due again. Other columns stay: a web hook may have changed the number. */
export const note = (deps: CallDeps, at: At, step: Step, known: Partial<Push>): Promise<boolean> =>
  deps.write(async (work) => {
    if (!(await extendLease(work, at.lease))) return false;
    await work.tx
      .update(raceResultPushes)
      .set({
        ...known,
        due: sql`case when ${raceResultPushes.version} = ${at.push.version} then ${raceResultPushes.due} & ~${sql.raw(String(steps[step]))} else ${raceResultPushes.due} end`,
      })
      .where(ofPush(at));
    return true;
  });

export const finish = (deps: CallDeps, at: At): Promise<void> =>
  deps.write(async (work) => {
    if (!(await extendLease(work, at.lease))) return;
    await work.tx
      .update(raceResultPushes)
      .set({
        state: sql`case when ${raceResultPushes.due} = 0 then 'sent' else 'waiting' end`,
        attempts: 0,
        lastError: at.warning ? errorText(at.warning) : null,
        lastErrorAt: at.warning ? work.now : null,
        lastSynchroAt: work.now,
      })
      .where(ofPush(at));
  });

export const wait = (deps: CallDeps, at: At, later: Instant): Promise<void> =>
  deps.write(async ({ tx }) => {
    await tx
      .update(raceResultPushes)
      .set({ nextAttemptAt: later })
      .where(and(ofPush(at), eq(raceResultPushes.version, at.push.version)));
  });

export const fail = (deps: CallDeps, at: At, { error, message = '', change = {} }: Failed): Promise<void> =>
  deps.write(async (work) => {
    if (!(await extendLease(work, at.lease))) return;
    const attempts = at.push.attempts + 1;
    const written = { ...change, lastError: errorText(error, message), lastErrorAt: work.now };
    await work.tx.update(raceResultPushes).set(written).where(ofPush(at));
    // The step became due again meanwhile.
    await work.tx
      .update(raceResultPushes)
      .set({ attempts, state: stateAfter(error, attempts), nextAttemptAt: plus(work.now, pauseAfter(attempts)) })
      .where(and(ofPush(at), eq(raceResultPushes.version, at.push.version)));
  });

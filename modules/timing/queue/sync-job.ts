import type { Job } from '#src/data/jobs.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { catchUp } from './catch-up.ts';
import type { CallDeps } from './client.ts';
import { endLease, takeLease } from './lease.ts';
import { push } from './push.ts';
import { dueEvents, duePushes } from './read-pushes.ts';

/** Events in parallel; each waits for turns at its own addresses. */
const maxEvents = 20;
const atOnce = 50;
/** Shorter than the lease of the job. */
const longestRunMs = 25_000;

/** Returns whether more is due. */
export async function syncNow(deps: CallDeps, elapsed: () => number = () => performance.now()): Promise<boolean> {
  const until = elapsed() + longestRunMs;
  const events = await dueEvents(deps.read, deps.clock(), maxEvents);
  const worked = await Promise.all(events.map((eventId) => workOff(deps, eventId, () => elapsed() < until)));
  return worked.some(Boolean);
}

/** Works on one event under its lease. Returns whether there was progress and more is due. */
async function workOff(deps: CallDeps, eventId: number, hasTime: () => boolean): Promise<boolean> {
  const lease = await takeLease(deps, eventId);
  if (!lease) return false;
  try {
    const due = await duePushes(deps.read, eventId, deps.clock(), atOnce);
    await catchUp(deps, lease, due);
    for (const participantId of due) {
      if (!hasTime()) break;
      await push(deps, lease, participantId);
    }
    const left = await duePushes(deps.read, eventId, deps.clock(), 1);
    // Without progress the rest waits for the next run.
    return left.length > 0 && left[0] !== due[0];
  } finally {
    await endLease(deps, lease);
  }
}

export const syncJob = (deps: Deps): Job => ({
  name: 'race-result',
  everyMs: 1000,
  run: () => syncNow(deps),
});

import { setBib } from '#modules/orders/index.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { personHere } from '../read-person.ts';
import { agedBy } from '../rules/fields.ts';
import { isDue, type Step, stepNames, without } from '../rules/push.ts';
import { askChangeLink, reassignAgeGroup, saveValue } from './calls.ts';
import { catchUp } from './catch-up.ts';
import type { CallDeps } from './client.ts';
import { giveBib } from './give-bib.ts';
import { endLease, extendLease, type Lease, takeLease } from './lease.ts';
import { type At, begin, fail, failedStep, finish, note, type Result, wait } from './push-state.ts';
import { dueEvents, duePushes } from './read-pushes.ts';
import { identifyThere, sendPerson } from './send-person.ts';

/** At most one call between two transactions, so every crash can resume. Only the holder of the lease stores outcomes. */
export async function push(deps: CallDeps, lease: Lease, participantId: number): Promise<void> {
  const begun = await deps.write((work) => begin(work, lease, participantId));
  if (!begun) return;
  let at: At = { ...begun, lease };
  for (const step of stepNames) {
    if (!isDue(at.push.due, step)) continue;
    const result = await does[step](deps, at);
    if ('left' in result) return;
    if ('later' in result) return wait(deps, at, result.later);
    if ('error' in result) return fail(deps, at, result);
    at = { ...at, ...result, push: { ...at.push, ...result.push, due: without(at.push.due, step) } };
    const done = await note(deps, at, step, result.push ?? {});
    if (!done) return;
  }
  await finish(deps, at);
}

const does: Readonly<Record<Step, (deps: CallDeps, at: At) => Promise<Result>>> = {
  bib: giveBib,
  fields: sendPerson,

  async ages(deps, { person, settings, push }) {
    const by = agedBy(person);
    if (settings.reassignAgeGroupsUrl === null || !person.isIn || by === push.agedBy || push.bibThere === null)
      return {};
    const done = await reassignAgeGroup(
      deps,
      settings.reassignAgeGroupsUrl,
      identifyThere(push, push.bibThere),
      person.rrContestId,
    );
    return done.ok ? { push: { agedBy: by } } : failedStep(done);
  },

  async value(deps, { person, settings, push }) {
    if (settings.saveValueUrl === null || !person.isIn || push.bibThere === null) return {};
    const value = settings.saveValueText ?? (person.chargedPrice / 100).toFixed(2);
    const done = await saveValue(deps, settings.saveValueUrl, push.bibThere, settings.saveValueField, value);
    return done.ok ? { push: { hasSaveValue: true } } : failedStep(done);
  },

  async link(deps, at) {
    const { person, settings, push } = at;
    if (settings.changeLinkUrl === null || person.noChangelink || !person.isIn || push.bibThere === null) return {};
    const answer = await askChangeLink(deps, settings.changeLinkUrl, push.bibThere);
    if (!answer.ok) return failedStep(answer);
    const { participantId } = person;
    return deps.write(async (work): Promise<Result> => {
      if (!(await extendLease(work, at.lease))) return { left: true };
      const now = await personHere(work.tx, participantId);
      if (now) await setBib(work, { participantId, bib: now.rrBib, changelink: answer.value });
      return {};
    });
  },
};

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

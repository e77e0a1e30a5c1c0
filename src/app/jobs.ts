import { healTimes, platformTimes } from '#src/data/due-times.ts';
import { deliverFacts } from '#src/data/facts.ts';
import { type Job, JobRunner, jobGauge } from '#src/data/jobs.ts';
import { forgetOldCounters } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { forgetOldMailbox, forgetOldMails } from '#src/mail/mailer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Gauge } from '#src/runtime/metrics.ts';
import { forgetSavedForms } from '#src/web/forms/saved-forms.ts';
import { forgetIdempotencyKeys } from '#src/web/idempotency.ts';
import { hours, minutes } from '../kernel/time.ts';
import { modules } from './modules.ts';

/** Background work of a shop. */
export type Jobs = {
  runner: JobRunner;
  gauge: Gauge;
  /** Runs all due jobs until nothing is left. `mails: false` leaves the outbox alone. */
  settle(options: { mails: boolean }): Promise<void>;
};

/** The jobs of platform and modules; `deps` are complete by now. */
export function jobsOf(deps: Deps): Jobs {
  const { write, clock, log, mailer } = deps;
  const factHandlers = modules.flatMap((module) => module.factHandlers?.(deps) ?? []);
  const deliver = () => deliverFacts(deps, factHandlers);
  const ofModules = modules.flatMap((module) => module.jobs?.(deps) ?? []);
  const dueTimes = [...platformTimes, ...modules.flatMap((module) => module.dueTimes ?? [])];
  const repeated = (name: string, everyMs: number, verb: (work: Work) => Promise<void>): Job => ({
    name,
    everyMs,
    endsByClock: true,
    run: () => write(verb).then(() => false),
  });
  const healTimesNow = async () => {
    const waiting = dueTimes.filter(({ isEnd }) => !isEnd);
    if (await healTimes(write, log, waiting)) for (const name of ['facts', 'mails']) runner.poke(name);
    return false;
  };
  const all: readonly Job[] = [
    { name: 'facts', everyMs: 5000, run: async () => (await deliver()) > 0 },
    { name: 'mails', everyMs: 5000, run: async () => (await mailer.sendWaiting()) > 0 },
    repeated('forget-counters', hours(1), forgetOldCounters),
    repeated('forget-idempotency-keys', hours(1), forgetIdempotencyKeys),
    repeated('forget-kept-forms', minutes(10), forgetSavedForms),
    repeated('forget-mails', hours(6), forgetOldMails),
    repeated('forget-mailbox', minutes(10), forgetOldMailbox),
    { name: 'heal-times', everyMs: minutes(10), run: healTimesNow },
    {
      name: 'end-times',
      everyMs: minutes(10),
      endsByClock: true,
      run: async () => {
        await healTimes(
          write,
          log,
          dueTimes.filter(({ isEnd }) => isEnd),
        );
        return false;
      },
    },
    ...ofModules,
  ];
  const runner: JobRunner = new JobRunner({ write, clock, log, clockSetBack: () => runner.poke('heal-times') }, all);
  return {
    runner,
    gauge: jobGauge(deps.read, clock, all),
    async settle({ mails }) {
      for (const job of ofModules) while (await job.run());
      // Facts make mails and mails make facts; the bound ends a cycle.
      for (let round = 0; round < 1000; round++) {
        const done = (await deliver()) + (mails ? await mailer.sendWaiting(100) : 0);
        if (done === 0) return;
      }
    },
  };
}

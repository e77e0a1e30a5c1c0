// Our own: leases in the shop's database; the usual queues need a server beside it.

import { AsyncLocalStorage } from 'node:async_hooks';
import { and, type Column, eq, gt, lte, max, or, sql } from 'drizzle-orm';
import { secretToken } from '#src/kernel/ids.ts';
import { type Clock, type Instant, instant, minutes, plus, seconds } from '#src/kernel/time.ts';
import { ClockWatch } from '#src/runtime/clock-watch.ts';
import { describeError, type Log } from '#src/runtime/log.ts';
import { type Gauge, secondsSince } from '#src/runtime/metrics.ts';
import type { Reader } from './database.ts';
import { jobLeases } from './schema.ts';
import { storageFaultOf } from './storage-faults.ts';
import type { Write } from './work.ts';

/** Repeated work. `run` returns true when there is more to do at once. */
export type Job = {
  name: string;
  everyMs: number;
  /** Cancels or deletes by time, so it waits while the clock is in doubt. */
  endsByClock?: boolean;
  run(): Promise<boolean>;
};

/** A running job counts until it is done, so a hanging one is visible. */
export const jobGauge = (read: Reader, clock: Clock, jobs: readonly Job[]): Gauge => ({
  name: 'startblock_job_overdue_seconds',
  help: 'For how long a job should have run, by its lease; 0 when it is on time.',
  read: async () => {
    const due = new Map((await read.select().from(jobLeases)).map((lease) => [lease.name, lease.nextRunAt]));
    return jobs.map(({ name }) => ({ labels: { name }, value: secondsSince(due.get(name) ?? null, clock()) }));
  },
});

/** After this time another process takes over; a living one renews its lease earlier. */
const leaseMs = seconds(8);
/** A woken job waits this long for the next call, which then needs no new lease. */
const lingerMs = 50;
/** Clocks of machines differ; a lease or time further away than this is invalid. */
const slackMs = minutes(5);

/**
 * Runs the jobs of this process; leases in the database make sure that each runs in one process at a time. `poke` wakes a job
 * early.
 */
export class JobRunner {
  readonly #owner = secretToken(9);
  readonly #running = new Map<string, Promise<void>>();
  readonly #poked = new Set<string>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #stopping = false;
  /** Jobs run outside of the async context of the write that woke them. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly deps: {
      write: Write;
      clock: Clock;
      log: Log;
      /** Monotonic. */
      elapsed?: () => number;
      clockSetBack?(): void;
    },
    private readonly jobs: readonly Job[],
  ) {
    this.#elapsed = deps.elapsed ?? (() => performance.now());
    this.#watch = new ClockWatch(deps.clock, deps.log, this.#elapsed);
  }

  start(tickMs = 1000): void {
    this.#timer = setInterval(() => this.#tick(), tickMs);
    void this.#lookBack().finally(() => this.#tick());
  }

  /** Wakes a job. Does nothing before `start` and after `stop`. */
  poke(name: string): void {
    if (!this.#timer || this.#stopping) return;
    const job = this.jobs.find((candidate) => candidate.name === name);
    if (!job) return;
    const lingering = this.#lingering.get(name);
    if (lingering) lingering(true);
    else if (this.#running.has(name)) this.#poked.add(name);
    else this.#outside(() => this.#begin(job, true));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearInterval(this.#timer);
    for (const end of this.#lingering.values()) end(false);
    await Promise.allSettled(this.#running.values());
  }

  #tick(): void {
    if (!this.#hasLookedBack || this.#stopping) return;
    if (this.#watch.look()) this.deps.clockSetBack?.();
    for (const job of this.jobs) {
      if (this.#running.has(job.name) || (job.endsByClock && this.#watch.isDoubted)) continue;
      this.#begin(job, false);
    }
  }

  #begin(job: Job, atOnce: boolean): void {
    const run = this.#runLeased(job, atOnce)
      .catch((error) => {
        this.#dueAt.set(job.name, this.#elapsed() + Math.min(job.everyMs, seconds(5)));
        // Storage faults are reported by the storage watch.
        if (!storageFaultOf(error)) this.deps.log.error('a job failed', { job: job.name, ...describeError(error) });
      })
      .finally(() => {
        this.#running.delete(job.name);
        if (this.#poked.delete(job.name) && !this.#stopping) this.#begin(job, true);
      });
    this.#running.set(job.name, run);
  }

  async #runLeased(job: Job, atOnce: boolean): Promise<void> {
    if (!atOnce && this.#notDueBefore(job) > this.#elapsed()) return;
    if (!(await this.#lease(job, atOnce))) {
      // The lease holder may have looked before there was work.
      this.#dueAt.set(job.name, this.#elapsed() + (atOnce ? 0 : Math.min(job.everyMs, seconds(5))));
      return;
    }
    const beat = setInterval(() => void this.#lease(job, true).catch(() => {}), leaseMs / 4);
    try {
      do while ((await job.run()) && !this.#stopping);
      while (atOnce && (await this.#isPokedSoon(job.name)));
    } finally {
      clearInterval(beat);
      this.#dueAt.set(job.name, this.#elapsed() + job.everyMs);
      await this.deps.write(
        ({ tx, now }) =>
          tx
            .update(jobLeases)
            .set({ leasedUntil: now, nextRunAt: instant(now + job.everyMs) })
            .where(and(eq(jobLeases.name, job.name), eq(jobLeases.owner, this.#owner))),
        // A lease expires by itself, and repeated work is idempotent.
        { mayBeLost: true },
      );
    }
  }

  /** Jobs that wait to be woken again. */
  readonly #lingering = new Map<string, (isPoked: boolean) => void>();
  async #isPokedSoon(name: string): Promise<boolean> {
    if (this.#stopping || this.#poked.delete(name)) return !this.#stopping;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const late = setTimeout(resolve, lingerMs, false);
    this.#lingering.set(name, resolve);
    const isPoked = await promise;
    clearTimeout(late);
    this.#lingering.delete(name);
    return isPoked;
  }

  /** Monotonic. */
  readonly #elapsed: () => number;
  readonly #watch: ClockWatch;
  #hasLookedBack = false;
  /** The newest lease shows when a process last ran, by the clock of that time. */
  async #lookBack(): Promise<void> {
    const seen = await this.deps
      .write(({ tx }) => tx.select({ at: max(jobLeases.leasedUntil) }).from(jobLeases))
      .catch(() => []);
    this.#watch.begin(instant(Number(seen[0]?.at ?? 0)) || null);
    this.#hasLookedBack = true;
  }

  readonly #dueAt = new Map<string, number>();
  /** Cached, so that an idle process asks the database only when a job may be due. */
  #notDueBefore(job: Job): number {
    return this.#dueAt.get(job.name) ?? 0;
  }

  async #lease(job: Job, atOnce: boolean): Promise<boolean> {
    const rows = await this.deps.write(
      ({ tx, now }) =>
        tx
          .insert(jobLeases)
          .values({ name: job.name, owner: this.#owner, leasedUntil: instant(now + leaseMs), nextRunAt: now })
          .onConflictDoUpdate({
            target: jobLeases.name,
            set: { owner: this.#owner, leasedUntil: instant(now + leaseMs) },
            setWhere: or(
              eq(jobLeases.owner, this.#owner),
              and(
                orBeyondBelief(jobLeases.leasedUntil, now, leaseMs),
                atOnce ? sql`true` : orBeyondBelief(jobLeases.nextRunAt, now, job.everyMs),
              ),
            ),
          })
          .returning({ owner: jobLeases.owner }),
      { mayBeLost: true },
    );
    return rows[0]?.owner === this.#owner;
  }
}

/** Due, or so far in the future that a wrong clock must have written it. */
const orBeyondBelief = (column: Column, now: Instant, most: number) =>
  or(lte(column, now), gt(column, plus(now, most + slackMs)));

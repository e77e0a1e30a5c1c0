import { days, type Instant, minutes, toIso } from '#src/kernel/time.ts';
import type { Log } from './log.ts';

/** Smaller corrections are ordinary. */
const noticedMs = minutes(1);
/** After a longer jump forward nothing expires until the clock has been steady. */
const doubtedMs = days(1);
const confirmedMs = minutes(5);

/**
 * Compares the machine's clock with a monotonic one. A clock that jumps ahead by a year would cancel every waiting order and
 * delete data early. After a jump of more than a day (or a start that long after the last sign of life) irreversible steps wait
 * for five minutes, in which an operator can correct the clock.
 */
export class ClockWatch {
  #last: { wall: Instant; elapsed: number } | null = null;
  #doubtedUntil: number | null = null;

  constructor(
    private readonly clock: () => Instant,
    private readonly log: Log,
    private readonly elapsed: () => number,
  ) {}

  /** `seen`: when a process last ran, by the clock of that time; null when unknown. */
  begin(seen: Instant | null): void {
    this.#last = { wall: this.clock(), elapsed: this.elapsed() };
    if (seen === null) return;
    const since = this.clock() - seen;
    // The last sign of life may be a lease, which ends a minute later.
    if (since >= doubtedMs) this.#doubt(seen);
    else if (since <= -doubtedMs) this.#doubtBack(seen);
    else if (since <= -minutes(3)) this.log.warn('The clock was set back.', this.#between(seen));
  }

  /** Compares the clocks. Returns whether the machine's was set back. */
  look(): boolean {
    const before = this.#last;
    const [wall, elapsed] = [this.clock(), this.elapsed()];
    this.#last = { wall, elapsed };
    const jumped = before === null ? 0 : wall - before.wall - (elapsed - before.elapsed);
    if (before && jumped >= doubtedMs) this.#doubt(before.wall);
    else if (before && jumped >= noticedMs) {
      this.log.info('The clock was set forward, or the machine slept.', this.#between(before.wall));
    } else if (before && jumped <= -doubtedMs) this.#doubtBack(before.wall);
    else if (before && jumped <= -noticedMs) this.log.warn('The clock was set back.', this.#between(before.wall));
    if (this.#doubtedUntil !== null && elapsed >= this.#doubtedUntil) {
      this.#doubtedUntil = null;
      this.log.warn('The clock has stood for five minutes: what ends by it ends again.');
    }
    return jumped <= -noticedMs;
  }

  get isDoubted(): boolean {
    return this.#doubtedUntil !== null;
  }

  #doubt(before: Instant): void {
    this.#doubtedUntil = this.elapsed() + confirmedMs;
    this.log.warn(
      'The clock is more than a day ahead of where it was: no order expires and nothing is tidied away for five minutes.',
      this.#between(before),
    );
  }

  /** Times written by a clock that was ahead are healed once the new clock is trusted. */
  #doubtBack(before: Instant): void {
    // A corrected clock does not extend the doubt.
    this.#doubtedUntil ??= this.elapsed() + confirmedMs;
    this.log.warn('The clock was set back.', this.#between(before));
  }

  #between = (before: Instant) => ({ before: toIso(before), now: toIso(this.clock()) });
}

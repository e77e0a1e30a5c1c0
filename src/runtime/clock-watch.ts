import { days, type Instant, minutes, toIso } from '#src/kernel/time.ts';
import type { Log } from './log.ts';

/** Less is how machines correct themselves. */
const noticedMs = minutes(1);
/** After a jump forward as long as this nothing ends by the clock until the clock has stood for a while. */
const doubtedMs = days(1);
const confirmedMs = minutes(5);

/**
 * Compares the machine's clock with one that does not jump. A clock that suddenly says next year would cancel every order
 * that waits and tidy away everything that is to be kept for a while; so after a jump forward of more than a day (and after
 * a start that finds the last sign of life as long ago) what cannot be taken back waits for five minutes. Operators who see
 * the line have time to set the clock right; when it is right, nothing is lost but those minutes.
 */
export class ClockWatch {
  #last: { wall: Instant; elapsed: number } | null = null;
  #doubtedUntil: number | null = null;

  constructor(
    private readonly clock: () => Instant,
    private readonly log: Log,
    private readonly elapsed: () => number,
  ) {}

  /** `seen`: when somebody was last alive here, by the clock of then; null when nobody knows. */
  begin(seen: Instant | null): void {
    this.#last = { wall: this.clock(), elapsed: this.elapsed() };
    if (seen === null) return;
    const since = this.clock() - seen;
    // The last sign of life may be a lease, which ends a minute after it.
    if (since >= doubtedMs) this.#doubt(seen);
    else if (since <= -doubtedMs) this.#doubtBack(seen);
    else if (since <= -minutes(3)) this.log.warn('The clock was set back.', this.#between(seen));
  }

  /** Looks at both clocks. Answers whether the machine's was set back. */
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

  /** What would last for years by such a clock is over as soon as it is believed; a machine without its time is set right before. */
  #doubtBack(before: Instant): void {
    // One that was ahead and is set right is doubted no longer than before.
    this.#doubtedUntil ??= this.elapsed() + confirmedMs;
    this.log.warn('The clock was set back.', this.#between(before));
  }

  #between = (before: Instant) => ({ before: toIso(before), now: toIso(this.clock()) });
}

import type { Outcome } from './books.ts';
import type { ErrorName } from './errors.ts';
import type { Operation } from './validation.ts';
import type { Behavior } from './versions.ts';

/** `close`: the connection breaks. `hang`: no answer until the caller gives up. `delay`: a right answer, late. */
export type FaultKind =
  | {
      kind: 'error';
      errorName: ErrorName;
      status?: number | undefined;
      behavior?: Behavior | undefined;
      message?: string | undefined;
    }
  | { kind: 'error500' | 'html403' | 'close' | 'hang' }
  | { kind: 'delay'; ms: number };
export type ApiFault = FaultKind & {
  operation: Operation | 'any';
  /** Before the operation does anything (default), or after it has. */
  when?: 'before' | 'after' | undefined;
  /** How many calls it spoils (default 1). */
  times?: number | undefined;
  /** How many calls it lets pass first. */
  skip?: number | undefined;
};

/** `hold`: until it is released. `reorder`: after the one that comes next. */
export type Treatment = 'drop' | 'duplicate' | 'reorder' | 'hold' | { delayMs: number };

export const rateNames = [
  'timeoutBefore',
  'timeoutAfter',
  'error500',
  'html403',
  'retryable',
  'declined',
  'aborted',
  'threeDsFailed',
  'pending',
  'withoutReturn',
  'abandoned',
  'pendingCapture',
  'pendingRefund',
  'dropNotification',
  'duplicateNotification',
  'reorderNotification',
  'delayNotification',
] as const;
/** Chances from 0 to 1. Those of one moment (a call, a payer, a notification) should not add up to more than 1. */
export type Rates = Partial<Record<(typeof rateNames)[number], number>>;
export type Faults = {
  seed: number;
  rates: Rates;
  /** How a time-out shows: a connection that breaks (default), or one that says nothing. */
  timeouts?: 'close' | 'hang' | undefined;
};

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What was told to go wrong: first what was ordered for the next times, then what chance brings. */
export class Misbehaviour {
  #faults: ApiFault[] = [];
  #outcomes: Outcome[] = [];
  #treatments: (Treatment | null)[] = [];
  #pending = { capture: 0, refund: 0 };
  #random: { faults: Faults; next: () => number } | null = null;

  failNext(fault: ApiFault): void {
    this.#faults.push({ ...fault });
  }

  forceOutcomes(...outcomes: Outcome[]): void {
    this.#outcomes.push(...outcomes);
  }

  /** null lets one pass as it should. */
  treatNotifications(...treatments: (Treatment | null)[]): void {
    this.#treatments.push(...treatments);
  }

  /** The next so many captures or refunds answer PENDING. */
  pendNext(what: 'capture' | 'refund', times = 1): void {
    this.#pending[what] += times;
  }

  setFaults(faults: Faults | null): void {
    this.#random = faults && { faults, next: seededRandom(faults.seed) };
  }

  /** Everything goes right again. */
  reset(): void {
    this.#faults = [];
    this.#outcomes = [];
    this.#treatments = [];
    this.#pending = { capture: 0, refund: 0 };
    this.#random = null;
  }

  nextFault(operation: Operation | null): ApiFault | null {
    for (const fault of this.#faults) {
      if (fault.operation !== 'any' && fault.operation !== operation) continue;
      if (fault.skip && fault.skip > 0) {
        fault.skip -= 1;
        continue;
      }
      fault.times = (fault.times ?? 1) - 1;
      if (fault.times <= 0) this.#faults = this.#faults.filter((each) => each !== fault);
      return fault;
    }
    const kind = this.#random?.faults.timeouts ?? 'close';
    const any = { operation: 'any' } as const;
    return this.#draw([
      ['timeoutBefore', { ...any, kind }],
      ['timeoutAfter', { ...any, kind, when: 'after' }],
      ['error500', { ...any, kind: 'error500' }],
      ['html403', { ...any, kind: 'html403' }],
      ['retryable', { ...any, kind: 'error', errorName: 'COMMUNICATION_FAILED' }],
    ]);
  }

  nextOutcome(): Outcome | null {
    return this.#outcomes.shift() ?? null;
  }

  /** What a payer does who was not told. */
  randomOutcome(): Outcome {
    const drawn = this.#draw<Outcome>([
      ['declined', 'DECLINED'],
      ['aborted', 'ABORTED'],
      ['threeDsFailed', '3DS_FAILED'],
      ['pending', 'PENDING'],
      ['withoutReturn', 'PAID_WITHOUT_RETURN'],
      ['abandoned', 'ABANDONED'],
    ]);
    return drawn ?? 'PAID';
  }

  nextTreatment(): Treatment | null {
    if (this.#treatments.length > 0) return this.#treatments.shift() ?? null;
    return this.#draw<Treatment>([
      ['dropNotification', 'drop'],
      ['duplicateNotification', 'duplicate'],
      ['reorderNotification', 'reorder'],
      ['delayNotification', { delayMs: 20 }],
    ]);
  }

  isNextPending(what: 'capture' | 'refund'): boolean {
    if (this.#pending[what] > 0) {
      this.#pending[what] -= 1;
      return true;
    }
    return this.#draw([[what === 'capture' ? 'pendingCapture' : 'pendingRefund', true]]) ?? false;
  }

  #draw<T>(chances: readonly (readonly [keyof Rates, T])[]): T | null {
    if (!this.#random) return null;
    const { faults, next } = this.#random;
    let point = next();
    for (const [name, value] of chances) {
      point -= faults.rates[name] ?? 0;
      if (point < 0) return value;
    }
    return null;
  }
}

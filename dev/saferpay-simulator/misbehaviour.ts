import { z } from 'zod';
import type { Outcome } from './books.ts';
import { errorNames } from './errors.ts';
import { type Operation, operations } from './validation.ts';
import { behaviors } from './versions.ts';

const times = z.int().min(1).max(100_000).optional();
const moment = {
  operation: z.enum([...operations, 'any']),
  /** Before (default) or after the operation's effect. */
  when: z.enum(['before', 'after']).optional(),
  /** How many calls fail (default 1). */
  times,
  /** How many calls pass first. */
  skip: z.int().min(0).optional(),
};
/** `close`: the connection breaks. `hang`: no response. `delay`: a late response. */
export const faultSchema = z.union([
  z.object({ ...moment, kind: z.enum(['error500', 'html403', 'close', 'hang']) }),
  z.object({ ...moment, kind: z.literal('delay'), ms: z.int().min(0).max(600_000) }),
  z.object({
    ...moment,
    kind: z.literal('error'),
    errorName: z.enum(errorNames),
    status: z.int().min(400).max(599).optional(),
    behavior: z.enum(behaviors).optional(),
    message: z.string().optional(),
  }),
]);
export type ApiFault = z.infer<typeof faultSchema>;

/** `hold`: until it is released. `reorder`: after the next one. null: delivered. */
export const treatmentSchema = z.union([
  z.enum(['drop', 'duplicate', 'reorder', 'hold']),
  z.object({ delayMs: z.int().min(0).max(600_000) }),
  z.null(),
]);
type Treatment = z.infer<typeof treatmentSchema>;

/** The next captures or refunds that answer PENDING. */
export const pendSchema = z.object({ what: z.enum(['capture', 'refund']), times });

const rateNames = [
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
/** Probabilities; those of one moment (a call, a payer, a notification) should not exceed 1 together. */
export const faultsSchema = z
  .object({
    seed: z.int(),
    rates: z.partialRecord(z.enum(rateNames), z.number().min(0).max(1)),
    /** A time-out breaks the connection (default) or hangs. */
    timeouts: z.enum(['close', 'hang']).optional(),
  })
  .nullable();
type Faults = z.infer<typeof faultsSchema>;

/** Deterministic numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Faults: first the ordered ones, then random ones. */
export class Misbehaviour {
  #faults: ApiFault[] = [];
  #outcomes: Outcome[] = [];
  #treatments: Treatment[] = [];
  #pending = { capture: 0, refund: 0 };
  #random: { faults: NonNullable<Faults>; next: () => number } | null = null;

  failNext(fault: ApiFault): void {
    this.#faults.push({ ...fault });
  }

  forceOutcomes(...outcomes: Outcome[]): void {
    this.#outcomes.push(...outcomes);
  }

  treatNotifications(...treatments: Treatment[]): void {
    this.#treatments.push(...treatments);
  }

  pendNext(what: 'capture' | 'refund', times = 1): void {
    this.#pending[what] += times;
  }

  setFaults(faults: Faults): void {
    this.#random = faults && { faults, next: seededRandom(faults.seed) };
  }

  /** Removes all faults. */
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

  /** The outcome of a payer without orders. */
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

  nextTreatment(): Treatment {
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

  #draw<T>(chances: readonly (readonly [(typeof rateNames)[number], T])[]): T | null {
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

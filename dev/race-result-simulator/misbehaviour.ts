import { z } from 'zod';
import { commands } from './books.ts';

export const faultSchema = z.object({
  command: z.enum([...commands, 'any']).default('any'),
  kind: z.enum(['drop', 'status', 'delay', 'garbage']),
  /** Before or after the command's effect. */
  when: z.enum(['before', 'after']).default('before'),
  status: z.int().min(400).max(599).default(500),
  delayMs: z.int().min(0).max(120_000).default(0),
  error: z.string().default('something went wrong'),
  times: z.int().min(1).max(1_000_000).default(1),
  /** Calls that pass first. */
  skip: z.int().min(0).default(0),
});
export type Fault = z.infer<typeof faultSchema>;

/** The rate of failing calls, chosen by the seed. */
export const ratesSchema = z.object({ seed: z.int().default(1), rate: z.number().min(0).max(1) });

/** mulberry32 */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export class Misbehaviour {
  #faults: Fault[] = [];
  #roll: (() => number) | null = null;
  #rate = 0;

  failNext(fault: z.input<typeof faultSchema>): void {
    this.#faults.push(faultSchema.parse(fault));
  }

  setRates({ seed, rate }: z.infer<typeof ratesSchema>): void {
    this.#roll = rate > 0 ? dice(seed) : null;
    this.#rate = rate;
  }

  reset(): void {
    this.#faults = [];
    this.#roll = null;
  }

  /** null: no fault. */
  next(command: string): Fault | null {
    for (const fault of this.#faults) {
      if (fault.command !== 'any' && fault.command !== command) continue;
      if (fault.skip > 0) {
        fault.skip--;
        continue;
      }
      fault.times--;
      this.#faults = this.#faults.filter(({ times }) => times > 0);
      return fault;
    }
    if (!this.#roll || this.#roll() >= this.#rate) return null;
    const kind = this.#roll();
    const common = { ...faultSchema.parse({ kind: 'drop' }), when: this.#roll() < 0.5 ? 'before' : 'after' } as const;
    if (kind < 0.5) return common;
    return { ...common, kind: 'status', status: kind < 0.75 ? 500 : 503 };
  }
}

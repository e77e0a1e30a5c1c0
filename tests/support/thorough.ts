import { type Dice, dice } from '#tests/season/dice.ts';

/** Long tests run a random part by default, and all with THOROUGH=1. Repeat a failure with SEED=…. */
export const isThorough = process.env.THOROUGH === '1';
export const seed = Number(process.env.SEED);
console.log(`SEED=${seed}`);

/** The number of runs: whole, or part for every day. */
export const times = (whole: number, part: number): number => (isThorough ? whole : part);

/** Deals `part` items at a time, each once before any again. */
export function dealer<T>(all: readonly T[], part: number, dealing: Dice = dice(seed)): () => readonly T[] {
  const deck: T[] = [];
  return () =>
    isThorough
      ? all
      : Array.from({ length: Math.min(part, all.length) }, () => {
          if (deck.length === 0) deck.push(...all);
          return deck.splice(dealing.between(0, deck.length - 1), 1)[0] as T;
        });
}

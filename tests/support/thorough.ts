import { type Dice, dice } from '#tests/season/dice.ts';

/**
 * A campaign has more to try than anybody waits for. By default it tries a part of it, which its seed draws; with
 * THOROUGH=1 all of it. What failed is tried again with the number that stands here: SEED=… .
 */
export const isThorough = process.env.THOROUGH === '1';
export const seed = Number(process.env.SEED);
console.log(`SEED=${seed}`);

/** How often: the whole, or the part that is enough for every day. */
export const times = (whole: number, part: number): number => (isThorough ? whole : part);

/** Hands out `part` of these at a time, like cards: everything comes up before anything comes up again. */
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

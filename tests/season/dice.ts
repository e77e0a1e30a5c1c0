/** Dice that fall the same way for the same seed (mulberry32). */
export type Dice = {
  /** A number from 0 up to 1. */
  roll(): number;
  /** A whole number from `from` to `to`. */
  between(from: number, to: number): number;
  pick<T>(things: readonly T[]): T;
  chance(of: number): boolean;
};

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(roll() * (to - from + 1));
  return {
    roll,
    between,
    pick: (things) => things[between(0, things.length - 1)] as never,
    chance: (of) => roll() < of,
  };
}

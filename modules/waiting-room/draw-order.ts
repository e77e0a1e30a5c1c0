import { createHash, createHmac } from 'node:crypto';

/** What is told of a seed before the draw: whoever knows it cannot know the seed, and no other seed has it. */
export const seedHashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex');

/** The lot of a number: HMAC-SHA-256 of its decimal digits under the seed's text, as lower-case hex. */
export const lotOf = (seed: string, number: number): string =>
  createHmac('sha256', seed).update(String(number)).digest('hex');

/** The numbers in the order of their lots, the smallest first. Anybody who knows the seed comes to the same one. */
export const drawOrder = (seed: string, numbers: readonly number[]): number[] =>
  numbers
    .map((number) => ({ number, lot: lotOf(seed, number) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : a.lot > b.lot ? 1 : a.number - b.number))
    .map(({ number }) => number);

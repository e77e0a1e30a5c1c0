import { createHash, createHmac } from 'node:crypto';

/** Published before the draw. It commits to the seed without revealing it. */
export const seedHashOf = (seed: string): string => createHash('sha256').update(seed).digest('hex');

/** HMAC-SHA-256 of the decimal digits with the seed's text as the key, in lower-case hex. */
export const lotOf = (seed: string, number: number): string =>
  createHmac('sha256', seed).update(String(number)).digest('hex');

/** Numbers ordered by their lots, smallest first. Reproducible with the seed. */
export const drawOrder = (seed: string, numbers: readonly number[]): number[] =>
  numbers
    .map((number) => ({ number, lot: lotOf(seed, number) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : a.lot > b.lot ? 1 : a.number - b.number))
    .map(({ number }) => number);

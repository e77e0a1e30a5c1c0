import { type Cents, cents } from './money.ts';

/**
 * Splits `total` by weights so that the parts add up exactly (largest remainder; ties go to the earlier part). When all weights
 * are zero, everything goes to the first part.
 */
export function allocate(total: Cents, weights: readonly number[]): Cents[] {
  if (weights.length === 0) return [];
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map((_, index) => cents(index === 0 ? total : 0));
  const sign = total < 0 ? -1 : 1;
  const magnitude = BigInt(Math.abs(total));
  const parts = weights.map((weight, index) => {
    const product = magnitude * BigInt(weight);
    return { index, part: Number(product / BigInt(whole)), remainder: product % BigInt(whole) };
  });
  let left = Math.abs(total) - parts.reduce((sum, entry) => sum + entry.part, 0);
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const entry of byRemainder) {
    if (left === 0) break;
    entry.part += 1;
    left -= 1;
  }
  return parts.map((entry) => cents(sign * entry.part));
}

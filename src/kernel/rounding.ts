import { type BasisPoints, type Cents, cents } from './money.ts';

/** Exact `amount × factor`: the largest donations times a rate exceed 53 bits. */
function product(amount: number, factor: number): number | bigint {
  const quick = amount * factor;
  return Number.isSafeInteger(quick) ? quick : BigInt(amount) * BigInt(factor);
}

/** Integer division rounded half away from zero, by a positive divisor. */
function divideRounded(numerator: number | bigint, divisor: number): number {
  if (typeof numerator === 'number') {
    const whole = Math.abs(numerator);
    const rest = whole % divisor;
    const rounded = (whole - rest) / divisor + (rest >= divisor - rest ? 1 : 0);
    return numerator < 0 && rounded > 0 ? -rounded : rounded;
  }
  const n = BigInt(numerator);
  const d = BigInt(divisor);
  const magnitude = ((n < 0n ? -n : n) * 2n + d) / (2n * d);
  return Number(n < 0n ? -magnitude : magnitude);
}

/** `amount × rate`, rounded half away from zero. */
export function percentOf(amount: Cents, rate: BasisPoints): Cents {
  return cents(divideRounded(product(amount, rate), 10_000));
}

/** `amount × rate`, rounded up, for amounts of at least 0. */
export function percentRoundedUp(amount: Cents, rate: BasisPoints): Cents {
  const exact = product(amount, rate);
  if (typeof exact === 'bigint') return cents(Number((exact + 9999n) / 10_000n));
  const rest = exact % 10_000;
  return cents((exact - rest) / 10_000 + (rest > 0 ? 1 : 0));
}

/**
 * The price before a percentage was deducted: reduced × 100 / (100 − percent), rounded half up.
 * @throws RangeError when nothing is left, or the percentage is 100
 */
export function priceBeforePercentage(reduced: Cents, rate: BasisPoints): Cents {
  if (reduced <= 0 || rate >= 10_000) throw new RangeError(`no price leads to ${reduced} by ${rate}`);
  return cents(divideRounded(product(reduced, 10_000), 10_000 - rate));
}

/** gross × 100 / (100 + rate), rounded half away from zero. */
export function netOfGross(gross: Cents, rate: BasisPoints): Cents {
  return cents(divideRounded(product(gross, 10_000), 10_000 + rate));
}

// Our own: branded integers and three operations; libraries carry currencies and objects through every sum.

/**
 * Money is an integer number of euro cents; rates are basis points (1900 = 19 %). No floating point touches a sum.
 * Rounding follows EN 16931: half away from zero.
 */
export type Cents = number & { readonly __unit: 'cents' };
export type BasisPoints = number & { readonly __unit: 'basisPoints' };

/** @throws RangeError when the value is not a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return (Object.is(value, -0) ? 0 : value) as Cents;
}

export const zeroCents = 0 as Cents;

type InCents<Row, Name extends keyof Row> = Row & {
  [Key in Name]: Row[Key] extends infer Value ? (Value extends number ? Cents : Value) : never;
};
/** @throws RangeError when one of the named sums is not a safe integer. */
function requireCents<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): asserts row is InCents<Row, Name> {
  for (const name of names) if (typeof row[name] === 'number') cents(row[name]);
}
/** The same record with the named sums as cents, for what comes from outside as plain numbers. */
export function withCents<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): InCents<Row, Name> {
  requireCents(row, names);
  return row;
}

/** A percentage with up to two decimals as basis points: 20 → 2000, 8.1 → 810. */
export function basisPoints(percent: number): BasisPoints {
  const points = Math.round(percent * 100);
  if (!Number.isSafeInteger(points) || points < 0) throw new RangeError(`not a rate: ${percent}`);
  return points as BasisPoints;
}

/** A stored rate; 10 % is 1000. */
export function basisPointsOf(points: number): BasisPoints {
  if (!Number.isSafeInteger(points) || points < 0) throw new RangeError(`not a rate: ${points}`);
  return points as BasisPoints;
}

/** As people and the API say a rate: 810 → 8.1. */
export const toPercent = (rate: BasisPoints): number => rate / 100;

export function sumCents(parts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const part of parts) sum += part;
  return cents(sum);
}

export const minCents = (a: Cents, b: Cents): Cents => (a < b ? a : b);

/** What is left of a difference that may not go below 0. */
export const centsFromZero = (value: number): Cents => cents(Math.max(0, value));

/** `amount × factor`, exact: a basket of the largest donations times a rate is more than a number holds. */
function product(amount: number, factor: number): number | bigint {
  const quick = amount * factor;
  return Number.isSafeInteger(quick) ? quick : BigInt(amount) * BigInt(factor);
}

/** Integer division rounded half away from zero. The divisor is positive. */
function divideRounded(numerator: number | bigint, divisor: number): number {
  const n = BigInt(numerator);
  const d = BigInt(divisor);
  const magnitude = ((n < 0n ? -n : n) * 2n + d) / (2n * d);
  return Number(n < 0n ? -magnitude : magnitude);
}

/** `amount × rate`, rounded half away from zero. */
export function percentOf(amount: Cents, rate: BasisPoints): Cents {
  return cents(divideRounded(product(amount, rate), 10_000));
}

/** `amount × rate`, any fraction of a cent rounded up. For amounts of 0 and more. */
export function percentRoundedUp(amount: Cents, rate: BasisPoints): Cents {
  const exact = product(amount, rate);
  if (typeof exact === 'bigint') return cents(Number((exact + 9999n) / 10_000n));
  const rest = exact % 10_000;
  return cents((exact - rest) / 10_000 + (rest > 0 ? 1 : 0));
}

/**
 * What was the price before a percentage, given what is left: reduced × 100 / (100 − percent), rounded half up.
 * @throws RangeError when nothing is left, or the percentage takes everything.
 */
export function priceBeforePercentage(reduced: Cents, rate: BasisPoints): Cents {
  if (reduced <= 0 || rate >= 10_000) throw new RangeError(`no price leads to ${reduced} by ${rate}`);
  return cents(divideRounded(product(reduced, 10_000), 10_000 - rate));
}

/** Net of a gross sum: gross × 100 / (100 + rate), rounded half away from zero. */
export function netOfGross(gross: Cents, rate: BasisPoints): Cents {
  return cents(divideRounded(product(gross, 10_000), 10_000 + rate));
}

/**
 * Spreads `total` over weights so that the parts add up exactly (largest remainder; ties go to the earlier part).
 * All weights zero: everything goes to the first part.
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

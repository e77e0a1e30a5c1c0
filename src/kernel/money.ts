// Our own: branded integers; libraries carry currencies and objects.

/**
 * Money is integer euro cents; rates are basis points (1900 = 19 %). No floating point. Rounding follows EN 16931: half away from
 * zero.
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
/** Brands the named sums of a record from outside as cents. */
export function withCents<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): InCents<Row, Name> {
  requireCents(row, names);
  return row;
}

/** A percentage with up to two decimals: 20 → 2000, 8.1 → 810. */
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

/** A rate as shown: 810 → 8.1. */
export const toPercent = (rate: BasisPoints): number => rate / 100;

export function sumCents(parts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const part of parts) sum += part;
  return cents(sum);
}

export const minCents = (a: Cents, b: Cents): Cents => (a < b ? a : b);

/** A difference of at least 0. */
export const centsFromZero = (value: number): Cents => cents(Math.max(0, value));

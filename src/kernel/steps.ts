/** A long computation in steps of some milliseconds, between which the caller may yield. */
export type Steps<T> = Generator<void, T, void>;

const itemsAStep = 200;

/** Runs all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** `array.map` in steps. */
export function* mapped<A, B>(all: readonly A[], of: (one: A) => B): Steps<B[]> {
  const found: B[] = [];
  for (const [at, one] of all.entries()) {
    found.push(of(one));
    if (at % itemsAStep === itemsAStep - 1) yield;
  }
  return found;
}

/** `Map.groupBy` in steps. */
export function* grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Steps<Map<K, T[]>> {
  const groups = new Map<K, T[]>();
  yield* mapped(all, (one) => {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  });
  return groups;
}

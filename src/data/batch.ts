// Our own: the usual batchers are for reads and add caches.

/** Collects items for some milliseconds after the first and runs them as one batch. All of them settle with the batch. */
export function batched<T>(withinMs: number, run: (all: readonly T[]) => Promise<unknown>): (one: T) => Promise<void> {
  let gathered: { all: T[]; done: Promise<void> } | null = null;
  return (one) => {
    if (gathered) {
      gathered.all.push(one);
      return gathered.done;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = [one];
    setTimeout(resolve, withinMs);
    const done = promise.then(async () => {
      gathered = null;
      await run(all);
    });
    gathered = { all, done };
    return done;
  };
}

// Our own: the usual batchers are for reads, with caches that nobody wants here.

/**
 * Gathers what comes within some milliseconds after the first and does it in one go; each is answered when all of it is done,
 * or fails with it.
 */
export function together<T>(withinMs: number, run: (all: readonly T[]) => Promise<unknown>): (one: T) => Promise<void> {
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

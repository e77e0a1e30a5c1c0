// Our own: p-limit has one fixed number; how many may go on here is asked of the database each time, by key.

/** How many use a key, were let in and have left again; and those who wait, each by what lets it go on. */
export type KeyUse = { users: number; entered: number; left: number; waiting: (() => void)[] };

/**
 * Runs `run` once fewer are under way under this key than `placesLeft` answers; what that throws is thrown. A place that
 * somebody used up is missing from that answer before they leave, so together they never use up more than there are.
 */
export async function limitConcurrency<T>(
  all: Map<string, KeyUse>,
  key: string,
  run: () => Promise<T>,
  placesLeft: () => Promise<number>,
): Promise<T> {
  const use = all.get(key) ?? { users: 0, entered: 0, left: 0, waiting: [] };
  all.set(key, use);
  use.users += 1;
  let isIn = false;
  try {
    for (;;) {
      // Whoever leaves while one asks may have used up a place that the answer still has.
      const leftBefore = use.left;
      const places = await placesLeft();
      if (use.entered - leftBefore < places) break;
      if (use.entered > use.left) await new Promise<void>((resume) => use.waiting.push(resume));
    }
    use.entered += 1;
    isIn = true;
    return await run();
  } finally {
    if (isIn) use.left += 1;
    use.users -= 1;
    use.waiting.shift()?.();
    if (use.users === 0) all.delete(key);
  }
}

/** How many use a key, were let in and have left again; and those who wait, each by what wakes it. */
export type Turns = { users: number; entered: number; left: number; waiting: (() => void)[] };

/**
 * Runs `run` once fewer are under way under this key than `placesLeft` answers; what that throws is thrown. A place that
 * somebody used up is missing from that answer before they leave, so together they never use up more than there are.
 */
export async function takeTurn<T>(
  all: Map<string, Turns>,
  key: string,
  run: () => Promise<T>,
  placesLeft: () => Promise<number>,
): Promise<T> {
  const turns = all.get(key) ?? { users: 0, entered: 0, left: 0, waiting: [] };
  all.set(key, turns);
  turns.users += 1;
  let isIn = false;
  try {
    for (;;) {
      // Whoever leaves while one asks may have used up a place that the answer still has.
      const leftBefore = turns.left;
      const places = await placesLeft();
      if (turns.entered - leftBefore < places) break;
      if (turns.entered > turns.left) await new Promise<void>((wake) => turns.waiting.push(wake));
    }
    turns.entered += 1;
    isIn = true;
    return await run();
  } finally {
    if (isIn) turns.left += 1;
    turns.users -= 1;
    turns.waiting.shift()?.();
    if (turns.users === 0) all.delete(key);
  }
}

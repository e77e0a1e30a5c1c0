// Our own: five lines; p-limit with a limit of one is the same behind a dependency.

/**
 * A queue for what takes much of the machine: each work begins when the one before is over, so that a burst waits rather
 * than fills the memory. One that fails is its caller's trouble alone.
 */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

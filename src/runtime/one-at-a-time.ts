// Our own: five lines; p-limit is the same behind a dependency.

/** A queue for memory-intensive works: one at a time. A failure affects only its caller. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

import { makeWrite } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** The same shop at an earlier moment. Wakes no jobs. */
export function at(deps: Deps, moment: Instant): Deps {
  const clock = () => moment;
  return { ...deps, clock, write: makeWrite(deps.database, clock, () => undefined) };
}

/** An event in the demo's past. */
export type Happening = { at: Instant; happens(then: Deps): Promise<void> };

/** Runs them in the order of time. */
export async function happen(deps: Deps, happenings: readonly Happening[]): Promise<void> {
  for (const { at: moment, happens } of happenings.toSorted((a, b) => a.at - b.at)) await happens(at(deps, moment));
}

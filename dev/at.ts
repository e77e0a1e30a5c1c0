import { makeWrite } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** The same shop on an earlier day: what it writes happened then. Nobody is woken for it. */
export function at(deps: Deps, moment: Instant): Deps {
  const clock = () => moment;
  return { ...deps, clock, write: makeWrite(deps.database, clock, () => undefined) };
}

/** Something of the demo's past. */
export type Happening = { at: Instant; happens(then: Deps): Promise<void> };

/** One after the other, as it was. */
export async function happen(deps: Deps, happenings: readonly Happening[]): Promise<void> {
  for (const { at: moment, happens } of happenings.toSorted((a, b) => a.at - b.at)) await happens(at(deps, moment));
}

import type { Reader } from '#src/data/database.ts';
import type { DueTime } from '#src/data/due-times.ts';
import type { FactHandler } from '#src/data/facts.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import type { ProblemTable } from '#src/kernel/problem.ts';
import type { MailType } from '#src/mail/kinds.ts';
import type { Route } from '#src/web/http.ts';
import type { Deps, Slots } from './deps.ts';
import type { Counter, Gauge } from './metrics.ts';

/** What a module brings to the house. `src/app/modules.ts` lists them in rank order. */
export type ShopModule = {
  name: string;
  problems: ProblemTable;
  routes: readonly Route[];
  /** Answers for modules below. */
  slots?(deps: Deps): Partial<Slots>;
  factHandlers?(deps: Deps): readonly FactHandler[];
  /** Whatever waits for a moment in this module's tables. */
  dueTimes?: readonly DueTime[];
  jobs?(deps: Deps): readonly Job[];
  /** What its verbs count with `work.count`. */
  counters?: readonly Counter[];
  /** What is read of its tables for each scrape of `/metrics`, by an index. */
  gauges?(deps: Deps): readonly Gauge[];
  mailTypes?(deps: Deps): readonly MailType[];
  /** Checks of `doctor`, for services that this module uses. */
  doctorChecks?(deps: Pick<Deps, 'config' | 'fetch'>): readonly DoctorCheck[];
  personalData?: PersonalData;
  /** Tables that a copy of the database has empty: what they hold must not be kept beyond its day. */
  notCopied?: readonly string[];
};

/** `run` returns one line for the operator. @throws Error with one line that says what to do */
export type DoctorCheck = { name: string; run(): Promise<string> };

/** What a module knows of a person, for the person to take along and to have erased (GDPR articles 15, 17 and 20). */
export type PersonalData = {
  /** Plain JSON under the module's name. */
  collect(reader: Reader, userId: number): Promise<Record<string, unknown>>;
  /** Erases what no law keeps. The modules above have erased theirs already. */
  erase(work: Work, userId: number): Promise<void>;
};

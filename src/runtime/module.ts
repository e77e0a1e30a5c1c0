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

/** What a module provides. `src/app/modules.ts` lists them in rank order. */
export type ShopModule = {
  name: string;
  problems: ProblemTable;
  routes: readonly Route[];
  /** Fills slots of modules below. */
  slots?(deps: Deps): Partial<Slots>;
  factHandlers?(deps: Deps): readonly FactHandler[];
  /** Columns with due times. */
  dueTimes?: readonly DueTime[];
  jobs?(deps: Deps): readonly Job[];
  /** Counters for `work.count`. */
  counters?: readonly Counter[];
  /** Gauges of its tables, read by an index. */
  gauges?(deps: Deps): readonly Gauge[];
  mailTypes?(deps: Deps): readonly MailType[];
  /** Checks of `doctor`, for services that this module uses. */
  doctorChecks?(deps: Pick<Deps, 'config' | 'fetch'>): readonly DoctorCheck[];
  personalData?: PersonalData;
  /** Tables that backups leave empty, because their data must not outlive its day. */
  notCopied?: readonly string[];
};

/** `run` returns one line for the operator. @throws Error with one line that says what to do */
export type DoctorCheck = { name: string; run(): Promise<string> };

/** A module's data of a person, for export and erasure (GDPR articles 15, 17 and 20). */
export type PersonalData = {
  /** JSON under the module's name. */
  collect(reader: Reader, userId: number): Promise<Record<string, unknown>>;
  /** Erases what no law retains, after the modules above. */
  erase(work: Work, userId: number): Promise<void>;
};

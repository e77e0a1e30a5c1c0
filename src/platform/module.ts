import type { ProblemTable } from '#src/kernel/problem.ts';
import type { FactHandler } from './facts.ts';
import type { Deps, Route } from './http.ts';
import type { Job } from './jobs.ts';
import type { MailType } from './mailer.ts';

/** What a module brings to the house. `src/modules.ts` lists them in rank order. */
export type ShopModule = {
  name: string;
  problems: ProblemTable;
  routes: readonly Route[];
  factHandlers?(deps: Deps): readonly FactHandler[];
  jobs?(deps: Deps): readonly Job[];
  mailTypes?(deps: Deps): readonly MailType[];
};

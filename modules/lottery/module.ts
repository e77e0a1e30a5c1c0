import type { ShopModule } from '#src/platform/module.ts';
import { forgetLotsJob, lotteryHandlers, lotteryJob } from './jobs.ts';
import { lotteryMailTypes } from './mails/mail-types.ts';
import { lotteryProblems } from './rules/problems.ts';

export const lotteryModule: ShopModule = {
  name: 'lottery',
  problems: lotteryProblems,
  routes: [],
  factHandlers: () => lotteryHandlers,
  jobs: (deps) => [lotteryJob(deps), forgetLotsJob(deps)],
  mailTypes: lotteryMailTypes,
};

import type { ShopModule } from '#src/runtime/module.ts';
import { lotteryApi } from './api.ts';
import { forgetLotsJob, lotteryHandlers, lotteryJob } from './jobs.ts';
import { lotteryTimes } from './lottery-times.ts';
import { lotteryMailTypes } from './mails.ts';
import { manageRoutes } from './management/routes.tsx';
import { enterRoutes } from './pages/enter-page.tsx';
import { lotPages } from './pages/lot-page.tsx';
import { lotData } from './personal-data.ts';
import { lotteryProblems } from './rules/problems.ts';

export const lotteryModule = {
  name: 'lottery',
  problems: lotteryProblems,
  routes: [...lotteryApi, ...enterRoutes, ...lotPages, ...manageRoutes],
  factHandlers: () => lotteryHandlers,
  jobs: (deps) => [lotteryJob(deps), forgetLotsJob(deps)],
  mailTypes: lotteryMailTypes,
  personalData: lotData,
  slots: () => ({ timesAbove: [lotteryTimes] }),
} satisfies ShopModule;

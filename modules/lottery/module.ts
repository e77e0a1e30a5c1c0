import { and, eq, isNull } from 'drizzle-orm';
import { timesOf } from '#modules/events/index.ts';
import type { ShopModule } from '#src/runtime/module.ts';
import { lotteryApi } from './api.ts';
import { forgetLotsJob, lotteryHandlers, lotteryJob } from './jobs.ts';
import { lotteryMailTypes } from './mails.ts';
import { manageRoutes } from './management/routes.tsx';
import { enterRoutes } from './pages/enter-page.tsx';
import { lotPages } from './pages/lot-page.tsx';
import { lotData } from './personal-data.ts';
import { lotteryProblems } from './rules/problems.ts';
import { lotteries } from './schema.ts';

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

/** A planned lottery moves with its event; `jobs.ts` tells the people who entered. */
export const lotteryTimes = timesOf(lotteries, {
  kind: 'lottery',
  key: lotteries.id,
  rows: (_, eventId) => and(eq(lotteries.eventId, eventId), isNull(lotteries.drawnAt), isNull(lotteries.calledOffAt)),
  fields: { entersFrom: 'day', drawsAt: 'day' },
  pastStays: true,
  staysAhead: 'drawsAt',
});

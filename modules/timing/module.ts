import type { ShopModule } from '#src/runtime/module.ts';
import { compareApi } from './compare/api.ts';
import { compareJob } from './compare/apply.ts';
import { comparePages } from './compare/pages.tsx';
import { timingTimes } from './due-times.ts';
import { fetchJob } from './fetch/fetch-job.ts';
import { fetchApi, fetchPages } from './fetch/routes.ts';
import { timingData } from './personal-data.ts';
import { queueApi } from './queue/api.ts';
import { timingHandlers } from './queue/handlers.ts';
import { queuePages } from './queue/pages.tsx';
import { timingPart } from './queue/parts.tsx';
import { syncJob } from './queue/sync-job.ts';
import { orderTimingsOf } from './read-order-timings.ts';
import { bibLimits } from './read-person.ts';
import { bibsHeldByTiming, isNumberedThere, raceResultsOf } from './read-settings.ts';
import { timingProblems } from './rules/problems.ts';
import { raceResultApi } from './settings/api.ts';
import { settingsPages } from './settings/pages.tsx';
import { timingTimes as timesOfTiming } from './timing-times.ts';
import { webhookApi } from './webhook/api.ts';

export const timingModule = {
  name: 'timing',
  problems: timingProblems,
  personalData: timingData,
  routes: [
    ...raceResultApi,
    ...queueApi,
    ...compareApi,
    ...fetchApi,
    ...fetchPages,
    ...webhookApi,
    ...queuePages,
    ...settingsPages,
    ...comparePages,
  ],
  factHandlers: () => timingHandlers,
  dueTimes: timingTimes,
  jobs: (deps) => [syncJob(deps), compareJob(deps), fetchJob(deps)],
  slots: (deps) => ({
    orderTimings: (orderIds) => orderTimingsOf(deps.read, orderIds),
    timingPart: (whose, i18n) => timingPart(deps.read, whose, i18n),
    bibsHeldElsewhere: bibsHeldByTiming,
    bibLimits,
    isNumberedElsewhere: (eventId) => isNumberedThere(deps.read, eventId),
    raceResults: raceResultsOf,
    timesAbove: [timesOfTiming],
  }),
} satisfies ShopModule;

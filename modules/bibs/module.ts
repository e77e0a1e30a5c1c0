import { hours } from '#src/kernel/time.ts';
import type { ShopModule } from '#src/runtime/module.ts';
import { bibsApi } from './api.ts';
import { applyRunsJob } from './apply-run.ts';
import { bibFactHandlers } from './assign-on-completion.ts';
import { waveCopyHandlers, waveTimes } from './copy-waves.ts';
import { importApi } from './import/api.ts';
import { importPages } from './import/pages.tsx';
import { bibFormPages } from './pages/form-routes.tsx';
import { bibPages } from './pages/routes.tsx';
import { paperApi } from './papers/api.ts';
import { paperPages } from './papers/pages.tsx';
import { forgetOldPreviews } from './plan-run.ts';
import { nextFreeBib } from './read-ranges.ts';
import { waveOfPerson } from './read-waves.ts';
import { bibProblems } from './rules/problems.ts';
import { startListApi } from './start-list/api.ts';
import { startListPages } from './start-list/pages.tsx';
import { waveApi } from './waves/api.ts';
import { ownWavePages, ownWavePart } from './waves/own-page.tsx';
import { wavePages } from './waves/pages.tsx';

export const bibsModule = {
  name: 'bibs',
  problems: bibProblems,
  routes: [
    ...bibsApi,
    ...paperApi,
    ...startListApi,
    ...importApi,
    ...bibFormPages,
    ...bibPages,
    ...paperPages,
    ...startListPages,
    ...importPages,
    ...waveApi,
    ...wavePages,
    ...ownWavePages,
  ],
  factHandlers: (deps) => [...bibFactHandlers(deps), ...waveCopyHandlers],
  jobs: (deps) => [
    applyRunsJob(deps),
    {
      name: 'bibs.forget-previews',
      everyMs: hours(1),
      endsByClock: true,
      async run() {
        await deps.write(forgetOldPreviews);
        return false;
      },
    },
  ],
  slots: (deps) => ({
    nextFreeBib: (reader, wanted) => nextFreeBib(deps, reader, wanted),
    startWave: waveOfPerson,
    ownWavePart: (own, i18n) => ownWavePart(deps, own, i18n),
    timesAbove: [waveTimes],
  }),
} satisfies ShopModule;

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Whether a timing system also assigns numbers at this event. */
    isNumberedElsewhere(eventId: number): Promise<boolean>;
  }
}

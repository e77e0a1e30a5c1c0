import type { ShopModule } from '#src/runtime/module.ts';
import { transferApi } from './api.ts';
import { transferHandlers } from './handlers.ts';
import { lapseTransfersJob, transferTurnsJob } from './lapse-job.ts';
import { transferMailTypes } from './mails.ts';
import { holderPages } from './pages/holder-routes.tsx';
import { managePages } from './pages/manage-routes.tsx';
import { offeredPages } from './pages/offered-routes.tsx';
import { ownTransferPages } from './pages/own-routes.tsx';
import { transferData } from './personal-data.ts';
import { transferProblems } from './rules/problems.ts';

export const transfersModule: ShopModule = {
  name: 'transfers',
  problems: transferProblems,
  routes: [...transferApi, ...holderPages, ...ownTransferPages, ...offeredPages, ...managePages],
  factHandlers: () => transferHandlers,
  jobs: (deps) => [transferTurnsJob(deps), lapseTransfersJob(deps)],
  mailTypes: transferMailTypes,
  personalData: transferData,
};

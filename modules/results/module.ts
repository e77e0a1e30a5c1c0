import type { ShopModule } from '#src/runtime/module.ts';
import { resultsApi } from './api.ts';
import { pendingResultFiles } from './import/pending-files.ts';
import { resultFactHandlers } from './join-guest.ts';
import { managePages } from './management/pages.tsx';
import { ownResultPages } from './own/routes.tsx';
import { resultData } from './personal-data.ts';
import { resultsPages } from './public/results-routes.tsx';
import { startListPages } from './public/start-list-routes.tsx';
import { resultProblems } from './rules/problems.ts';
import { undoImportsJob } from './undo-import.ts';

export const resultsModule: ShopModule = {
  name: 'results',
  problems: resultProblems,
  routes: [...resultsApi, ...startListPages, ...resultsPages, ...ownResultPages, ...managePages],
  factHandlers: resultFactHandlers,
  jobs: (deps) => [pendingResultFiles.forgetting(deps), undoImportsJob(deps)],
  personalData: resultData,
};

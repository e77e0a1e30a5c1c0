import type { ShopModule } from '#src/runtime/module.ts';
import { type ApiRoute, tagged } from '#src/web/http.ts';
import { pendingResultFiles } from './import/import-results.ts';
import { resultFactHandlers } from './join-guest.ts';
import { managementApi } from './management/api.ts';
import { managePages } from './management/pages.tsx';
import { setNameVisibility } from './name-visibility.ts';
import { nameApi } from './own/api.ts';
import { orderResultsPart, ownResultPart } from './own/parts.tsx';
import { ownResultPages } from './own/routes.tsx';
import { resultData } from './personal-data.ts';
import { publicApi } from './public/api.ts';
import { resultsPages } from './public/result-page.tsx';
import { startListPages } from './public/start-list-page.tsx';
import { hiddenNamesOf } from './read-hidden-names.ts';
import { publicListsOf } from './read-results.ts';
import { resultProblems } from './rules/problems.ts';
import { parseTime } from './rules/time.ts';
import { saveResults } from './save-results.ts';
import { undoImportsJob } from './undo-import.ts';

const resultsApi: readonly ApiRoute[] = tagged('Results', [...publicApi, ...managementApi, ...nameApi]);

export const resultsModule = {
  name: 'results',
  problems: resultProblems,
  routes: [...resultsApi, ...startListPages, ...resultsPages, ...ownResultPages, ...managePages],
  factHandlers: resultFactHandlers,
  jobs: (deps) => [pendingResultFiles.forgetting(deps), undoImportsJob(deps)],
  personalData: resultData,
  slots: (deps) => ({
    readTime: parseTime,
    saveTimes: (work, times) => saveResults(work, { ...times, source: 'timing' }),
    ownResultPart: (own, i18n) => ownResultPart(deps, own, i18n),
    orderResultsPart: (order, i18n) => orderResultsPart(deps, order, i18n),
    publicLists: (eventId) => publicListsOf(deps.read, eventId),
    publicNames: {
      hiddenAt: hiddenNamesOf,
      hide: (work, person, editorId) => setNameVisibility(work, { person, isShown: false, by: 'organizer', editorId }),
    },
  }),
} satisfies ShopModule;

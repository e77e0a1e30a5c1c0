import type { ShopModule } from '#src/runtime/module.ts';
import { articlesApi } from './articles/api.ts';
import { articlePages } from './articles/pages.tsx';
import { competitionsApi } from './competitions/api.ts';
import { competitionPages } from './competitions/pages.tsx';
import { contentApi } from './content/api.ts';
import { contentPages } from './content/pages.tsx';
import { discountsApi } from './discounts/api.ts';
import { discountPages } from './discounts/pages.tsx';
import { eventsApi } from './event/api.ts';
import { organizerEventsApi } from './event/api-organizers.ts';
import { eventPages } from './event/pages.tsx';
import { fieldsApi } from './fields/api.ts';
import { fieldPages } from './fields/pages.tsx';
import { forgetHoldsJob, holdHandlers, holdTimes } from './forget-holds.ts';
import { historyPages } from './history/pages.tsx';
import { picturesApi } from './pictures/api.ts';
import { forgetPictureFiles } from './pictures/forget-files.ts';
import { logoApi, logoPages } from './pictures/logo.tsx';
import { picturePages } from './pictures/pages.tsx';
import { servedPictures } from './pictures/served.ts';
import { pricesApi } from './prices/api.ts';
import { pricePages } from './prices/pages.tsx';
import { protectionsApi } from './protections/api.ts';
import { protectionPages } from './protections/pages.tsx';
import { publicApi } from './public/api.ts';
import { publicPages } from './public/pages.tsx';
import { whiteLabelAt } from './public/white-label-at.ts';
import { quotasApi } from './quotas/api.ts';
import { quotaPages } from './quotas/pages.tsx';
import { eventProblems } from './rules/problems.ts';
import { forgetViewersJob } from './views/forget-viewers.ts';

export const eventsModule = {
  name: 'events',
  problems: eventProblems,
  routes: [
    ...publicPages,
    ...eventPages,
    ...contentPages,
    ...historyPages,
    ...competitionPages,
    ...pricePages,
    ...quotaPages,
    ...discountPages,
    ...articlePages,
    ...protectionPages,
    ...fieldPages,
    ...logoPages,
    ...picturePages,
    ...servedPictures,
    ...publicApi,
    ...eventsApi,
    ...organizerEventsApi,
    ...competitionsApi,
    ...pricesApi,
    ...protectionsApi,
    ...quotasApi,
    ...discountsApi,
    ...articlesApi,
    ...fieldsApi,
    ...contentApi,
    ...logoApi,
    ...picturesApi,
  ],
  factHandlers: () => holdHandlers,
  dueTimes: holdTimes,
  jobs: (deps) => [forgetPictureFiles(deps), forgetViewersJob(deps), forgetHoldsJob(deps)],
  notCopied: ['view_salts', 'event_viewers'],
  slots: (deps) => ({ whiteLabelAt: (path) => whiteLabelAt(deps.read, path) }),
} satisfies ShopModule;

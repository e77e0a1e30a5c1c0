import type { ShopModule } from '#src/runtime/module.ts';
import { articlesApi } from './articles/api.ts';
import { articlePages } from './articles/pages.tsx';
import { competitionPages } from './competitions/pages.tsx';
import { contentApi } from './content/api.ts';
import { contentPages } from './content/pages.tsx';
import { discountPages } from './discounts/pages.tsx';
import { eventsApi } from './event/api.ts';
import { organizerEventsApi } from './event/api-organizers.ts';
import { eventPages } from './event/pages.tsx';
import { fieldPages } from './fields/pages.ts';
import { forgetHoldsJob, holdHandlers, holdTimes } from './forget-holds.ts';
import { historyPages } from './history/pages.tsx';
import { picturesApi } from './pictures/api.ts';
import { logoApi, logoPages } from './pictures/logo.tsx';
import { picturePages } from './pictures/pages.tsx';
import { forgetPictureFiles } from './pictures/save-pictures.ts';
import { servedPictures } from './pictures/served.ts';
import { pricePages } from './prices/pages.tsx';
import { protectionPages } from './protections/protections.ts';
import { publicApi } from './public/api.ts';
import { publicPages } from './public/pages.tsx';
import { whiteLabelAt } from './public/under-event.tsx';
import { quotaPages } from './quotas/quotas.ts';
import { competitionsApi, discountsApi, fieldsApi, pricesApi, protectionsApi, quotasApi } from './records-api.ts';
import { eventProblems } from './rules/problems.ts';
import { forgetViewersJob } from './views/view-counter.ts';

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

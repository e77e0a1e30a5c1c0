import type { ShopModule } from '#src/platform/module.ts';
import { competitionPages } from './admin/competition-pages.tsx';
import { eventPages } from './admin/event-pages.tsx';
import { extraPages } from './admin/extra-pages.tsx';
import { articlesApi } from './api-articles.ts';
import { competitionsApi } from './api-competitions.ts';
import { eventsApi } from './api-events.ts';
import { organizerEventsApi } from './api-organizers.ts';
import { publicApi } from './api-public.ts';
import { publicPages } from './pages-public.tsx';
import { eventProblems } from './rules/problems.ts';

export const eventsModule: ShopModule = {
  name: 'events',
  problems: eventProblems,
  routes: [
    ...publicPages,
    ...eventPages,
    ...competitionPages,
    ...extraPages,
    ...publicApi,
    ...eventsApi,
    ...competitionsApi,
    ...articlesApi,
    ...organizerEventsApi,
  ],
};

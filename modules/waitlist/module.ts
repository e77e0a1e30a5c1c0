import type { ShopModule } from '#src/runtime/module.ts';
import { waitlistApi } from './api.ts';
import { waitlistMailTypes } from './emails.ts';
import { entryPages } from './entry-page.tsx';
import { forgetEntriesJob, waitlistHandlers, waitlistJob } from './handlers.ts';
import { joinPages } from './join-page.tsx';
import { managementPages } from './management/pages.tsx';
import { orderWaitlistPart } from './order-part.tsx';
import { waitlistData } from './personal-data.ts';
import { waitlistProblems } from './rules/problems.ts';
import { sizeApi } from './size-api.ts';
import { sizePages } from './size-pages.tsx';

export const waitlistModule = {
  name: 'waitlist',
  problems: waitlistProblems,
  routes: [...waitlistApi, ...sizeApi, ...joinPages, ...sizePages, ...entryPages, ...managementPages],
  factHandlers: () => waitlistHandlers,
  jobs: (deps) => [waitlistJob(deps), forgetEntriesJob(deps)],
  mailTypes: waitlistMailTypes,
  personalData: waitlistData,
  slots: (deps) => ({ orderWaitlistPart: (order, i18n, link) => orderWaitlistPart(deps, order, i18n, link) }),
} satisfies ShopModule;

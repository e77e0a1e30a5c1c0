import type { AddedArticle } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
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

export type Addition = AddedArticle & { editorId: number };

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Settles an added article and mails the buyer how to pay. Unpaid additions are removed after their deadline. */
    settleAddition(work: Work, added: Addition): Promise<void>;
  }
}

import type { ShopModule } from '#src/runtime/module.ts';
import { answerPages } from './answer-pages.tsx';
import { newsletterApi } from './api.ts';
import { newsletterMailTypes } from './emails.ts';
import { forgetConsentsJob } from './forget-consents.ts';
import { newsletterHandlers } from './handlers.ts';
import { consentData } from './personal-data.ts';
import { newsletterPages } from './settings-pages.tsx';

export const newsletterModule = {
  name: 'newsletter',
  problems: {},
  routes: [...newsletterApi, ...answerPages, ...newsletterPages],
  factHandlers: () => newsletterHandlers,
  jobs: (deps) => [forgetConsentsJob(deps)],
  mailTypes: newsletterMailTypes,
  personalData: consentData,
} satisfies ShopModule;

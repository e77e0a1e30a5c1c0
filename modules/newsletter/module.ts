import type { ShopModule } from '#src/runtime/module.ts';
import { answerPages } from './answer-pages.tsx';
import { newsletterApi } from './api.ts';
import { newsletterMailTypes } from './emails.ts';
import { consentData } from './personal-data.ts';
import { newsletterHandlers } from './prove-consents.ts';
import { newsletterPages } from './settings-pages.tsx';
import { forgetConsentsJob } from './withdraw-consents.ts';

export const newsletterModule = {
  name: 'newsletter',
  problems: {},
  routes: [...newsletterApi, ...answerPages, ...newsletterPages],
  factHandlers: () => newsletterHandlers,
  jobs: (deps) => [forgetConsentsJob(deps)],
  mailTypes: newsletterMailTypes,
  personalData: consentData,
} satisfies ShopModule;

import type { ShopModule } from '#src/runtime/module.ts';
import { bookingApi } from './api.ts';
import { clientLogApi } from './client-log.ts';
import { forgetDraftsJob } from './drafts.ts';
import { bookingPages } from './pages.tsx';
import { draftData } from './personal-data.ts';

export const bookingModule = {
  name: 'booking',
  problems: {},
  routes: [...bookingApi, ...clientLogApi, ...bookingPages],
  jobs: (deps) => [forgetDraftsJob(deps)],
  personalData: draftData,
} satisfies ShopModule;

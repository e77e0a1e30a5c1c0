import type { ShopModule } from '#src/runtime/module.ts';
import { memberListsApi } from './api.ts';
import { forgetListsJob } from './forget-lists.ts';
import { listPages } from './pages/list-page.tsx';
import { memberListData } from './personal-data.ts';
import { memberListProblems } from './rules/problems.ts';

export const memberListsModule = {
  name: 'member-lists',
  problems: memberListProblems,
  routes: [...memberListsApi, ...listPages],
  jobs: (deps) => [forgetListsJob(deps)],
  personalData: memberListData,
} satisfies ShopModule;

import type { ShopModule } from '#src/runtime/module.ts';
import { memberListsApi } from './api.ts';
import { listPages } from './pages/list-page.tsx';
import { forgetListsJob, memberListData } from './personal-data.ts';
import { memberListProblems } from './rules/problems.ts';

export const memberListsModule = {
  name: 'member-lists',
  problems: memberListProblems,
  routes: [...memberListsApi, ...listPages],
  jobs: (deps) => [forgetListsJob(deps)],
  personalData: memberListData,
} satisfies ShopModule;

import type { ShopModule } from '#src/runtime/module.ts';
import { withdrawalApi } from './api.ts';
import { forgetStatementsJob } from './declare.ts';
import { withdrawalMailTypes } from './mails.ts';
import { managePages } from './management/manage-pages.tsx';
import { declarePages } from './pages/declare-pages.tsx';
import { orderWithdrawalPart } from './pages/order-part.tsx';
import { withdrawalData } from './personal-data.ts';
import { withdrawalProblems } from './rules/problems.ts';

export const withdrawalsModule = {
  name: 'withdrawals',
  problems: withdrawalProblems,
  routes: [...withdrawalApi, ...declarePages, ...managePages],
  jobs: (deps) => [forgetStatementsJob(deps)],
  mailTypes: withdrawalMailTypes,
  personalData: withdrawalData,
  slots: (deps) => ({ orderWithdrawalPart: (order, i18n, link) => orderWithdrawalPart(deps, order, i18n, link) }),
} satisfies ShopModule;

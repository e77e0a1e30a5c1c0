import type { ShopModule } from '#src/platform/module.ts';
import { customerInvoiceApi, customerInvoiceListApi } from './customer/api.ts';
import { issueBacklogJob } from './customer/backlog-job.ts';
import { customerHandlers } from './customer/handlers.ts';
import { customerInvoicePages } from './customer/pages.ts';
import { paperPages } from './papers/routes.ts';
import { invoicingData } from './personal-data.ts';
import { invoicingProblems } from './rules/problems.ts';

export const invoicingModule: ShopModule = {
  name: 'invoicing',
  problems: invoicingProblems,
  personalData: invoicingData,
  routes: [...customerInvoiceApi, ...customerInvoiceListApi, ...paperPages, ...customerInvoicePages],
  factHandlers: customerHandlers,
  jobs: (deps) => [issueBacklogJob(deps)],
};

import type { ShopModule } from '#src/platform/module.ts';
import { customerInvoiceApi, customerInvoiceListApi } from './customer/api.ts';
import { issueBacklogJob } from './customer/backlog-job.ts';
import { customerHandlers } from './customer/handlers.ts';
import { customerInvoicePages } from './customer/pages.ts';
import { paperPages } from './papers/routes.ts';
import { invoicingData } from './personal-data.ts';
import { invoicingProblems } from './rules/problems.ts';
import { templateApi } from './template/api.ts';
import { forgetPaperPictures } from './template/keep-pictures.ts';
import { templatePages } from './template/pages.tsx';

export const invoicingModule: ShopModule = {
  name: 'invoicing',
  problems: invoicingProblems,
  personalData: invoicingData,
  routes: [
    ...customerInvoiceApi,
    ...customerInvoiceListApi,
    ...paperPages,
    ...customerInvoicePages,
    ...templateApi,
    ...templatePages,
  ],
  factHandlers: customerHandlers,
  jobs: (deps) => [issueBacklogJob(deps), forgetPaperPictures(deps)],
};

import type { ShopModule } from '#src/runtime/module.ts';
import { accountingApi } from './accounting/api.ts';
import { accountingPages } from './accounting/pages.tsx';
import { customerInvoiceApi, customerInvoiceListApi } from './customer/api.ts';
import { issueBacklogJob } from './customer/backlog-job.ts';
import { customerHandlers } from './customer/handlers.ts';
import { customerInvoicePages } from './customer/pages.ts';
import { visiblePapers } from './customer/visible-papers.ts';
import { feesApi } from './fees/api.ts';
import { feesJob } from './fees/fees-job.ts';
import { paperPages } from './papers/routes.ts';
import { payoutApi } from './payouts/api.ts';
import { payoutPages } from './payouts/pages.tsx';
import { payoutHandlers } from './payouts/settle-payout.ts';
import { invoicingData } from './personal-data.ts';
import { proofApi } from './proof/api.ts';
import { proofPages } from './proof/pages.tsx';
import { proofJob } from './proof/proof-job.ts';
import { invoicesOver } from './read-settlement-closed-at.ts';
import { invoicingProblems } from './rules/problems.ts';
import { settlementApi } from './settlements/api.ts';
import { settlementPages } from './settlements/pages.tsx';
import { settlementPart } from './settlements/settlement-part.tsx';
import { templateApi } from './template/api.ts';
import { templatePages } from './template/pages.tsx';
import { forgetPaperPictures } from './template/save-pictures.ts';

export const invoicingModule = {
  name: 'invoicing',
  problems: invoicingProblems,
  personalData: invoicingData,
  routes: [
    ...customerInvoiceApi,
    ...customerInvoiceListApi,
    ...paperPages,
    ...customerInvoicePages,
    ...feesApi,
    ...templateApi,
    ...templatePages,
    ...settlementApi,
    ...payoutApi,
    ...accountingApi,
    ...proofApi,
    ...settlementPages,
    ...payoutPages,
    ...accountingPages,
    ...proofPages,
  ],
  factHandlers: (deps) => [...customerHandlers(deps), ...payoutHandlers(deps)],
  jobs: (deps) => [issueBacklogJob(deps), forgetPaperPictures(deps), proofJob(deps), feesJob(deps)],
  slots: (deps) => ({
    settlementPart: (eventId, i18n) => settlementPart(deps.read, eventId, i18n, deps.clock()),
    invoicesOver,
    orderPapers: (order) => visiblePapers(deps, order),
  }),
} satisfies ShopModule;

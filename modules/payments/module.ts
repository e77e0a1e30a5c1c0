import type { ShopModule } from '#src/platform/module.ts';
import { paymentApi } from './api.ts';
import { bankImportApi } from './bank-import/api.ts';
import { forgetBankFiles } from './bank-import/kept-files.ts';
import { bankImportPages } from './bank-import/pages.tsx';
import { paymentMailTypes } from './mails.ts';
import { onlinePaymentApi } from './online/api.ts';
import { settlePaymentsJob } from './online/settle-payments-job.ts';
import { paymentPages } from './routes.tsx';
import { paymentProblems } from './rules/problems.ts';

export const paymentsModule: ShopModule = {
  name: 'payments',
  problems: paymentProblems,
  routes: [...paymentApi, ...onlinePaymentApi, ...bankImportApi, ...paymentPages, ...bankImportPages],
  jobs: (deps) => [settlePaymentsJob(deps), forgetBankFiles(deps)],
  mailTypes: paymentMailTypes,
};

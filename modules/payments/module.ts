import type { ShopModule } from '#src/platform/module.ts';
import { paymentApi } from './api.ts';
import { eventPaymentApi } from './event-payments/api.ts';
import { eventPaymentPages } from './event-payments/pages.tsx';
import { paymentMailTypes } from './mails.ts';
import { onlinePaymentApi } from './online/api.ts';
import { settlePaymentsJob } from './online/settle-payments-job.ts';
import { refundApi } from './refunds/api.ts';
import { refundFilePages } from './refunds/file-routes.tsx';
import { refundHandlers } from './refunds/handlers.ts';
import { refundPages } from './refunds/pages.tsx';
import { refundJob } from './refunds/refund-job.ts';
import { paymentPages } from './routes.tsx';
import { paymentProblems } from './rules/problems.ts';

export const paymentsModule: ShopModule = {
  name: 'payments',
  problems: paymentProblems,
  routes: [
    ...paymentApi,
    ...onlinePaymentApi,
    ...refundApi,
    ...eventPaymentApi,
    ...paymentPages,
    ...refundPages,
    ...refundFilePages,
    ...eventPaymentPages,
  ],
  factHandlers: refundHandlers,
  jobs: (deps) => [settlePaymentsJob(deps), refundJob(deps)],
  mailTypes: paymentMailTypes,
};

import type { ShopModule } from '#src/platform/module.ts';
import { adminOrderApi } from './admin-api.ts';
import { adminOrderPages } from './admin-pages.tsx';
import { orderApi } from './api.ts';
import { bookingPages } from './booking-pages.tsx';
import { orderMailTypes } from './emails/order-mails.ts';
import { expireOrdersJob, remindPendingJob } from './expire-orders.ts';
import { orderHandlers } from './handlers.ts';
import { orderPages } from './order-pages.tsx';
import { participantApi } from './participant-api.ts';
import { orderData } from './personal-data.ts';
import { orderProblems } from './rules/problems.ts';
import { soldArticlePages } from './sold-articles.tsx';
import { voucherPreviewPages } from './voucher-preview-pages.tsx';

export const ordersModule: ShopModule = {
  name: 'orders',
  problems: orderProblems,
  routes: [
    ...orderApi,
    ...adminOrderApi,
    ...participantApi,
    ...adminOrderPages,
    ...bookingPages,
    ...orderPages,
    ...soldArticlePages,
    ...voucherPreviewPages,
  ],
  factHandlers: () => orderHandlers,
  jobs: (deps) => [expireOrdersJob(deps), remindPendingJob(deps)],
  mailTypes: orderMailTypes,
  personalData: orderData,
};
